import { type ShowResult, showInjection, showOutput } from '../../../app/history/index.ts'
import { restoreReceipt } from '../../../core/receipt/index.ts'
import { historyOptions, injectionArgument, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { withLedger } from '../store-choice.ts'
import { formatAccount } from '../views/format-account.ts'
import { formatDeliveryDetails } from '../views/format-delivery.ts'
import { formatTable, joinLines, shortenDigest, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const show = defineCommand({
  name: 'show',
  summary: 'Show the receipt of an injection',
  about: [
    'Shows who received it and when, its sections and sources, what was left out, and how the run ended.',
  ],
  args: [injectionArgument],
  options: historyOptions,
  examples: ['foreword show latest', 'foreword show @12 --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: showOutput,
  run: (call) => withLedger(call, (past) => showInjection(past, call.parsed.args[0]!)),
  view: showView,
})

export function showView(result: ShowResult, paint: Paint): string {
  const { injection, project } = result
  return joinLines([
    paint.strong(makeVisibleLine(`${injection.injection_id}, entry ${result.entry.seq} of ${project}`)),
    '',
    ...formatTable([{ head: '' }, { head: '', lose: 'end' }], listFacts(result)),
    '',
    ...accountLines(result),
    ...deliveryLines(result),
    ...textLines(result),
  ])
}

function listFacts({ entry, injection, outcome }: ShowResult): [string, string][] {
  const optional: [string, string | null][] = [
    ['requested', injection.asked ?? null],
    ['run', injection.run_id],
    ['agent', injection.agent],
    ['client', injection.client ?? null],
    ['role', injection.role],
    ['commit', injection.commit],
    ['packet', injection.packet_digest === null ? null : shortenDigest(injection.packet_digest)],
    ['outcome', outcome === null ? null : outcomeText(outcome)],
  ]
  return [
    ['time', injection.timestamp],
    ['session', injection.session_id],
    ['status', injection.status],
    ['level', injection.level],
    ['manifest', `${injection.manifest} ${shortenDigest(injection.manifest_digest)}`],
    ...optional.filter((fact): fact is [string, string] => fact[1] !== null),
    ['entry', `${shortenDigest(entry.digest)}, after ${shortenDigest(entry.prev)}`],
  ]
}

function outcomeText({ status, changes, seconds, exit_code }: NonNullable<ShowResult['outcome']>): string {
  return [
    status,
    ...(exit_code === null ? [] : [`exit code ${exit_code}`]),
    ...(changes === null ? [] : [`changes: ${changes}`]),
    ...(seconds === null ? [] : [`${seconds} s`]),
  ].join(', ')
}

function accountLines({ injection, account }: ShowResult): string[] {
  if (injection.error !== null) return wrapParagraph(`Refused: ${injection.error}`)
  if (account === null) return wrapParagraph('Its account was deleted to save space.')
  return formatAccount(restoreReceipt(injection, account, null))
    .split('\n')
    .map(makeVisibleLine)
}

function deliveryLines({ delivery }: ShowResult): string[] {
  if (delivery === null) return []
  return [...wrapParagraph(`By the agent's own transcript: ${formatDeliveryDetails(delivery)}.`), '']
}

function textLines({ text, injection }: ShowResult): string[] {
  if (text === 'none') return []
  return wrapParagraph(
    text === 'kept'
      ? `Run "foreword replay ${injection.injection_id}" to print the packet.`
      : 'The text was deleted to save space. Its digest is kept.',
  )
}
