import { listInjections, logOutput } from '../../../app/history/index.ts'
import type { LogQuery } from '../../../ports/index.ts'
import { choiceOf, numberOption, timeOption } from '../asking.ts'
import { type Call, defineCommand } from '../command.ts'
import { option } from '../options.ts'
import { logView } from '../views/log.ts'
import { pastOptions, refusals, sinceOption } from '../words.ts'

const filters = ['session', 'agent', 'section', 'source', 'outcome'] as const

export const log = defineCommand({
  name: 'log',
  summary: 'List injections, the newest first',
  about: ['Every condition must hold.'],
  args: [],
  options: [
    {
      name: 'session',
      value: 'ID',
      about: 'Of this session, by its own id or the one that its agent told',
    },
    { name: 'agent', value: 'AGENT', about: 'For this agent' },
    { name: 'section', value: 'NAME', about: 'That sent this section' },
    { name: 'source', value: 'PATH', about: 'That sent something of this file' },
    {
      name: 'outcome',
      value: 'OUTCOME',
      choices: ['success', 'failed', 'timeout', 'interrupted', 'running', 'refused'],
      about: 'How the run ended: success, failed, timeout, interrupted, running; or refused',
    },
    sinceOption,
    { name: 'before', value: 'ENTRY', about: 'Only entries before this number' },
    { name: 'limit', value: 'COUNT', about: 'At most so many (default 20)' },
    ...pastOptions,
  ],
  examples: [
    'foreword log --since=3d --outcome=failed',
    'foreword log --source=docs/ANCHORS.md --limit=5 --json',
  ],
  exits: [[0, 'shown, also when there are none'], ...refusals],
  outputSchema: logOutput,
  async run(call) {
    const { services } = call
    const query = queryOf(call)
    return services.withStore(choiceOf(call), (opened) => listInjections(opened, services.engine.hash, query))
  },
  view: (answer, paint, call) => logView(answer, isFiltered(call), paint),
  notices: ({ next }, call) =>
    next === null || call.parsed.options.has('json') ? '' : `More: ${nextPage(call, next)}\n`,
})

function queryOf(call: Call): LogQuery {
  const given = filters.flatMap((name) => {
    const value = option(call.parsed, name)
    // A shell completes a path with ./ in front, and no receipt has it.
    return value === undefined ? [] : [[name, name === 'source' ? value.replace(/^(?:\.\/)+/, '') : value]]
  })
  const since = timeOption(call, 'since')
  const before = numberOption(call, 'before', Number.MAX_SAFE_INTEGER)
  return {
    ...Object.fromEntries(given),
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before }),
    limit: numberOption(call, 'limit', 1000) ?? 20,
  }
}

/** Whether anything but the number of entries was asked for. */
function isFiltered(call: Call): boolean {
  return Object.keys(queryOf(call)).length > 1
}

/** The same command again, for what comes after. */
function nextPage({ command, parsed }: Call, before: number): string {
  const words = [...parsed.options].flatMap(([name, values]) =>
    name === 'before'
      ? []
      : values.map((value) => (value === '' ? `--${name}` : `--${name}=${quoted(value)}`)),
  )
  return ['foreword', command.name, ...words, `--before=${before}`].join(' ')
}

function quoted(word: string): string {
  return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
