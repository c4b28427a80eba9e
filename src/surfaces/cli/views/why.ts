import type { WhyAbsence, WhyHit, WhyResult } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import { labelled } from './log.ts'
import type { Paint } from './paint.ts'
import { head, page, paragraph, screen, tail } from './text.ts'

export function whyView(answer: WhyResult, paint: Paint): string {
  const { found, absent, more } = answer
  const asked = answer.asked_as === 'text' ? `"${head(answer.asked, 40)}"` : tail(answer.asked, 50)
  const verdict = found.length > 0 ? 'is in' : 'is not in'
  return page([
    ...paragraph(`${asked} ${verdict} ${labelled(answer.injection)}.`),
    ...found.flatMap((hit) => ['', ...hitLines(hit, paint)]),
    ...(more === 0 ? [] : ['', `${formatCount(more, 'more place')} not listed.`]),
    ...(absent.length === 0 ? [] : ['', ...(found.length === 0 ? [] : ['Not sent:'])]),
    ...absent.flatMap(absenceLines),
  ])
}

function hitLines(hit: WhyHit, paint: Paint): string[] {
  const section = hit.section ?? 'around the sections'
  const origin = placed(hit) === null ? 'from no file' : `from ${placed(hit)}`
  return [
    ...paragraph(`${section}, ${origin}, line ${hit.packet_line} of the packet`).map((line) =>
      paint.strong(line),
    ),
    ...hit.text.split('\n').map((line) => `  │ ${head(visibleLine(line), screen - 4)}`),
    ...paragraph(history(hit), '  ').map((line) => paint.faint(line)),
  ]
}

function history({ commit, state, source }: WhyHit): string {
  if (source === null) return 'foreword wrote it.'
  const edited = state === 'uncommitted'
  if (commit === null)
    return edited ? 'Not committed when it was read.' : 'Version control does not say where it comes from.'
  const { id, date, author, summary } = commit
  const note = edited ? ' (the file had other changes that were not committed)' : ''
  return `${id.slice(0, 12)}, ${date.slice(0, 10)}, ${author}: ${summary}${note}`
}

const reasons: Readonly<Record<WhyAbsence['reason'], string>> = {
  'left-out': 'left out',
  reduced: 'shortened',
  redacted: 'redacted',
  unread: 'not read',
  undeclared: 'not asked for',
  unknown: 'not in what was read',
}

function absenceLines({ section, source, lines, reason, detail }: WhyAbsence): string[] {
  const where = [section, placed({ source, lines })].filter((one) => one !== null).join(', ')
  return paragraph(`${where === '' ? '' : `${where}: `}${reasons[reason]}: ${detail}`, '  ')
}

function placed({ source, lines }: Pick<WhyAbsence, 'source' | 'lines'>): string | null {
  return source === null || lines === null ? source : `${source}:${range(lines)}`
}

function range([first, last]: readonly [number, number]): string {
  return first === last ? String(first) : `${first}-${last}`
}
