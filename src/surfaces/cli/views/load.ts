import type { LoadExplanation } from '../../../app/engine/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { formatTable, joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

const partColumns = [
  { head: 'part' },
  { head: 'limit', right: true },
  { head: 'used', right: true },
  { head: 'refused', right: true },
] as const
const sizedColumns = [
  { head: '', lose: 'start' },
  { head: '', right: true },
] as const

/** Groups documents by reason. Never cuts reasons, because --explain exists to show them. */
export function loadExplanationView(explanation: LoadExplanation, paint: Paint): string {
  const { task, level, partitions, selected, refused, refused_count, nothing, asked } = explanation
  const word =
    task.word === null ? 'by default: no word matched another intent' : `by the word "${task.word}"`
  const more = refused_count - refused.length
  const [title = '', ...parts] = formatTable(partColumns, partitions.map(partRow))
  return joinLines([
    ...wrapParagraph(`Task: ${task.intent}, ${word}. Profile: ${level}.`),
    ...wrapParagraph(`Budget: ${attemptsText(explanation)}.`),
    ...(parts.length === 0 ? [] : ['', paint.faint(title), ...parts]),
    '',
    paint.strong(selected.length === 0 ? 'No document is included' : `Included: ${selected.length}`),
    ...grouped(
      selected,
      (document) => `by ${document.why}`,
      paint,
      (group) =>
        formatTable(
          sizedColumns,
          group.map((document) => [document.path, sizeText(document)]),
          76,
        ),
    ),
    ...(refused_count === 0 ? [] : ['', paint.strong(`Left out: ${refused_count}`)]),
    ...grouped(
      refused,
      (document) => document.why,
      paint,
      (group) => group.map((document) => document.path),
    ),
    ...(more > 0 ? [`  … and ${more} more${unnamedText(explanation)}`] : []),
    ...(nothing.length === 0 ? [] : ['', paint.strong('Nothing from')]),
    ...grouped(
      nothing,
      (source) => source.why,
      paint,
      (group) => group.map(({ source }) => source),
    ),
    ...(asked.length === 0 ? [] : ['', paint.strong('Queried')]),
    ...asked.flatMap(({ by, detail, status }) => wrapParagraph(`${by}: ${detail ?? status}`, '  ')),
  ])
}

function grouped<T>(
  all: readonly T[],
  why: (item: T) => string,
  paint: Paint,
  lines: (group: readonly T[]) => readonly string[],
): string[] {
  const reasons = [...new Set(all.map(why))]
  return reasons.flatMap((reason) => [
    ...wrapParagraph(reason, '  ').map((line) => paint.faint(line)),
    ...lines(all.filter((item) => why(item) === reason)).map((line) => `    ${line}`),
  ])
}

function attemptsText({ attempts }: LoadExplanation): string {
  const texts = attempts.map(({ name, documents, excerpt, success }) => {
    const size =
      documents === null
        ? 'without a limit'
        : `${formatCount(documents, 'document')} of ${excerpt ?? 'any number of'} characters`
    const missing = success ? '' : ' (a required document is missing)'
    return `${name === 'none' ? '' : `${name}, `}${size}${missing}`
  })
  return texts.join('; then ')
}

function partRow({ tier, documents, used, refused }: LoadExplanation['partitions'][number]): string[] {
  return [tier, documents === null ? 'all' : String(documents), String(used), String(refused)]
}

function unnamedText({ partitions }: LoadExplanation): string {
  const counts = partitions.flatMap(({ tier, unnamed }) => (unnamed > 0 ? [`${unnamed} of ${tier}`] : []))
  return counts.length === 0 ? '' : `: ${counts.join(', ')}`
}

function sizeText({ size, original_size, truncated }: LoadExplanation['selected'][number]): string {
  return truncated ? `${size} of ${original_size ?? 'more'}` : String(size)
}
