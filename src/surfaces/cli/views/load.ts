import type { LoadExplanation } from '../../../app/engine/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, table } from './text.ts'

const partColumns = [
  { head: 'part' },
  { head: 'room', right: true },
  { head: 'used', right: true },
  { head: 'refused', right: true },
] as const
const sizedColumns = [
  { head: '', lose: 'start' },
  { head: '', right: true },
] as const

/** Grouped by the reason: it is what somebody asks for, so nothing of it is cut. */
export function explanationView(explanation: LoadExplanation, paint: Paint): string {
  const { task, level, partitions, selected, refused, refused_count, nothing, asked } = explanation
  const word = task.word === null ? 'none of its words shows another' : `by the word "${task.word}"`
  const more = refused_count - refused.length
  const [title = '', ...parts] = table(partColumns, partitions.map(partRow))
  return page([
    ...paragraph(`Task: ${task.intent}, ${word}. Profile: ${level}.`),
    ...paragraph(`Budget: ${attemptsText(explanation)}.`),
    ...(parts.length === 0 ? [] : ['', paint.faint(title), ...parts]),
    '',
    paint.strong(selected.length === 0 ? 'No document is in' : `In: ${selected.length}`),
    ...grouped(
      selected,
      (one) => `by ${one.why}`,
      paint,
      (group) =>
        table(
          sizedColumns,
          group.map((one) => [one.path, sizeText(one)]),
          76,
        ),
    ),
    ...(refused_count === 0 ? [] : ['', paint.strong(`Not in: ${refused_count}`)]),
    ...grouped(
      refused,
      (one) => one.why,
      paint,
      (group) => group.map((one) => one.path),
    ),
    ...(more > 0 ? [`  … and ${more} more${unnamedText(explanation)}`] : []),
    ...(nothing.length === 0 ? [] : ['', paint.strong('Nothing from')]),
    ...grouped(
      nothing,
      (one) => one.why,
      paint,
      (group) => group.map((one) => one.source),
    ),
    ...(asked.length === 0 ? [] : ['', paint.strong('Asked')]),
    ...asked.flatMap((one) => paragraph(`${one.by}: ${one.detail ?? one.status}`, '  ')),
  ])
}

function grouped<T>(
  all: readonly T[],
  why: (one: T) => string,
  paint: Paint,
  lines: (group: readonly T[]) => readonly string[],
): string[] {
  const reasons = [...new Set(all.map(why))]
  return reasons.flatMap((reason) => [
    ...paragraph(reason, '  ').map((line) => paint.faint(line)),
    ...lines(all.filter((one) => why(one) === reason)).map((line) => `    ${line}`),
  ])
}

function attemptsText({ attempts }: LoadExplanation): string {
  const said = attempts.map(({ name, documents, excerpt, success }) => {
    const size =
      documents === null
        ? 'without a limit'
        : `${formatCount(documents, 'document')} of ${excerpt ?? 'any number of'} characters`
    const wanting = success ? '' : ' (something that is needed is missing)'
    return `${name === 'none' ? '' : `${name}, `}${size}${wanting}`
  })
  return said.join('; then ')
}

function partRow({ tier, documents, used, refused }: LoadExplanation['partitions'][number]): string[] {
  return [tier, documents === null ? 'all' : String(documents), String(used), String(refused)]
}

function unnamedText({ partitions }: LoadExplanation): string {
  const said = partitions.flatMap(({ tier, unnamed }) => (unnamed > 0 ? [`${unnamed} of ${tier}`] : []))
  return said.length === 0 ? '' : `: ${said.join(', ')}`
}

function sizeText(one: LoadExplanation['selected'][number]): string {
  return one.truncated ? `${one.size} of ${one.original_size ?? 'more'}` : String(one.size)
}
