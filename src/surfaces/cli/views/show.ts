import type { ShowResult } from '../../../app/history/index.ts'
import { restoreReceipt } from '../../../core/receipt/index.ts'
import { showAccount } from '../show.ts'
import { visibleLine } from '../visible.ts'
import { deliveryDetails } from './delivery.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short, table } from './text.ts'

export function showView(result: ShowResult, paint: Paint): string {
  const { injection, project } = result
  return page([
    paint.strong(visibleLine(`${injection.injection_id}, entry ${result.entry.seq} of ${project}`)),
    '',
    ...table([{ head: '' }, { head: '', lose: 'end' }], listFacts(result)),
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
    ['packet', injection.packet_digest === null ? null : short(injection.packet_digest)],
    ['outcome', outcome === null ? null : outcomeText(outcome)],
  ]
  return [
    ['time', injection.timestamp],
    ['session', injection.session_id],
    ['status', injection.status],
    ['level', injection.level],
    ['manifest', `${injection.manifest} ${short(injection.manifest_digest)}`],
    ...optional.filter((fact): fact is [string, string] => fact[1] !== null),
    ['entry', `${short(entry.digest)}, after ${short(entry.prev)}`],
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
  if (injection.error !== null) return paragraph(`Refused: ${injection.error}`)
  if (account === null) return paragraph('Its account was deleted to save space.')
  return showAccount(restoreReceipt(injection, account, null))
    .split('\n')
    .map(visibleLine)
}

function deliveryLines({ delivery }: ShowResult): string[] {
  if (delivery === null) return []
  return [...paragraph(`By the agent's own transcript: ${deliveryDetails(delivery)}.`), '']
}

function textLines({ text, injection }: ShowResult): string[] {
  if (text === 'none') return []
  return paragraph(
    text === 'kept'
      ? `Run "foreword replay ${injection.injection_id}" to print the packet.`
      : 'The text was deleted to save space. Its digest is kept.',
  )
}
