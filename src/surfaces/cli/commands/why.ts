import {
  traceText,
  type WhyAbsence,
  type WhyHit,
  type WhyResult,
  whyOutput,
} from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, injectionArgument, injectionForms, refusalExits } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { formatSkippedInjections } from '../skipped-injections.ts'
import { withLedger } from '../store-choice.ts'
import { formatInjectionLabel } from '../views/format-injection-label.ts'
import { cutEnd, cutStart, joinLines, screenWidth, wrapParagraph } from '../views/lines.ts'
import type { Paint } from '../views/paint.ts'

export const why = defineCommand({
  name: 'why',
  summary: 'Show where a text in a packet came from, or why it is missing',
  about: ['Shows the section, the file, the lines, and the commit that added them to the repository.'],
  args: [
    { name: 'text|path', about: 'A part of the text, or a path in the repository', required: true },
    { ...injectionArgument, required: false, about: `The injection: ${injectionForms} (default: latest)` },
  ],
  options: historyOptions,
  examples: ['foreword why "Tests first"', 'foreword why docs/ANCHORS.md latest~1'],
  exits: [[0, 'answered'], ...refusalExits],
  outputSchema: whyOutput,
  async run(call) {
    const { services, parsed, command } = call
    const [asked = '', injection = 'latest'] = parsed.args
    if (asked.trim() === '') throw makeUsageRefusal(command, '<text|path> is empty')
    const { engine } = services
    return withLedger(call, async (past, { project }) =>
      traceText({ engine, past, history: await services.history() }, { project, asked, injection }),
    )
  },
  view: whyView,
  notices: ({ skipped }) => formatSkippedInjections(skipped),
})

export function whyView(result: WhyResult, paint: Paint): string {
  const { found, absent, more } = result
  const target = result.asked_as === 'text' ? `"${cutEnd(result.asked, 40)}"` : cutStart(result.asked, 50)
  const verdict = found.length > 0 ? 'is in' : 'is not in'
  return joinLines([
    ...wrapParagraph(`${target} ${verdict} ${formatInjectionLabel(result.injection)}.`),
    ...found.flatMap((hit) => ['', ...hitLines(hit, paint)]),
    ...(more === 0 ? [] : ['', `${formatCount(more, 'more place')} not listed.`]),
    ...(absent.length === 0 ? [] : ['', ...(found.length === 0 ? [] : ['Not sent:'])]),
    ...absent.flatMap(absenceLines),
  ])
}

function hitLines(hit: WhyHit, paint: Paint): string[] {
  const section = hit.section ?? 'outside the sections'
  const origin =
    formatPlace(hit) === null ? 'not from a file' : `from ${formatComputed(hit)}${formatPlace(hit)}`
  return [
    ...wrapParagraph(`${section}, ${origin}, line ${hit.packet_line} of the packet`).map((line) =>
      paint.strong(line),
    ),
    ...hit.text.split('\n').map((line) => `  │ ${cutEnd(makeVisibleLine(line), screenWidth - 4)}`),
    ...wrapParagraph(describeOrigin(hit), '  ').map((line) => paint.faint(line)),
  ]
}

/** The file comes first, because a reader can open it. */
function formatComputed({ computed_from: origin }: WhyHit): string {
  if (origin === null) return ''
  return `${origin.path}${origin.line === null ? '' : `:${origin.line}`} by `
}

function describeOrigin({ commit, state, source, computed_from: origin }: WhyHit): string {
  if (source === null) return 'foreword wrote it.'
  if (commit === null && origin !== null) return 'foreword computed it from this file.'
  if (commit === null && source.includes('://')) return 'foreword computed it when the packet was made.'
  const edited = state === 'uncommitted'
  if (commit === null) return edited ? 'Not committed when it was read.' : 'git does not know the commit.'
  const { id, date, author, summary } = commit
  const note = edited ? ' (the file had other changes that were not committed)' : ''
  return `${id.slice(0, 12)}, ${date.slice(0, 10)}, ${author}: ${summary}${note}`
}

const reasons: Readonly<Record<WhyAbsence['reason'], string>> = {
  'left-out': 'left out',
  reduced: 'shortened',
  redacted: 'redacted',
  unread: 'not read',
  undeclared: 'not declared',
  unknown: 'not in what was read',
}

function absenceLines({ section, source, lines, reason, detail }: WhyAbsence): string[] {
  const where = [section, formatPlace({ source, lines })].filter((part) => part !== null).join(', ')
  return wrapParagraph(`${where === '' ? '' : `${where}: `}${reasons[reason]}: ${detail}`, '  ')
}

function formatPlace({ source, lines }: Pick<WhyAbsence, 'source' | 'lines'>): string | null {
  return source === null || lines === null ? source : `${source}:${formatRange(lines)}`
}

function formatRange([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}-${last}`
}
