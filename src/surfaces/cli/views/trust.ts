import type { TrustedProjects, TrustResult } from '../../../app/trust/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import { hunkLines } from './diff.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short, table, when } from './text.ts'

export function trustView(result: TrustResult, paint: Paint): string {
  const { files, digest, changes, problem } = result
  return page([
    ...stateLines(result, paint),
    ...paragraph(`Manifest ${files.join(', over ')}`),
    ...paragraph(`Checksum ${digest}`),
    ...(problem === null ? [] : paragraph(`Trust has no effect here: ${problem}`).map(paint.bad)),
    '',
    ...deedLines(result),
    ...(result.state === 'changed' ? ['', ...changed(result, paint)] : []),
    ...hunkLines(changes, paint),
  ])
}

function stateLines({ project, state, since }: TrustResult, paint: Paint): string[] {
  const at = since === null ? '' : when(since)
  if (state === 'trusted') return paragraph(`${project}: trusted since ${at}`).map(paint.good)
  if (state === 'changed') return paragraph(`${project}: not trusted, changed since ${at}`).map(paint.bad)
  if (state === 'never') return paragraph(`${project}: not trusted`).map(paint.notable)
  if (state === 'own')
    return paragraph(`${project}: the manifest is your own file outside the repository and needs no trust`)
  return paragraph(`${project}: the manifest ships with foreword and needs no trust`)
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
    ...values.map((value, i) => `${(i === 0 ? what : '').padEnd(33)}${visibleLine(value)}`),
  ])
}

function changed({ trusted, digest, changes }: TrustResult, paint: Paint): string[] {
  const heading = paint.strong(`Changes, ${short(trusted ?? '')} → ${short(digest)}`)
  return changes.length > 0 ? [heading] : [heading, 'Only redacted text changed.']
}

export function projectsView({ directory, projects }: TrustedProjects): string {
  if (projects.length === 0) return page(paragraph(`No manifest is trusted (${directory}).`))
  const rows = projects.map(({ root, digest, since }) => [when(since), short(digest), root])
  return page(table([{ head: 'since' }, { head: 'checksum' }, { head: 'project' }], rows))
}
