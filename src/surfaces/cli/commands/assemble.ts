import { assembleOutput, type InjectResult, injectPacket } from '../../../app/engine/index.ts'
import type { Project } from '../../../ports/index.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { option, projectOf, requestOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { showDecisions } from '../show.ts'
import { agentNames, jsonOption, level, manifestOptions, refusals, repo } from '../words.ts'

export const assemble = defineCommandWithResult({
  name: 'assemble',
  summary: 'Compile the context of a repository into a directory',
  about: [
    'Writes context.md, context.json and receipt.json, and prints the injection id, nothing else, on standard output.',
  ],
  args: [repo, level, { name: 'output_dir', about: 'Where the files go', required: true }],
  options: [
    { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
    { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
    { name: 'debug', about: 'Show each decision on standard error' },
    jsonOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword assemble . standard out/',
    'foreword assemble ../shop 1400 /tmp/ctx --root team=../team',
  ],
  exits: [[0, 'written'], ...refusals],
  outputSchema: assembleOutput,
  async run(call): Promise<Result> {
    const { parsed, services, terminal } = call
    const project = projectOf(call, parsed.args[0] ?? '.')
    const { output, level } = await placeOf(call, project)
    const debug = parsed.options.has('debug')
    const request = requestOf(call, project, { level })
    const session = option(parsed, 'session')
    const { engine, warn: tell } = services
    const tools = { engine, outbox: await services.outbox(), ...services.recording(project), warn: tell }
    const injected = await injectPacket(tools, { project, output, request, session, useCache: !debug })
    warn(call, troublesOf(injected))
    if (debug && injected.compiled !== null) terminal.err(showDecisions(injected.compiled.packet))
    return { injected, output }
  },
  output({ injected, output }) {
    const { injection_id, level, total, measure, budget } = injected.receipt
    const warnings = troublesOf(injected).map((one) => one.detail)
    return { injection_id, level, total, measure, budget, output, kept: injected.recorded.kept, warnings }
  },
  view: ({ injected }) => `${injected.receipt.injection_id}\n`,
})

interface Result {
  readonly injected: InjectResult
  /** The directory, as it was given. */
  readonly output: string
}

function troublesOf({ receipt, recorded }: InjectResult) {
  return [
    ...receipt.diagnostics.filter((one) => one.severity !== 'note'),
    ...recorded.troubles.map(({ detail }) => ({ severity: 'warning', detail })),
  ]
}

/** The word that names the directory, and the level before it. */
async function placeOf(call: Call, project: Project) {
  const [, second = '', third] = call.parsed.args
  const output = third ?? second
  const isLevel = third === undefined && (await meansLevel(call, project, output))
  if (output === '' || isLevel) {
    const taken = isLevel ? `: "${output}" was taken for the level` : ''
    throw usage(call.command, `<output_dir> is missing${taken}`)
  }
  return { output, level: third === undefined || second === '' ? null : second }
}

/** The levels are in the manifest, which takes time to load: only a word that may be one is looked up. */
async function meansLevel({ services }: Call, project: Project, word: string): Promise<boolean> {
  if (/^\d+$/.test(word)) return true
  if (word === '' || word.includes('/') || services.isDirectory(word)) return false
  const { manifest } = await services.engine.loadManifest(project.manifestFile)
  return Object.keys(manifest.levels).includes(word)
}
