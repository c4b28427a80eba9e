import { agents } from '../../../agents/index.ts'
import { type LogResult, listInjections, logOutput } from '../../../app/history/index.ts'
import { suggestNearest } from '../../../core/manifest/index.ts'
import type { LogQuery } from '../../../ports/index.ts'
import { historyOptions, refusalExits, repoArgument, sinceOption } from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { readOption } from '../read-options.ts'
import { readNumberOption, readStoreChoice, readTimeOption } from '../store-choice.ts'
import { formatLogTable, formatNoInjections } from '../views/format-log-table.ts'
import { joinLines, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

const filters = ['session', 'agent', 'section', 'source', 'outcome'] as const

export const log = defineCommand({
  name: 'log',
  summary: 'List past injections, newest first',
  about: ['An injection is listed if it matches all values options.'],
  args: [repoArgument],
  options: [
    {
      name: 'session',
      value: 'ID',
      about: "Only of this session: foreword's id or the agent's own id",
    },
    { name: 'agent', value: 'AGENT', about: 'Only for this agent' },
    { name: 'section', value: 'NAME', about: 'Only with this section' },
    { name: 'source', value: 'PATH', about: 'Only with content of this file' },
    {
      name: 'outcome',
      value: 'OUTCOME',
      choices: ['success', 'failed', 'timeout', 'interrupted', 'running', 'refused'],
      about: 'Only with this outcome: success, failed, timeout, interrupted, running, refused',
    },
    sinceOption,
    { name: 'before', value: 'ENTRY', about: 'Only entries before this number' },
    { name: 'limit', value: 'COUNT', about: 'The most injections to list (default 20)' },
    ...historyOptions,
  ],
  examples: [
    'foreword log --since=3d --outcome=failed',
    'foreword log --source=docs/ANCHORS.md --limit=5 --json',
  ],
  exits: [[0, 'shown, even if there are none'], ...refusalExits],
  outputSchema: logOutput,
  async run(call) {
    const { services } = call
    const query = readQuery(call)
    return services.withStore(readStoreChoice(call), (opened) =>
      listInjections(opened, services.engine.hash, query),
    )
  },
  view: (result, paint, call) => logView(result, isFiltered(call), paint) + suggestAgent(result, call),
  notices: ({ next }, call) =>
    next === null || call.parsed.options.has('json') ? '' : `More: ${nextPage(call, next)}\n`,
})

function readQuery(call: CommandCall): LogQuery {
  const values = filters.flatMap((name) => {
    const value = readOption(call.parsed, name)
    // Shells complete paths with a leading ./, which receipts do not have.
    return value === undefined ? [] : [[name, name === 'source' ? value.replace(/^(?:\.\/)+/, '') : value]]
  })
  const since = readTimeOption(call, 'since')
  const before = readNumberOption(call, 'before', Number.MAX_SAFE_INTEGER)
  return {
    ...Object.fromEntries(values),
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before }),
    limit: readNumberOption(call, 'limit', 1000) ?? 20,
  }
}

/** The log may have agents that foreword does not know, so an unknown one is only a hint. */
function suggestAgent({ injections }: LogResult, { parsed }: CommandCall): string {
  const agent = readOption(parsed, 'agent')
  const names = agents.map(({ id }) => id)
  if (injections.length > 0 || agent === undefined || names.includes(agent)) return ''
  const hint = suggestNearest(agent, names)
  return hint === '' ? '' : `No agent is called "${makeVisibleLine(agent)}"${hint}\n`
}

/** Whether any option besides --limit filters the list. */
function isFiltered(call: CommandCall): boolean {
  return Object.keys(readQuery(call)).length > 1
}

/** The command line that lists the next page. */
function nextPage({ command, parsed }: CommandCall, before: number): string {
  const words = [...parsed.options].flatMap(([name, values]) =>
    name === 'before'
      ? []
      : values.map((value) => (value === '' ? `--${name}` : `--${name}=${quoted(value)}`)),
  )
  return ['foreword', command.name, ...parsed.args.map(quoted), ...words, `--before=${before}`].join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

export function logView(result: LogResult, filtered: boolean, paint: Paint): string {
  if (result.injections.length > 0) return joinLines(formatLogTable(result.injections, paint))
  return joinLines(
    filtered
      ? wrapParagraph(`No injection of ${result.project} matches.`)
      : wrapParagraph(formatNoInjections(result.project)),
  )
}
