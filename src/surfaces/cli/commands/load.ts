import { type LoadResult, loadBundle, loadOutput } from '../../../app/engine/index.ts'
import type { BundleWish } from '../../../core/plan/index.ts'
import type { OutputFile, Project } from '../../../ports/index.ts'
import { type Call, type CommandOption, defineCommandWithResult } from '../command.ts'
import { option, projectOf, requestOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { explanationView } from '../views/load.ts'
import { visible } from '../visible.ts'
import { jsonOption, manifestOptions, refusals } from '../words.ts'

const loadOptions: readonly CommandOption[] = [
  {
    name: 'project-dir',
    value: 'DIR',
    about: 'The project (default: the one around the current directory)',
  },
  { name: 'task', value: 'TEXT', about: 'What the work is about, in words; - reads it from standard input' },
  { name: 'max-files', value: 'N', about: 'At most so many documents, instead of what the profile has' },
  {
    name: 'max-chars-per-file',
    value: 'N',
    about: 'At most so many characters of each, instead of what the profile has',
  },
  { name: 'profile', value: 'NAME', about: 'A level of the manifest: small, medium, large' },
  {
    name: 'fallback',
    value: 'STEP',
    about:
      'How far the numbers may grow when there is no room for what is needed: none, relaxed (default), unrestricted',
  },
  { name: 'tactical', about: 'With what was noted: see "foreword memory --help"' },
  {
    name: 'adapter',
    value: 'NAME[=FILE]',
    many: true,
    about: 'With the work items that an adapter has, or that stand in this file',
  },
  { name: 'strict', about: 'End with 1 unless every control file is there and readable' },
  { name: 'out-file', value: 'FILE', about: 'Write the bundle there, seen from the project' },
  { name: 'force', about: 'With --out-file: also replace a file that is no bundle' },
  { name: 'explain', about: 'Show why each document is in, and why each other is not; nothing is recorded' },
  { ...jsonOption, about: 'With --explain: print one JSON document' },
  { name: 'session', value: 'ID', about: "The agent's own session, for the record" },
]

export const load = defineCommandWithResult({
  name: 'load',
  summary: 'Print the documents that a task needs, as one JSON bundle',
  about: [
    'Control files first, in their order and in a part of the budget that nothing else can take; then what the words of the task call for; then, only when asked for, what was noted and what adapters have, each in its own part.',
    'The same files and the same words give the same bytes: sorted keys, no clock, no absolute path. What has no room, what is missing and what cannot be read is in the bundle too.',
  ],
  args: [],
  options: [...loadOptions, ...manifestOptions],
  examples: [
    'foreword load --project-dir . --task "Revise the audit policy"',
    'foreword load --task "Write the spec" --max-files 8 --max-chars-per-file 1200',
    'foreword load --task "Design the UI" --adapter beads --tactical --explain',
    'foreword load --profile large --strict --out-file reports/bundle.json',
  ],
  exits: [
    [0, 'the bundle was printed'],
    [1, 'with --strict: the bundle was printed, and a control file is wanting'],
    ...refusals,
  ],
  outputSchema: loadOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services } = call
    const directory = option(parsed, 'project-dir')
    // An empty value is a variable that is not set. Without this check the bundle would be of another project.
    if (directory === '') throw usage(command, '--project-dir needs a value: --project-dir=DIR')
    const project = projectOf(call, directory ?? services.projectAround(), 'bundle')
    const explain = parsed.options.has('explain')
    if (parsed.options.has('json') && !explain)
      throw usage(command, '--json goes with --explain; a bundle is JSON')
    const { bundle, output } = await wishOf(call, project)
    const level = option(parsed, 'profile') ?? null
    const given = requestOf(call, project, { level, task: taskOf(call), bundle })
    const order = { project, request: { ...given, flags: flagsOf(call) }, session: option(parsed, 'session') }
    const loaded = await loadBundle(
      { engine: services.engine, recorder: services.recording(project).recorder, warn: services.warn },
      { ...order, explain, deliver: output?.write ?? null },
    )
    const troubles = loaded.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
    warn(call, [...loaded.diagnostics, ...troubles])
    return { loaded, printed: output === null }
  },
  output: ({ loaded }) => loaded.explanation(),
  // The bundle and nothing else, unless it is explained.
  view({ loaded, printed }, paint, { parsed, terminal }) {
    if (parsed.options.has('explain')) return explanationView(loaded.explanation(), paint)
    if (!printed) return ''
    return terminal.style === 'colour' ? visible(loaded.text) : loaded.text
  },
  notices: (result, call) =>
    wantingIn(result, call)
      .map((one) => `foreword: not whole: ${visible(one)}\n`)
      .join(''),
  exitCode: (result, call) => (wantingIn(result, call).length === 0 ? 0 : 1),
})

interface Result {
  readonly loaded: LoadResult
  /** Whether the bundle goes to standard output. */
  readonly printed: boolean
}

async function wishOf(
  call: Call,
  project: Project,
): Promise<{ bundle: BundleWish; output: OutputFile | null }> {
  const { parsed, services } = call
  const file = option(parsed, 'out-file')
  const force = parsed.options.has('force')
  if (force && file === undefined) throw usage(call.command, '--force goes with --out-file')
  const adapters = (parsed.options.get('adapter') ?? []).map((text) => adapterOf(call, text))
  const inputs = adapters.flatMap((one) => one.file ?? [])
  const output = file === undefined ? null : await services.outputFile(project, { file, force, inputs })
  const bundle: BundleWish = {
    documents: countOf(call, 'max-files', 100_000),
    excerpt: countOf(call, 'max-chars-per-file', 10_000_000),
    fallback: option(parsed, 'fallback') ?? null,
    adapters,
    output: output?.within ?? null,
  }
  return { bundle, output }
}

function flagsOf({ parsed: { options } }: Call): string[] {
  return [
    ...(options.get('flag') ?? []),
    ...(options.has('tactical') ? ['tactical'] : []),
    ...(options.has('adapter') ? ['adapter'] : []),
  ]
}

function wantingIn({ loaded }: Result, { parsed }: Call): readonly string[] {
  return parsed.options.has('strict') ? loaded.wanting : []
}

function countOf({ command, parsed }: Call, name: string, most: number): number | null {
  const text = option(parsed, name)
  if (text === undefined) return null
  const count = Number(text)
  if (/^[1-9]\d*$/.test(text) && count <= most) return count
  throw usage(command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}

function taskOf({ parsed, services }: Call): string | null {
  const task = option(parsed, 'task')
  return task === '-' ? services.readText(null) : (task ?? null)
}

function adapterOf({ command, services }: Call, text: string): BundleWish['adapters'][number] {
  const equals = text.indexOf('=')
  const name = equals === -1 ? text : text.slice(0, equals)
  const file = equals === -1 ? null : text.slice(equals + 1)
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || file === '')
    throw usage(command, `--adapter must look like NAME or NAME=FILE, not "${text}"`)
  return { name, file: file === null ? null : services.resolve(file) }
}
