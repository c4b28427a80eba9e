import { Refusal } from '../../../core/values/index.ts'
import type { ListedText, TextFile } from '../../../ports/index.ts'
import { makeAllowList } from './allowance.ts'
import { buildBaseline, matchBaseline } from './known-findings.ts'
import type { ScrubResult } from './outputs.ts'
import type { ScrubDeps, ScrubEvents, ScrubInput } from './scrub-tools.ts'
import { SecretSearch } from './search-text.ts'
import { ScrubTally } from './tally.ts'

/** Looks through texts, one after the other. What is a secret in one of them is one in all of them. */
export function scrubTexts(tools: ScrubDeps, order: ScrubInput, events: ScrubEvents): ScrubResult {
  const allowance = makeAllowList(tools.allowList, tools)
  const baseline = baselineFor(tools, order)
  const salt = baseline.salt ?? tools.newSalt()
  const tally = new ScrubTally(events)
  const texts: TextFile[] = []
  for (const one of listed(tools, order, events.progress)) {
    if (one.kind === 'file') texts.push(one.file)
    else tally.leftOut(one.name, one)
  }
  const search = new SecretSearch({
    tools,
    order,
    events,
    tally,
    allowance,
    salt,
    known: matchBaseline(baseline.known),
  })
  search.through(texts)
  return {
    ...tally.answer(),
    stale: allowance.stale().map(({ line, reason }) => ({ line, reason })),
    baseline: baseline.isAsked
      ? { gone: search.gone(), wrote: writeBaseline(tools, order, tally, salt) }
      : null,
  }
}

interface Baselines {
  readonly isAsked: boolean
  readonly known: ReturnType<ScrubDeps['readBaseline']>
  readonly salt: string | undefined
}

/** A baseline that is written again keeps its salt: findings that stay the same stay the same lines. */
function baselineFor(tools: ScrubDeps, { baseline, writeBaseline }: ScrubInput): Baselines {
  const known = baseline === null ? null : tools.readBaseline(baseline)
  if (baseline !== null && known === null && baseline !== writeBaseline)
    throw new Refusal(
      'not-readable',
      `There is no baseline ${baseline}.`,
      `Make it with --write-baseline=${baseline}.`,
    )
  // Also looked at when another one is compared with: what is no baseline is not overwritten.
  const before = writeBaseline === null ? null : tools.readBaseline(writeBaseline)
  const isAsked = baseline !== null || writeBaseline !== null
  return { isAsked, known, salt: (known ?? before)?.salt }
}

function writeBaseline(tools: ScrubDeps, order: ScrubInput, tally: ScrubTally, salt: string): string | null {
  if (order.writeBaseline === null) return null
  const { findings, known, unreadable } = tally
  // It would forget what is known of them.
  if (unreadable.length > 0) return null
  tools.writeBaseline(order.writeBaseline, buildBaseline(salt, [...findings, ...known]))
  return order.writeBaseline
}

/** Every text once, but for those that are printed: they come as often as they are named. */
function listed(
  tools: ScrubDeps,
  { paths, output }: ScrubInput,
  progress: ScrubEvents['progress'],
): Iterable<ListedText> {
  const found = new Map<string, ListedText>()
  for (const path of paths) {
    for (const one of tools.list(path)) {
      const key = output === 'text' ? `${found.size}` : one.path
      // A file that is named is read in any case, also where a walk would skip it.
      if (one.named || !found.has(key)) found.set(key, one)
      progress({ done: found.size, total: null, what: 'Listing files' })
    }
  }
  return found.values()
}
