import { Refusal } from '../../../core/values/index.ts'
import type { ListedText, TextFile } from '../../../ports/index.ts'
import { makeAllowList } from './allow-list.ts'
import { buildBaseline, matchBaseline } from './known-findings.ts'
import type { ScrubDeps, ScrubEvents, ScrubInput } from './scrub-deps.ts'
import type { ScrubResult } from './scrub-output.ts'
import { SecretSearch } from './secret-search.ts'
import { ScrubTally } from './tally.ts'

/** Searches all texts for secrets. A secret that a rule finds in one text is redacted in all of them. */
export function scrubTexts(deps: ScrubDeps, input: ScrubInput, events: ScrubEvents): ScrubResult {
  const allowance = makeAllowList(deps.allowList, deps)
  const baseline = readBaselines(deps, input)
  const salt = baseline.salt ?? deps.newSalt()
  const tally = new ScrubTally(events)
  const texts: TextFile[] = []
  for (const text of listTexts(deps, input, events.progress)) {
    if (text.kind === 'file') texts.push(text.file)
    else tally.leftOut(text.name, text)
  }
  const search = new SecretSearch({
    deps,
    input,
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
      ? { gone: search.gone(), wrote: writeBaseline(deps, input, tally, salt) }
      : null,
  }
}

interface Baselines {
  readonly isAsked: boolean
  readonly known: ReturnType<ScrubDeps['readBaseline']>
  readonly salt: string | undefined
}

/** A baseline that is written again keeps its salt, so unchanged findings keep their lines. */
function readBaselines(deps: ScrubDeps, { baseline, writeBaseline }: ScrubInput): Baselines {
  const known = baseline === null ? null : deps.readBaseline(baseline)
  if (baseline !== null && known === null && baseline !== writeBaseline)
    throw new Refusal(
      'not-readable',
      `The baseline ${baseline} does not exist.`,
      `Create it with --write-baseline=${baseline}.`,
    )
  // Read it even if another baseline is compared, so that a file that is not a baseline is not overwritten.
  const before = writeBaseline === null ? null : deps.readBaseline(writeBaseline)
  const isAsked = baseline !== null || writeBaseline !== null
  return { isAsked, known, salt: (known ?? before)?.salt }
}

function writeBaseline(deps: ScrubDeps, input: ScrubInput, tally: ScrubTally, salt: string): string | null {
  if (input.writeBaseline === null) return null
  const { findings, known, unreadable } = tally
  // A new baseline would lose the known findings of unreadable files.
  if (unreadable.length > 0) return null
  deps.writeBaseline(input.writeBaseline, buildBaseline(salt, [...findings, ...known]))
  return input.writeBaseline
}

/** Lists every text once. In `text` mode, a text is listed as often as the user names it. */
function listTexts(
  deps: ScrubDeps,
  { paths, output }: ScrubInput,
  progress: ScrubEvents['progress'],
): Iterable<ListedText> {
  const found = new Map<string, ListedText>()
  for (const path of paths) {
    for (const text of deps.list(path)) {
      const key = output === 'text' ? `${found.size}` : text.path
      // A file that the user names is read even if the walk over a directory skips it.
      if (text.named || !found.has(key)) found.set(key, text)
      progress({ done: found.size, total: null, what: 'Listing files' })
    }
  }
  return found.values()
}
