import { buildKnowledge, type KnowledgeResult, knowledgeBuildOutput } from '../../../app/sources/index.ts'
import { type Call, defineCommand } from '../command.ts'
import { projectOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { adviceLines, knowledgeView } from '../views/knowledge.ts'
import { choiceOptions, jsonOption, nowOption, refusals, repoAround } from '../words.ts'

export const knowledgeBuild = defineCommand({
  name: 'knowledge build',
  summary: 'Generate condensed documents from others',
  about: [
    'Builds what the manifest declares under "knowledge": secrets are taken out, each document becomes a line or stands whole, and what finds no room is said.',
    'All files and the two keys generated_at and source_commit of the manifest change in one step. What was edited by hand stays, unless --force is given.',
  ],
  args: [
    repoAround,
    { name: 'name', about: 'Which entries of the manifest (default: all)', required: false, many: true },
  ],
  options: [
    { name: 'check', about: 'Write nothing; exit with 1 when something is not as it would be built' },
    { name: 'force', about: 'Also replace files that were written or edited by hand' },
    { name: 'dry-run', about: 'Only say what would be written' },
    jsonOption,
    ...choiceOptions,
    nowOption,
  ],
  examples: [
    'foreword knowledge build',
    'foreword knowledge build . decisions --dry-run',
    'foreword knowledge build --check',
  ],
  exits: [
    [0, 'built, or nothing has changed'],
    [1, 'with --check: something would change, was edited by hand, or is missing'],
    ...refusals,
  ],
  outputSchema: knowledgeBuildOutput,
  async run(call) {
    const { command, parsed, services, terminal } = call
    const [repo = services.projectAround(), ...names] = parsed.args
    const [check, force, dryRun] = ['check', 'force', 'dry-run'].map((name) => parsed.options.has(name))
    if (check && force) throw usage(command, '--check and --force exclude each other')
    const project = projectOf(call, repo)
    const order = { names, check: check!, force: force!, dryRun: dryRun! }
    const files = await services.knowledge(project)
    const answer = await watched(terminal, (progress) =>
      buildKnowledge({ engine: services.engine, ...files, progress }, project, order),
    )
    warn(
      call,
      answer.warnings.map((detail) => ({ severity: 'warning', detail })),
    )
    return answer
  },
  view: knowledgeView,
  notices: (answer, call) => adviceLines(answer, exitCodeOf(answer, call)),
  exitCode: exitCodeOf,
})

function exitCodeOf({ entries, interrupted }: KnowledgeResult, { parsed }: Call): number {
  const has = (...states: string[]) => entries.some((one) => states.includes(one.state))
  if (parsed.options.has('check')) return interrupted || has('stale', 'missing', 'edited', 'orphaned') ? 1 : 0
  return has('edited') ? 3 : 0
}
