import {
  buildKnowledge,
  type KnowledgeEntry,
  type KnowledgeResult,
  knowledgeBuildOutput,
} from '../../../app/sources/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import {
  jsonOption,
  manifestChoiceOptions,
  nowOption,
  refusalExits,
  repoArgument,
  repoOption,
} from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { chooseProject, printWarnings } from '../read-options.ts'
import { takeRepository } from '../repository.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'

export const knowledgeBuild = defineCommand({
  name: 'knowledge build',
  summary: 'Generate the condensed documents that the manifest declares',
  about: [
    'Builds each entry under "knowledge": redacts secrets, turns each source document into a line or keeps it whole, and reports documents that did not fit.',
    'Writes all files, and generated_at and source_commit in the manifest, in one step. Keeps files that were edited by hand unless --force is given.',
  ],
  args: [
    repoArgument,
    { name: 'name', about: 'Only these entries of the manifest (default: all)', required: false, many: true },
  ],
  options: [
    { name: 'check', about: 'Write nothing; exit with 1 if a build would change something' },
    { name: 'force', about: 'Also replace files that were written or edited by hand' },
    { name: 'dry-run', about: 'Show what would be written, and write nothing' },
    jsonOption,
    repoOption,
    ...manifestChoiceOptions,
    nowOption,
  ],
  examples: [
    'foreword knowledge build',
    'foreword knowledge build . decisions --dry-run',
    'foreword knowledge build --check',
  ],
  exits: [
    [0, 'built, or nothing changed'],
    [1, 'with --check: a file would change, was edited by hand, or is missing'],
    ...refusalExits,
  ],
  outputSchema: knowledgeBuildOutput,
  async run(call) {
    const { command, parsed, services, terminal } = call
    const { repo, words: names } = takeRepository(call)
    const [check, force, dryRun] = ['check', 'force', 'dry-run'].map((name) => parsed.options.has(name))
    if (check && force) throw makeUsageRefusal(command, '--check and --force exclude each other')
    const project = chooseProject(call, repo)
    const input = { names, check: check!, force: force!, dryRun: dryRun! }
    const files = await services.knowledge(project)
    const result = await withProgressBar(terminal, (progress) =>
      buildKnowledge({ engine: services.engine, ...files, progress }, project, input),
    )
    printWarnings(
      call,
      result.warnings.map((detail) => ({ severity: 'warning', detail })),
    )
    return result
  },
  view: knowledgeView,
  notices: (result, call) => formatKnowledgeAdvice(result, getExitCode(result, call)),
  exitCode: getExitCode,
})

function getExitCode({ entries, interrupted }: KnowledgeResult, { parsed }: CommandCall): number {
  const has = (...states: string[]) => entries.some((entry) => states.includes(entry.state))
  if (parsed.options.has('check')) return interrupted || has('stale', 'missing', 'edited', 'orphaned') ? 1 : 0
  return has('edited') ? 3 : 0
}

const words: Readonly<Record<KnowledgeEntry['state'], string>> = {
  written: 'written',
  'up-to-date': 'up to date',
  stale: 'would change',
  missing: 'missing',
  edited: 'edited',
  orphaned: 'orphaned',
  'no-sources': 'no sources',
}

export function knowledgeView({ entries, manifest, recovered, measure }: KnowledgeResult): string {
  return joinLines([
    ...recovered.finished.map((path) => `finished     ${makeVisibleLine(path)} (a build was interrupted)`),
    ...recovered.kept.map(
      (path) => `kept         ${makeVisibleLine(path)} (changed since a build was interrupted)`,
    ),
    ...entries.map(
      (entry) =>
        `${words[entry.state].padEnd(12)} ${makeVisibleLine(`${entry.to} (${formatFacts(entry, chooseUnit(measure))})`)}`,
    ),
    ...(entries.length === 0
      ? ['The manifest declares no knowledge; see "knowledge" in the manifest reference.']
      : []),
    ...(manifest === null ? [] : [`updated      ${makeVisibleLine(manifest)} (generated_at, source_commit)`]),
  ])
}

function chooseUnit(measure: string): string {
  return measure === 'chars' || measure === 'lines' ? measure : 'tokens'
}

function formatFacts(
  { documents, left_out, size, max_tokens, detail }: KnowledgeEntry,
  unit: string,
): string {
  if (documents === 0) return detail ?? 'nothing'
  const amount = max_tokens === null ? `${size}` : `${size} of ${max_tokens}`
  const cut = left_out === 0 ? '' : `, ${left_out} left out`
  return `${formatCount(documents, 'document')}${cut}, ${amount} ${unit}${detail === null ? '' : `; ${detail}`}`
}

/** Tells the user what to do next. */
export function formatKnowledgeAdvice({ entries, interrupted }: KnowledgeResult, code: number): string {
  if (code === 0) return ''
  const edited = entries.filter(({ state }) => state === 'edited').map(({ to }) => to)
  const sentences = [
    ...(interrupted ? ['A build was interrupted. Run "foreword knowledge build" to finish it.'] : []),
    ...(edited.length === 0
      ? []
      : [
          `${code === 3 ? 'Nothing was written: ' : ''}${edited.join(', ')} ${edited.length === 1 ? 'was' : 'were'} written or edited by hand. Move the edits into the source documents, or use --force to replace them.`,
        ]),
    ...(code === 1 && edited.length < entries.length
      ? ['Run "foreword knowledge build" and commit the result.']
      : []),
  ]
  return joinLines(sentences.flatMap((sentence) => wrapParagraph(sentence)))
}
