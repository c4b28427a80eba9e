import type { TrustedProjects, TrustResult } from '../../../app/trust/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatHunks } from './diff.ts'
import { formatTable, formatTime, joinLines, shortenDigest, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

export function trustView(result: TrustResult, paint: Paint): string {
  const { files, digest, changes, problem } = result
  return joinLines([
    ...stateLines(result, paint),
    ...wrapParagraph(`Manifest ${files.join(', over ')}`),
    ...wrapParagraph(`Checksum ${digest}`),
    ...(problem === null ? [] : wrapParagraph(`Trust has no effect here: ${problem}`).map(paint.bad)),
    '',
    ...deedLines(result),
    ...(result.state === 'changed' ? ['', ...changed(result, paint)] : []),
    ...formatHunks(changes, paint),
  ])
}

function stateLines({ project, state, since }: TrustResult, paint: Paint): string[] {
  const at = since === null ? '' : formatTime(since)
  if (state === 'trusted') return wrapParagraph(`${project}: trusted since ${at}`).map(paint.good)
  if (state === 'changed') return wrapParagraph(`${project}: not trusted, changed since ${at}`).map(paint.bad)
  if (state === 'never') return wrapParagraph(`${project}: not trusted`).map(paint.notable)
  if (state === 'own')
    return wrapParagraph(
      `${project}: the manifest is your own file outside the repository and needs no trust`,
    )
  return wrapParagraph(`${project}: the manifest ships with foreword and needs no trust`)
}

function deedLines({ does }: TrustResult): string[] {
  const { sections, tiers, external, sensitive, plugins, generates, journal } = does
  const listed = (some: readonly string[]) => (some.length === 0 ? ['none'] : some)
  const rows: [string, readonly string[]][] = [
    ['sections', [`${formatCount(sections, 'section')} in ${formatCount(tiers, 'tier')}`]],
    ['reads outside the repository', listed(external)],
    ['reads sensitive names', listed(sensitive)],
    ['names plugins', plugins.length === 0 ? ['none'] : [`${plugins.join(', ')} (only you can enable them)`]],
    ['generates', listed(generates)],
    ['writes when a session ends', listed(journal === null ? [] : [journal])],
  ]
  // Never cut: the user is about to approve exactly this.
  return rows.flatMap(([what, values]) => [
    ...values.map((value, i) => `${(i === 0 ? what : '').padEnd(33)}${makeVisibleLine(value)}`),
  ])
}

function changed({ trusted, digest, changes }: TrustResult, paint: Paint): string[] {
  const heading = paint.strong(`Changes, ${shortenDigest(trusted ?? '')} → ${shortenDigest(digest)}`)
  return changes.length > 0 ? [heading] : [heading, 'Only redacted text changed.']
}

export function trustedProjectsView({ directory, projects }: TrustedProjects): string {
  if (projects.length === 0) return joinLines(wrapParagraph(`No manifest is trusted (${directory}).`))
  const rows = projects.map(({ root, digest, since }) => [formatTime(since), shortenDigest(digest), root])
  return joinLines(formatTable([{ head: 'since' }, { head: 'checksum' }, { head: 'project' }], rows))
}
