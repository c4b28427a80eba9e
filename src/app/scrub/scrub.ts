import { Refusal } from '../../core/values/index.ts'
import type { Listed, TextFile } from '../../ports/index.ts'
import { allowanceOf } from './allowance.ts'
import { baselineOf, knownFrom } from './known.ts'
import type { ScrubAnswer } from './outputs.ts'
import { Search } from './search.ts'
import { Tally } from './tally.ts'
import type { ScrubEvents, ScrubOrder, ScrubTools } from './tools.ts'

/** Looks through texts, one after the other. What is a secret in one of them is one in all of them. */
export function scrub(tools: ScrubTools, order: ScrubOrder, events: ScrubEvents): ScrubAnswer {
  const allowance = allowanceOf(tools.allowList, tools)
  const baseline = baselineFor(tools, order)
  const salt = baseline.salt ?? tools.newSalt()
  const tally = new Tally(events)
  const texts: TextFile[] = []
  for (const one of listed(tools, order, events.progress)) {
    if (one.kind === 'file') texts.push(one.file)
    else tally.leftOut(one.name, one)
  }
  const search = new Search({
    tools,
    order,
    events,
    tally,
    allowance,
    salt,
    known: knownFrom(baseline.known),
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
  readonly known: ReturnType<ScrubTools['readBaseline']>
  readonly salt: string | undefined
}

/** A baseline that is written again keeps its salt: findings that stay the same stay the same lines. */
function baselineFor(tools: ScrubTools, { baseline, writeBaseline }: ScrubOrder): Baselines {
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

function writeBaseline(tools: ScrubTools, order: ScrubOrder, tally: Tally, salt: string): string | null {
  if (order.writeBaseline === null) return null
  const { findings, known, unreadable } = tally
  // It would forget what is known of them.
  if (unreadable.length > 0) return null
  tools.writeBaseline(order.writeBaseline, baselineOf(salt, [...findings, ...known]))
  return order.writeBaseline
}

/** Every text once, but for those that are printed: they come as often as they are named. */
function listed(
  tools: ScrubTools,
  { paths, output }: ScrubOrder,
  progress: ScrubEvents['progress'],
): Iterable<Listed> {
  const found = new Map<string, Listed>()
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
