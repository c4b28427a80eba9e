import { type TrustedProjects, type TrustResult, untrustedEffect } from '../../../app/trust/index.ts'
import type { ReachKind } from '../../../core/manifest/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatHunks } from './diff.ts'
import { formatTable, formatTime, joinLines, shortenDigest, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

export function trustView(result: TrustResult, paint: Paint): string {
  const { files, digest, problem } = result
  return joinLines([
    ...stateLines(result, paint),
    ...wrapParagraph(`Manifest ${files.join(', over ')}`),
    ...wrapParagraph(`Checksum ${digest}`),
    ...(problem === null ? [] : wrapParagraph(`Trust has no effect here: ${problem}`).map(paint.bad)),
    '',
    ...bodyLines(result, paint),
    ...(needsReview(result) ? ['', ...wrapParagraph(untrustedEffect)] : []),
  ])
}

function needsReview({ state }: TrustResult): boolean {
  return state === 'never' || state === 'changed'
}

/** Just what is new, if the earlier approval says what it covers. */
function bodyLines(result: TrustResult, paint: Paint): string[] {
  const { state, widening, changes } = result
  if (state !== 'changed') return deedLines(result)
  if (widening !== null && widening.length > 0) return [paint.strong('New'), ...newLines(widening)]
  return [...deedLines(result), '', ...changed(result, paint), ...formatHunks(changes, paint)]
}

const labels: Readonly<Record<ReachKind, string>> = {
  outside: 'reads outside the repository',
  sensitive: 'reads sensitive names',
  plugin: 'names plugins',
  write: 'writes',
  generated: 'generates',
  extends: 'extends files outside',
  protection: 'changes protection',
}

function newLines(widening: NonNullable<TrustResult['widening']>): string[] {
  const kinds = [...new Set(widening.map(({ kind }) => kind))]
  return formatRows(
    kinds.map((kind) => [
      labels[kind],
      widening.filter((item) => item.kind === kind).map(({ what }) => what),
    ]),
  )
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
  const { sections, tiers, external, sensitive, plugins, generates, journal, promotes } = does
  const listed = (some: readonly string[]) => (some.length === 0 ? ['none'] : some)
  return formatRows([
    ['sections', [`${formatCount(sections, 'section')} in ${formatCount(tiers, 'tier')}`]],
    [labels.outside, listed(external)],
    [labels.sensitive, listed(sensitive)],
    [labels.plugin, plugins.length === 0 ? ['none'] : [`${plugins.join(', ')} (only you can enable them)`]],
    [labels.generated, listed(generates)],
    ['writes when a session ends', listed(journal === null ? [] : [journal])],
    ...(promotes === null ? [] : [['writes promoted notes', [promotes]] as const]),
    ...(does.extends.length === 0 ? [] : [[labels.extends, does.extends] as const]),
    ...(does.protection.length === 0 ? [] : [[labels.protection, does.protection] as const]),
  ])
}

function formatRows(rows: readonly (readonly [string, readonly string[]])[]): string[] {
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
