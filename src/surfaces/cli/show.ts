import type { Packet } from '../../core/packet/index.ts'
import type { Receipt, ReceiptSection } from '../../core/receipt/index.ts'
import { paragraph, tail } from './views/text.ts'
import { visibleLine } from './visible.ts'

/** The per-section table and everything that was left out, for a terminal of 80 columns. */
export function showAccount(receipt: Receipt): string {
  const unit = receipt.measure ?? ''
  const bar = `${receipt.total} of ${receipt.budget} (${unit}${unit === 'chars/4' ? ', an estimate' : ''})`
  const rows = receipt.sections.map((section) => [
    visibleLine(section.id),
    visibleLine(section.source),
    section.age_days === null ? '-' : `${section.age_days} d`,
    section.cap === null ? String(section.size) : `${section.size}/${section.cap}`,
    whatHappened(section),
  ])
  const left = receipt.left_out.filter((one) => one.reason !== 'not-asked')
  const notAsked = receipt.left_out.filter((one) => one.reason === 'not-asked')
  return [
    `Level ${receipt.level}: ${bar}, ceiling ${receipt.ceiling}`,
    '',
    ...columns(fitSource([['section', 'source', 'age', 'size', 'what happened'], ...rows])),
    '',
    ...(left.length === 0 ? ['Left out: nothing that was asked for.'] : ['Left out:']),
    ...left.map((one) => {
      const lost = one.source === null ? '' : ` (${one.source}, ${one.size})`
      return visibleLine(`  ${one.id}: ${one.why}${lost}`)
    }),
    ...(notAsked.length === 0 ? [] : ['Not asked for:']),
    ...notAsked.map((one) => visibleLine(`  ${one.id}: ${one.why}`)),
    ...redactions(receipt),
    ...(receipt.diagnostics.length === 0 ? [] : ['Noticed:']),
    ...receipt.diagnostics.flatMap((one) =>
      paragraph(`${one.severity}: ${one.section ? `${one.section}: ` : ''}${one.detail}`, '  '),
    ),
    '',
  ].join('\n')
}

/** Long paths lose their beginning rather than push the table over 80 columns; so do sections that are called after one. */
function fitSource(rows: readonly (readonly string[])[]): string[][] {
  const widest = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const left = 80 - [2, 3, 4].reduce((sum, column) => sum + widest(column) + 2, 0)
  const section = Math.min(widest(0), Math.max(18, left - 22))
  const rooms = [section, Math.max(18, left - section - 2)]
  return rows.map((row) => row.map((cell, i) => tail(cell, rooms[i] ?? cell.length)))
}

function whatHappened(section: ReceiptSection): string {
  const reduced = section.reductions.map((one) => `${one.by} (${one.why}) ${one.before}→${one.after}`)
  const redacted = Object.values(section.redactions).reduce((sum, n) => sum + n, 0)
  if (redacted > 0) reduced.push(`${redacted} redacted`)
  return reduced.join('; ') || 'whole'
}

function redactions(receipt: Receipt): string[] {
  const rules = Object.entries(receipt.redaction.by_rule).map(([rule, count]) => `${rule} ×${count}`)
  return rules.length === 0 ? [] : [`Redacted: ${rules.join(', ')}`]
}

export function showReceipt(receipt: Receipt): string {
  const facts: [string, string][] = [
    ['injection', receipt.injection_id],
    ['time', receipt.timestamp],
    ['status', receipt.status],
    ['manifest', `${receipt.manifest} ${short(receipt.manifest_digest)}`],
    ['packet', short(receipt.packet_digest ?? '')],
    ...receipt.sections.map((one): [string, string] => {
      const read = one.sources.length === 1 ? short(one.sources[0]!.digest) : `${one.sources.length} sources`
      return [one.id, `${read} → ${short(one.sent_digest)} as sent`]
    }),
    ['map', `${receipt.map.length} byte ranges, each with its file and lines`],
  ]
  return columns(facts.map(([name, value]) => [name, value]))
    .join('\n')
    .concat('\n')
}

function short(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12)
}

export function showDecisions({ decisions }: Pick<Packet, 'decisions'>): string {
  const rows = decisions.map((one) => [one.stage, one.section ?? '', visibleLine(one.detail)])
  return columns(rows).join('\n').concat('\n')
}

/** Pads all but the last column. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
