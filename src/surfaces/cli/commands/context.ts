import { type ContextResult, contextOutput, readContext } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { historyOptions, refusalExits, repoArgument } from '../arguments.ts'
import { defineCommand } from '../command.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { readStoreChoice } from '../store-choice.ts'
import { formatDelivery } from '../views/format-delivery.ts'
import { formatNoInjections } from '../views/format-log-table.ts'
import { formatTierName } from '../views/format-tier-name.ts'
import { formatThousands, joinLines, wrapParagraph } from '../views/lines.ts'

export const context = defineCommand({
  name: 'context',
  summary: 'Show in one line what the last agent received',
  about: ['"foreword context show" lists the sources.'],
  args: [repoArgument],
  options: historyOptions,
  examples: ['foreword context', 'foreword context --repo=../shop --json'],
  exits: [[0, 'shown'], ...refusalExits],
  outputSchema: contextOutput,
  async run(call) {
    const { services, terminal } = call
    const result = await services.withStore(readStoreChoice(call), (opened) =>
      readContext(opened, services.engine.hash),
    )
    if (result.waiting > 0) terminal.err(formatSpoolNotice(result.waiting))
    return result
  },
  view: (result, _, { terminal }) => contextView(result, terminal.style === 'colour'),
})

/** One line, for a status line or another program. On a terminal it wraps. */
export function contextView(result: ContextResult, onScreen: boolean): string {
  const { injection, refused } = result
  const why = refused === null ? '' : `run "foreword show ${refused.injection_id}" for the reason`
  if (injection === null && refused !== null)
    return joinLines(wrapParagraph(`The injection into ${result.project} was refused; ${why}.`))
  if (injection === null) return joinLines(wrapParagraph(formatNoInjections(result.project)))
  const tiers = result.tiers.map(
    ({ tier, sources, tokens }) =>
      `${formatTierName(tier)}: ${formatCount(sources, 'source')} (${formatThousands(tokens)} ${tokens === 1 ? 'token' : 'tokens'})`,
  )
  const sent = tiers.join(' | ') || withoutSources(injection.injection_id, result.measure)
  const arrived = result.delivery === null ? '' : ` | ${formatDelivery(result.delivery)}`
  const since = refused === null ? '' : ` | refused since then: ${why}`
  const line = `${sent}${arrived}${since}`
  return joinLines(onScreen ? wrapParagraph(line) : [makeVisibleLine(line)])
}

/** If the measure is null, the account was pruned. */
function withoutSources(id: string, measure: string | null): string {
  return measure === null ? `The sources of ${id} were deleted to save space.` : `${id} had no sources.`
}

export function formatSpoolNotice(waiting: number): string {
  const [receipts, them] = waiting === 1 ? ['1 receipt waits', 'it'] : [`${waiting} receipts wait`, 'them']
  return `foreword: warning: ${receipts} in the spool; run "foreword store repair" to import ${them}.\n`
}
