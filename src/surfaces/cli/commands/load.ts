import { type LoadExplanation, type LoadResult, loadBundle, loadOutput } from '../../../app/engine/index.ts'
import type { BundleRequest } from '../../../core/plan/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { OutputFile, Project } from '../../../ports/index.ts'
import { jsonOption, manifestOptions, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { type CommandCall, type CommandOption, defineCommandWithResult } from '../command.ts'
import { makeVisible } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject, makeRequestFromOptions, printWarnings, readOption } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { formatTable, joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

const loadOptions: readonly CommandOption[] = [
  {
    name: 'project-dir',
    value: 'DIR',
    about: 'The repository, as with --repo',
  },
  repoOption,
  { name: 'task', value: 'TEXT', about: 'The task in words; - reads it from standard input' },
  { name: 'max-files', value: 'N', about: 'The most documents, instead of the limit of the profile' },
  {
    name: 'max-chars-per-file',
    value: 'N',
    about: 'The most characters of each document, instead of the limit of the profile',
  },
  {
    name: 'profile',
    value: 'NAME',
    suggestions: ['small', 'medium', 'large'],
    about: 'A level of the manifest: small, medium, large',
  },
  {
    name: 'fallback',
    value: 'STEP',
    suggestions: ['none', 'relaxed', 'unrestricted'],
    about:
      'How far the limits may grow if required documents do not fit: none, relaxed (default), unrestricted',
  },
  { name: 'tactical', about: 'Include notes of tactical memory: see "foreword memory --help"' },
  {
    name: 'adapter',
    value: 'NAME[=FILE]',
    many: true,
    about: 'Include the work items of an adapter, or of this file',
  },
  { name: 'strict', about: 'Exit with 1 unless every control file exists and is readable' },
  { name: 'out-file', value: 'FILE', about: 'Write the bundle to this file, relative to the project' },
  { name: 'force', about: 'With --out-file: also replace a file that is not a bundle' },
  { name: 'explain', about: 'Show why each document is included or left out; record nothing' },
  { ...jsonOption, about: 'With --explain: print the result as one JSON document' },
  { name: 'session', value: 'ID', about: "The agent's own session id, for the receipt" },
]

export const load = defineCommandWithResult({
  name: 'load',
  summary: 'Print the documents that a task needs, as one JSON bundle',
  about: [
    'The bundle has control files first, in their order and with a reserved part of the budget; then documents that match the words of the task; then, if requested, notes and work items, each with its own part of the budget.',
    'The same files and the same task give the same bytes: sorted keys, no clock, no absolute path. The bundle also lists documents that did not fit, are missing or cannot be read.',
  ],
  args: [repoArgument],
  options: [...loadOptions, ...manifestOptions],
  examples: [
    'foreword load --project-dir . --task "Revise the audit policy"',
    'foreword load --task "Write the spec" --max-files 8 --max-chars-per-file 1200',
    'foreword load --task "Design the UI" --adapter beads --tactical --explain',
    'foreword load --profile large --strict --out-file reports/bundle.json',
  ],
  exits: [
    [0, 'the bundle was printed'],
    [1, 'with --strict: printed, but a control file is missing or unreadable'],
    ...refusalExits,
  ],
  outputSchema: loadOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services } = call
    const project = chooseProject(call, readRepository(call), 'bundle')
    const explain = parsed.options.has('explain')
    if (parsed.options.has('json') && !explain)
      throw makeUsageRefusal(command, '--json needs --explain; a bundle is always JSON')
    const { bundle, output } = await readBundleWish(call, project)
    const level = readOption(parsed, 'profile') ?? null
    const request = makeRequestFromOptions(call, project, { level, task: readTask(call), bundle })
    const input = {
      project,
      request: { ...request, flags: readFlags(call) },
      session: readOption(parsed, 'session'),
    }
    const loaded = await loadBundle(
      { engine: services.engine, recorder: services.recording(project).recorder, warn: services.warn },
      { ...input, explain, deliver: output?.write ?? null },
    )
    const troubles = loaded.troubles.map(({ detail }) => ({ severity: 'warning', detail }))
    printWarnings(call, [...loaded.diagnostics, ...troubles])
    return { loaded, printed: output === null }
  },
  output: ({ loaded }) => loaded.explanation(),
  // Standard output has only the bundle, unless --explain is given.
  view({ loaded, printed }, paint, { parsed, terminal }) {
    if (parsed.options.has('explain')) return loadExplanationView(loaded.explanation(), paint)
    if (!printed) return ''
    return terminal.style === 'colour' ? makeVisible(loaded.text) : loaded.text
  },
  notices: (result, call) =>
    listMissing(result, call)
      .map((problem) => `foreword: not whole: ${makeVisible(problem)}\n`)
      .join(''),
  exitCode: (result, call) => (listMissing(result, call).length === 0 ? 0 : 1),
})

interface Result {
  readonly loaded: LoadResult
  /** Whether the bundle goes to standard output. */
  readonly printed: boolean
}

async function readBundleWish(
  call: CommandCall,
  project: Project,
): Promise<{ bundle: BundleRequest; output: OutputFile | null }> {
  const { parsed, services } = call
  const file = readOption(parsed, 'out-file')
  const force = parsed.options.has('force')
  if (force && file === undefined) throw makeUsageRefusal(call.command, '--force needs --out-file')
  const adapters = (parsed.options.get('adapter') ?? []).map((text) => parseAdapter(call, text))
  const inputs = adapters.flatMap((adapter) => adapter.file ?? [])
  const output = file === undefined ? null : await services.outputFile(project, { file, force, inputs })
  const bundle: BundleRequest = {
    documents: readCount(call, 'max-files', 100_000),
    excerpt: readCount(call, 'max-chars-per-file', 10_000_000),
    fallback: readOption(parsed, 'fallback') ?? null,
    adapters,
    output: output?.within ?? null,
  }
  return { bundle, output }
}

