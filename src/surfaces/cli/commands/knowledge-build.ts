import { buildKnowledge, type KnowledgeResult, knowledgeBuildOutput } from '../../../app/sources/index.ts'
import {
  jsonOption,
  manifestChoiceOptions,
  nowOption,
  optionalRepoArgument,
  refusalExits,
} from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { chooseProject, printWarnings } from '../read-options.ts'
import { formatKnowledgeAdvice, knowledgeView } from '../views/knowledge.ts'

export const knowledgeBuild = defineCommand({
  name: 'knowledge build',
  summary: 'Generate the condensed documents that the manifest declares',
  about: [
    'Builds each entry under "knowledge": redacts secrets, turns each source document into a line or keeps it whole, and reports documents that did not fit.',
    'Writes all files, and generated_at and source_commit in the manifest, in one step. Keeps files that were edited by hand unless --force is given.',
  ],
  args: [
    optionalRepoArgument,
    { name: 'name', about: 'Only these entries of the manifest (default: all)', required: false, many: true },
  ],
  options: [
    { name: 'check', about: 'Write nothing; exit with 1 if a build would change something' },
    { name: 'force', about: 'Also replace files that were written or edited by hand' },
    { name: 'dry-run', about: 'Show what would be written, and write nothing' },
    jsonOption,
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
    const [repo = services.projectAround(), ...names] = parsed.args
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
