import type { AssembleAnswer, Injected, Project } from '../../app/index.ts'
import { renderPrompt } from '../../core/render/index.ts'
import { dispatch } from './dispatch.ts'
import { type Call, type Handler, option, projectOf, requestOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { showAccount, showDecisions, showReceipt } from './show.ts'
import { visible, visibleJson } from './visible.ts'

/** The commands that make a packet for an agent. */
export const packets: Readonly<Record<string, Handler>> = { dispatch, assemble, explain }

async function assemble(call: Call): Promise<number> {
  const [repo = '.', second = '', third] = call.parsed.args
  const project = projectOf(call, repo)
  const output = third ?? second
  const isLevel = third === undefined && (await meansLevel(call, project, output))
  if (output === '' || isLevel) {
    const taken = isLevel ? `: "${output}" was taken for the level` : ''
    throw usage(call.command, `<output_dir> is missing${taken}`)
  }
  const level = third === undefined || second === '' ? null : second
  const debug = call.parsed.options.has('debug')
  const request = requestOf(call, project, { level })
  const session = option(call.parsed, 'session')
  const injected = await call.app.inject({ project, output, request, session, useCache: !debug })
  warn(call, troublesOf(injected))
  if (debug && injected.compiled !== null) call.terminal.err(showDecisions(injected.compiled))
  const json = call.parsed.options.has('json')
  const shown = json ? visibleJson(assembled(injected, output)) : injected.receipt.injection_id
  call.terminal.out(`${shown}\n`)
  return 0
}

function troublesOf({ receipt, recorded }: Injected) {
  return [
    ...receipt.diagnostics.filter((one) => one.severity !== 'note'),
    ...recorded.troubles.map(({ detail }) => ({ severity: 'warning', detail })),
  ]
}

function assembled(injected: Injected, output: string): AssembleAnswer {
  const { injection_id, level, total, measure, budget } = injected.receipt
  const warnings = troublesOf(injected).map((one) => one.detail)
  return { injection_id, level, total, measure, budget, output, kept: injected.recorded.kept, warnings }
}

/** The levels are in the manifest, which takes time to load: only a word that may be one is looked up. */
async function meansLevel({ app }: Call, project: Project, word: string): Promise<boolean> {
  if (/^\d+$/.test(word)) return true
  if (word === '' || word.includes('/') || app.isDirectory(word)) return false
  return (await app.levels(project)).includes(word)
}

async function explain(call: Call): Promise<number> {
  const { args, options } = call.parsed
  const project = projectOf(call, args[0] ?? '.')
  const task = option(call.parsed, 'task') ?? null
  const compiled = await call.app.explain({
    project,
    request: requestOf(call, project, { level: args[1] ?? null, task }),
  })
  if (options.has('json')) {
    const decisions = options.has('debug') ? { decisions: compiled.packet.decisions } : {}
    call.terminal.out(`${visibleJson({ packet: compiled.text, receipt: compiled.receipt, ...decisions })}\n`)
    return 0
  }
  const shown =
    task === null ? compiled.text : renderPrompt(compiled.packet.render, compiled.text, compiled.clean(task))
  const sections = [
    ...(options.has('debug') ? [['Decisions', showDecisions(compiled)]] : []),
    ['Packet', visible(shown)],
    ['Sections', showAccount(compiled.receipt)],
    ['Receipt', showReceipt(compiled.receipt)],
  ]
  for (const [title, text] of sections)
    call.terminal.out(`── ${title} ${'─'.repeat(76 - title!.length)}\n${text}\n`)
  return 0
}