function readFlags({ parsed: { options } }: CommandCall): string[] {
  return [
    ...(options.get('flag') ?? []),
    ...(options.has('tactical') ? ['tactical'] : []),
    ...(options.has('adapter') ? ['adapter'] : []),
  ]
}

function listMissing({ loaded }: Result, { parsed }: CommandCall): readonly string[] {
  return parsed.options.has('strict') ? loaded.faults : []
}

function readCount({ command, parsed }: CommandCall, name: string, most: number): number | null {
  const text = readOption(parsed, name)
  if (text === undefined) return null
  const count = Number(text)
  if (/^[1-9]\d*$/.test(text) && count <= most) return count
  throw makeUsageRefusal(command, `--${name} must be a whole number from 1 to ${most}, not "${text}"`)
}

function readTask({ parsed, services }: CommandCall): string | null {
  const task = readOption(parsed, 'task')
  return task === '-' ? services.readText(null) : (task ?? null)
}

function parseAdapter({ command, services }: CommandCall, text: string): BundleRequest['adapters'][number] {
  const equals = text.indexOf('=')
  const name = equals === -1 ? text : text.slice(0, equals)
  const file = equals === -1 ? null : text.slice(equals + 1)
  if (!/^[a-z][a-z0-9_-]*$/.test(name) || file === '')
    throw makeUsageRefusal(command, `--adapter must look like NAME or NAME=FILE, not "${text}"`)
  return { name, file: file === null ? null : services.resolve(file) }
}

const partColumns = [
  { head: 'part' },
  { head: 'limit', right: true },
  { head: 'used', right: true },
  { head: 'refused', right: true },
] as const
const sizedColumns = [
  { head: '', lose: 'start' },
  { head: '', right: true },
] as const

/** Groups documents by reason. Never cuts reasons, because --explain exists to show them. */
export function loadExplanationView(explanation: LoadExplanation, paint: Paint): string {
  const { task, level, partitions, selected, refused, refused_count, nothing, asked } = explanation
  const word =
    task.word === null ? 'by default: no word matched another intent' : `by the word "${task.word}"`
  const more = refused_count - refused.length
  const [title = '', ...parts] = formatTable(partColumns, partitions.map(partRow))
  return joinLines([
    ...wrapParagraph(`Task: ${task.intent}, ${word}. Profile: ${level}.`),
    ...wrapParagraph(`Budget: ${attemptsText(explanation)}.`),
    ...(parts.length === 0 ? [] : ['', paint.faint(title), ...parts]),
    '',
    paint.strong(selected.length === 0 ? 'No document is included' : `Included: ${selected.length}`),
    ...grouped(
      selected,
      (document) => `by ${document.why}`,
      paint,
      (group) =>
        formatTable(
          sizedColumns,
          group.map((document) => [document.path, sizeText(document)]),
          76,
        ),
    ),
    ...(refused_count === 0 ? [] : ['', paint.strong(`Left out: ${refused_count}`)]),
    ...grouped(
      refused,
      (document) => document.why,
      paint,
      (group) => group.map((document) => document.path),
    ),
    ...(more > 0 ? [`  … and ${more} more${unnamedText(explanation)}`] : []),
    ...(nothing.length === 0 ? [] : ['', paint.strong('Nothing from')]),
    ...grouped(
      nothing,
      (source) => source.why,
      paint,
      (group) => group.map(({ source }) => source),
    ),
    ...(asked.length === 0 ? [] : ['', paint.strong('Queried')]),
    ...asked.flatMap(({ by, detail, status }) => wrapParagraph(`${by}: ${detail ?? status}`, '  ')),
  ])
}

function grouped<T>(
  all: readonly T[],
  why: (item: T) => string,
  paint: Paint,
  lines: (group: readonly T[]) => readonly string[],
): string[] {
  const reasons = [...new Set(all.map(why))]
  return reasons.flatMap((reason) => [
    ...wrapParagraph(reason, '  ').map((line) => paint.faint(line)),
    ...lines(all.filter((item) => why(item) === reason)).map((line) => `    ${line}`),
  ])
}

function attemptsText({ attempts }: LoadExplanation): string {
  const texts = attempts.map(({ name, documents, excerpt, success }) => {
    const size =
      documents === null
        ? 'without a limit'
        : `${formatCount(documents, 'document')} of ${excerpt ?? 'any number of'} characters`
    const missing = success ? '' : ' (a required document is missing)'
    return `${name === 'none' ? '' : `${name}, `}${size}${missing}`
  })
  return texts.join('; then ')
}

function partRow({ tier, documents, used, refused }: LoadExplanation['partitions'][number]): string[] {
  return [tier, documents === null ? 'all' : String(documents), String(used), String(refused)]
}

function unnamedText({ partitions }: LoadExplanation): string {
  const counts = partitions.flatMap(({ tier, unnamed }) => (unnamed > 0 ? [`${unnamed} of ${tier}`] : []))
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`
}

function sizeText({ size, original_size, truncated }: LoadExplanation['selected'][number]): string {
  return truncated ? `${size} of ${original_size ?? 'more'}` : String(size)
}
