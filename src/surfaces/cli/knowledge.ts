import type { KnowledgeAnswer } from '../../app/index.ts'
import { type Call, projectOf, warn } from './options.ts'
import { usage } from './parse.ts'
import { watched } from './progress.ts'
import { adviceLines, knowledgeView } from './views/knowledge.ts'
import { visibleJson } from './visible.ts'

export async function knowledgeBuild(call: Call): Promise<number> {
  const { command, parsed, app, terminal } = call
  const [repo = app.projectAround(), ...names] = parsed.args
  const [check, force, dryRun] = ['check', 'force', 'dry-run'].map((name) => parsed.options.has(name))
  if (check && force) throw usage(command, '--check and --force exclude each other')
  const project = projectOf(call, repo)
  const order = { names, check: check!, force: force!, dryRun: dryRun! }
  const answer = await watched(terminal, (tell) => app.knowledgeBuild(project, order, tell))
  warn(
    call,
    answer.warnings.map((detail) => ({ severity: 'warning', detail })),
  )
  terminal.out(parsed.options.has('json') ? `${visibleJson(answer)}\n` : knowledgeView(answer))
  const code = codeOf(answer, order.check)
  terminal.err(adviceLines(answer, code))
  return code
}

function codeOf({ entries, interrupted }: KnowledgeAnswer, check: boolean): number {
  const has = (...states: string[]) => entries.some((one) => states.includes(one.state))
  if (check) return interrupted || has('stale', 'missing', 'edited', 'orphaned') ? 1 : 0
  return has('edited') ? 3 : 0
}
