import type { Packet } from '../../../core/packet/index.ts'
import type { Receipt, ReceiptSection } from '../../../core/receipt/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { cutStart, wrapParagraph } from './lines.ts'

/** The table of sections and everything that was left out, for a terminal of 80 columns. */
export function formatAccount(receipt: Receipt): string {
  const unit = receipt.measure ?? ''
  const bar = `${receipt.total} of ${receipt.budget} (${unit}${unit === 'chars/4' ? ', an estimate' : ''})`
  const rows = receipt.sections.map((section) => [
    makeVisibleLine(section.id),
    makeVisibleLine(section.source),
    section.age_days === null ? '-' : `${section.age_days} d`,
    section.cap === null ? String(section.size) : `${section.size}/${section.cap}`,
    describeReductions(section),
  ])
  const left = receipt.left_out.filter(({ reason }) => reason !== 'not-asked')
  const notAsked = receipt.left_out.filter(({ reason }) => reason === 'not-asked')
  return [
    `Level ${receipt.level}: ${bar}, ceiling ${receipt.ceiling}`,
    '',
    ...alignColumns(fitSource([['section', 'source', 'age', 'size', 'what happened'], ...rows])),
    '',
    ...(left.length === 0 ? ['Left out: nothing that was requested.'] : ['Left out:']),
    ...left.map(({ id, why, source, size }) =>
      makeVisibleLine(`  ${id}: ${why}${source === null ? '' : ` (${source}, ${size})`}`),
    ),
    ...(notAsked.length === 0 ? [] : ['Not requested:']),
    ...notAsked.map(({ id, why }) => makeVisibleLine(`  ${id}: ${why}`)),
    ...formatRedactions(receipt),
    ...(receipt.diagnostics.length === 0 ? [] : ['Noticed:']),
    ...receipt.diagnostics.flatMap(({ severity, section, detail }) =>
      wrapParagraph(`${severity}: ${section ? `${section}: ` : ''}${detail}`, '  '),
    ),
    '',
  ].join('\n')
}

/** Cuts the start of long paths, and of section names that are paths, to keep the table within 80 columns. */
function fitSource(rows: readonly (readonly string[])[]): string[][] {
  const widest = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0))
  const left = 80 - [2, 3, 4].reduce((sum, column) => sum + widest(column) + 2, 0)
  const section = Math.min(widest(0), Math.max(18, left - 22))
  const widths = [section, Math.max(18, left - section - 2)]
  return rows.map((row) => row.map((cell, i) => cutStart(cell, widths[i] ?? cell.length)))
}

function describeReductions(section: ReceiptSection): string {
  const reduced = section.reductions.map(({ by, why, before, after }) => `${by} (${why}) ${before}→${after}`)
  const redacted = Object.values(section.redactions).reduce((sum, n) => sum + n, 0)
  if (redacted > 0) reduced.push(`${redacted} redacted`)
  return reduced.join('; ') || 'whole'
}

function formatRedactions(receipt: Receipt): string[] {
  const rules = Object.entries(receipt.redaction.by_rule).map(([rule, count]) => `${rule} ×${count}`)
  return rules.length === 0 ? [] : [`Redacted: ${rules.join(', ')}`]
}

export function formatReceipt(receipt: Receipt): string {
  const facts: [string, string][] = [
    ['injection', receipt.injection_id],
    ['time', receipt.timestamp],
    ['status', receipt.status],
    ['manifest', `${receipt.manifest} ${shorten(receipt.manifest_digest)}`],
    ['packet', shorten(receipt.packet_digest ?? '')],
    ...receipt.sections.map(({ id, sources, sent_digest }): [string, string] => {
      const read = sources.length === 1 ? shorten(sources[0]!.digest) : `${sources.length} sources`
      return [id, `${read} → ${shorten(sent_digest)} as sent`]
    }),
    ['map', `${receipt.map.length} byte ranges, each with its file and lines`],
  ]
  return alignColumns(facts.map(([name, value]) => [name, value]))
    .join('\n')
    .concat('\n')
}

function shorten(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12)
}

export function formatDecisions({ decisions }: Pick<Packet, 'decisions'>): string {
  const rows = decisions.map(({ stage, section, detail }) => [stage, section ?? '', makeVisibleLine(detail)])
  return alignColumns(rows).join('\n').concat('\n')
}

function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0))) ?? []
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
}
