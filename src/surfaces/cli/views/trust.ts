import type { TrustedProjects, TrustResult } from '../../../app/trust/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import { hunkLines } from './diff.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short, table, when } from './text.ts'

export function trustView(answer: TrustResult, paint: Paint): string {
  const { files, digest, changes, problem } = answer
  return page([
    ...stateLines(answer, paint),
    ...paragraph(`Manifest ${files.join(', over ')}`),
    ...paragraph(`Checksum ${digest}`),
    ...(problem === null ? [] : paragraph(`Trust counts for nothing here: ${problem}`).map(paint.bad)),
    '',
    ...deedLines(answer),
    ...(answer.state === 'changed' ? ['', ...changed(answer, paint)] : []),
    ...hunkLines(changes, paint),
  ])
}

function stateLines({ project, state, since }: TrustResult, paint: Paint): string[] {
  const at = since === null ? '' : when(since)
  if (state === 'trusted') return paragraph(`${project}: trusted since ${at}`).map(paint.good)
  if (state === 'changed')
    return paragraph(`${project}: not trusted, it has changed since ${at}`).map(paint.bad)
  if (state === 'never') return paragraph(`${project}: not trusted`).map(paint.notable)
  if (state === 'own')
    return paragraph(`${project}: the manifest is your own file outside of the repository; it counts`)
  return paragraph(`${project}: the manifest came with foreword; there is nothing to trust`)
}

function deedLines({ does }: TrustResult): string[] {
  const { sections, tiers, external, sensitive, plugins, generates, journal } = does
  const listed = (some: readonly string[]) => (some.length === 0 ? ['none'] : some)
  const rows: [string, readonly string[]][] = [
    ['sections', [`${formatCount(sections, 'section')} in ${formatCount(tiers, 'tier')}`]],
    ['reads outside of the repository', listed(external)],
    ['reads sensitive names', listed(sensitive)],
    ['names plugins', plugins.length === 0 ? ['none'] : [`${plugins.join(', ')} (each is enabled by you)`]],
    ['generates', listed(generates)],
    ['writes when a session ends', listed(journal === null ? [] : [journal])],
  ]
  // Whole, however long: somebody is about to agree to just this.
  return rows.flatMap(([what, values]) => [
    ...values.map((value, i) => `${(i === 0 ? what : '').padEnd(33)}${visibleLine(value)}`),
  ])
}

function changed({ trusted, digest, changes }: TrustResult, paint: Paint): string[] {
  const heading = paint.strong(`What has changed, ${short(trusted ?? '')} → ${short(digest)}`)
  return changes.length > 0 ? [heading] : [heading, 'Only what is redacted.']
}

export function projectsView({ directory, projects }: TrustedProjects): string {
  if (projects.length === 0) return page(paragraph(`Nothing is trusted (${directory}).`))
  const rows = projects.map(({ root, digest, since }) => [when(since), short(digest), root])
  return page(table([{ head: 'since' }, { head: 'checksum' }, { head: 'project' }], rows))
}
