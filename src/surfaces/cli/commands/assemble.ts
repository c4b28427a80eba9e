import { type InjectResult, injectPacket } from '../../../app/engine/index.ts'
import { outputFields, type Zod } from '../../../app/output/index.ts'
import type { Project } from '../../../ports/index.ts'
import {
  agentNames,
  jsonOption,
  levelArgument,
  manifestOptions,
  refusalExits,
  repoArgument,
  repoOption,
} from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject, makeRequestFromOptions, printWarnings, readOption } from '../read-options.ts'
import { isRepository, takeRepositoryBeforeLevel } from '../repository.ts'
import { formatDecisions } from '../views/format-account.ts'

export const assemble = defineCommandWithResult({
  name: 'assemble',
  summary: 'Compile the context of a repository into a directory',
  about: ['Writes context.md, context.json and receipt.json. Standard output has only the injection id.'],
  args: [
    repoArgument,
    levelArgument,
    { name: 'output_dir', about: 'The directory for the files', required: true },
  ],
  options: [
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    { name: 'session', value: 'ID', about: "The agent's own session id, for the receipt" },
    { name: 'debug', about: 'Print each decision on standard error' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword assemble . standard out/',
    'foreword assemble ../shop 1400 /tmp/ctx --root team=../team',
  ],
  exits: [[0, 'written'], ...refusalExits],
  outputSchema(z: Zod) {
    const { text, maybe, amount, maybeAmount } = outputFields(z)
    return z.strictObject({
      injection_id: text,
      level: text,
      total: amount,
      measure: maybe,
      budget: maybeAmount,
      output: text,
      kept: z.enum(['store', 'spool', 'nowhere', 'off']),
      warnings: z.array(text),
    })
  },
  async run(call): Promise<Result> {
    const { parsed, services, terminal } = call
    const { project, output, level } = await readPlace(call)
    const debug = parsed.options.has('debug')
    const request = makeRequestFromOptions(call, project, { level })
    const session = readOption(parsed, 'session')
    const { engine, warn: tell } = services
    const deps = { engine, outbox: await services.outbox(), ...services.recording(project), warn: tell }
    const injected = await injectPacket(deps, { project, output, request, session, useCache: !debug })
    printWarnings(call, listWarnings(injected))
    if (debug && injected.compiled !== null) terminal.err(formatDecisions(injected.compiled.packet))
    return { injected, output }
  },
  output({ injected, output }) {
    const { injection_id, level, total, measure, budget } = injected.receipt
    const warnings = listWarnings(injected).map((diagnostic) => diagnostic.detail)
    return { injection_id, level, total, measure, budget, output, kept: injected.recorded.kept, warnings }
  },
  view: ({ injected }) => `${injected.receipt.injection_id}\n`,
})

interface Result {
  readonly injected: InjectResult
  /** The directory as the user typed it. */
  readonly output: string
}

function listWarnings({ receipt, recorded }: InjectResult) {
  return [
    ...receipt.diagnostics.filter((diagnostic) => diagnostic.severity !== 'note'),
    ...recorded.troubles.map(({ detail }) => ({ severity: 'warning', detail })),
  ]
}

interface Place {
  readonly project: Project
  readonly level: string | null
  readonly output: string
}

/** Tells the repository, the level and the output directory apart. */
async function readPlace(call: CommandCall): Promise<Place> {
  const { repo, words } = await takeRepositoryBeforeLevel(call, 1)
  const project = chooseProject(call, repo)
  const output = words.at(-1) ?? ''
  const meaning = await findOtherMeaning(call, project, words)
  if (output === '' || meaning !== null) {
    const taken = meaning === null ? '' : `: "${output}" is read as the ${meaning}`
    throw makeUsageRefusal(call.command, `<output_dir> is missing${taken}`)
  }
  return { project, output, level: words.length === 1 ? null : words[0] || null }
}

/** The user may have left out the output directory, so a single word may mean something else. */
async function findOtherMeaning(
  call: CommandCall,
  project: Project,
  words: readonly string[],
): Promise<'level' | 'repository' | null> {
  const [word = '', second] = words
  if (second !== undefined || word === '') return null
  if (await meansLevel(call, project, word)) return 'level'
  const isOnlyWord = call.parsed.args.length === 1 && !call.parsed.options.has('repo')
  return isOnlyWord && isRepository(call, word) && !isEarlierOutput(call, word) ? 'repository' : null
}

function isEarlierOutput({ services }: CommandCall, directory: string): boolean {
  try {
    services.readText(`${directory}/receipt.json`)
    return true
  } catch {
    return false
  }
}

/** Loads the manifest only for a word that may be a level, because loading takes time. */
async function meansLevel({ services }: CommandCall, project: Project, word: string): Promise<boolean> {
  if (/^\d+$/.test(word)) return true
  if (word.includes('/') || services.isDirectory(word)) return false
  const { manifest } = await services.engine.loadManifest(project.manifestFile)
  return Object.keys(manifest.levels).includes(word)
}
