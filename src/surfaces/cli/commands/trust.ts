import {
  listTrustedProjects,
  reviewTrust,
  revokeTrust,
  type TrustedProjects,
  type TrustResult,
  type TrustRevoked,
  trustOutput,
  untrustedEffect,
} from '../../../app/trust/index.ts'
import type { ReachKind } from '../../../core/manifest/index.ts'
import { formatCount, Refusal } from '../../../core/values/index.ts'
import { jsonOption, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { formatHunks } from '../views/format-hunks.ts'
import { formatTable, formatTime, joinLines, shortenDigest, wrapParagraph } from '../views/lines.ts'
import { type Paint, plainPaint } from '../views/paint.ts'

const forms = ['show', 'yes', 'revoke', 'list'] as const

export const trust = defineCommandWithResult({
  name: 'trust',
  summary: "Review a repository's manifest and trust it",
  about: [
    'Shows what the manifest would do, and asks. Before you trust a manifest that came with a repository, hooks and servers send agents nothing from it, and it cannot read outside the repository or read files with sensitive names, whatever it declares.',
    'Trust belongs to the repository at this path and to its worktrees. It lasts while the manifest reaches no further than you approved: a change that does asks again and shows just what is new. The approval is stored in your own configuration, never in the repository.',
  ],
  args: [{ ...repoArgument, required: false }],
  options: [
    { name: 'show', about: 'Show whether it is trusted and what is new since; ask nothing' },
    { name: 'yes', about: 'Trust it without a question, for scripts' },
    { name: 'revoke', about: 'Stop trusting it' },
    { name: 'list', about: 'List the repositories whose manifests are trusted' },
    { name: 'manifest', value: 'FILE', about: 'Review this manifest of the repository' },
    repoOption,
    jsonOption,
  ],
  examples: [
    'foreword trust',
    'foreword trust ../shop --show',
    'foreword trust . --yes',
    'foreword trust --list',
  ],
  exits: [[0, 'trusted, or shown'], [1, 'the answer was no'], ...refusalExits],
  outputSchema: trustOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services } = call
    const chosen = forms.filter((name) => parsed.options.has(name))
    if (chosen.length > 1)
      throw makeUsageRefusal(command, `--${chosen[0]} and --${chosen[1]} exclude each other`)
    if (chosen[0] !== 'list') return reviewOne(call, chosen[0])
    return { answer: listTrustedProjects(await services.trust()), agreed: true }
  },
  output: ({ answer }) => answer,
  view({ answer, agreed }, paint) {
    if (!agreed) return ''
    if ('projects' in answer) return trustedProjectsView(answer)
    return 'revoked' in answer ? revokedView(answer) : trustView(answer, paint)
  },
  exitCode: ({ agreed }) => (agreed ? 0 : 1),
})

async function reviewOne(call: CommandCall, form: (typeof forms)[number] | undefined): Promise<Result> {
  const { services } = call
  const project = chooseProject(call, readRepository(call))
  const deps = await services.trust()
  if (form === 'revoke') return { answer: revokeTrust(deps, project), agreed: true }
  const review = await reviewTrust(deps, project)
  const { result: answer } = review
  const needsApproval = answer.state === 'never' || answer.state === 'changed'
  if (form === 'show' || !needsApproval) return { answer, agreed: true }
  if (form !== 'yes' && !askForTrust(call, trustView(answer, plainPaint))) return { answer, agreed: false }
  return { answer: review.agree(), agreed: true }
}

interface Result {
  readonly answer: TrustResult | TrustRevoked | TrustedProjects
  readonly agreed: boolean
}

function revokedView({ project, revoked }: TrustRevoked): string {
  return `The manifest of ${project} ${revoked ? 'is no longer trusted' : 'was not trusted'}.\n`
}

/** Asks the user. Without a terminal, nothing is trusted. */
function askForTrust({ terminal, parsed }: CommandCall, view: string): boolean {
  const isJson = parsed.options.has('json')
  // With --json the document on standard output is the only answer, so the review is shown only to a person who is asked.
  if (!isJson) terminal.err(`${view}\n`)
  const typed = terminal.ask(`${isJson ? `${view}\n` : ''}Trust it? [y/N] `)
  if (typed === null) {
    throw new Refusal(
      'not-trusted',
      `The manifest is not trusted, because foreword has no terminal to ask on. ${untrustedEffect}`,
      'Run "foreword trust" in a terminal. In a script, review the manifest first, then use "foreword trust --yes".',
    )
  }
  const isYes = /^y(es)?$/i.test(typed.trim())
  if (!isYes && !isJson) terminal.err('Not trusted.\n')
  return isYes
}

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
