import type { TriggerRule } from '../../manifest/index.ts'
import { assertNever } from '../../values/index.ts'
import { parseDurationMs, parseEpochMs } from './duration.ts'
import type {
  CurrentSection,
  RefreshFacts,
  RefreshSection,
  RefreshTier,
  SentSection,
} from './refresh-facts.ts'

/** As people read it: `every_turns 10`. */
export function formatTrigger(rule: TriggerRule): string {
  const [name, value] = Object.entries(rule)[0]!
  return `${name} ${value}`
}

interface TriggerCheck {
  readonly fired: boolean
  readonly why: string
}

/** What can be told before anything is read; null for a trigger that depends on what is there. */
export function fireWithoutReading(
  rule: TriggerRule,
  tier: RefreshTier,
  facts: RefreshFacts,
): TriggerCheck | null {
  if ('on_change' in rule) return facts.session === null ? describeUncounted('what it has') : null
  if ('on_tool_call' in rule) return evaluateToolCall(rule.on_tool_call, facts)
  if ('every_turns' in rule) return evaluateTurns(rule.every_turns, tier, facts)
  if ('every' in rule) return evaluateTime(rule.every, tier, facts)
  return assertNever(rule)
}

function describeUncounted(unknownFact: string): TriggerCheck {
  return { fired: false, why: `${unknownFact} is not known: sessions are not counted` }
}

function evaluateToolCall(tool: string, { happened }: RefreshFacts): TriggerCheck {
  const fired = happened.kind === 'tool' && happened.name === tool
  return { fired, why: fired ? `${tool} was called` : `${tool} was not called` }
}

function evaluateTurns(everyTurns: number, tier: RefreshTier, facts: RefreshFacts): TriggerCheck {
  const { session } = facts
  if (session === null) return describeUncounted('the number of turns')
  const last = Math.max(0, ...listSentOfTier(tier, facts).map((sent) => sent.turn))
  const passed = session.turns - last
  return { fired: passed >= everyTurns, why: `${passed} of ${everyTurns} turns have passed` }
}

function evaluateTime(every: string, tier: RefreshTier, facts: RefreshFacts): TriggerCheck {
  const { session, now } = facts
  if (session === null) return describeUncounted('when it was last told')
  const times = listSentOfTier(tier, facts).map((sent) => parseEpochMs(sent.at))
  const last = Math.max(...(times.length === 0 ? [parseEpochMs(session.startedAt)] : times))
  const passed = Math.max(0, parseEpochMs(now) - last)
  return {
    fired: passed >= parseDurationMs(every),
    why: `${Math.floor(passed / 1000)} s have passed, of ${every}`,
  }
}

/** What the session was told of a tier. */
function listSentOfTier(tier: RefreshTier, { session, sections }: RefreshFacts): SentSection[] {
  const own = new Set(sections.filter((section) => section.tier === tier.id).map((section) => section.id))
  return (session?.told ?? []).filter((sent) => own.has(sent.section))
}

/** A trigger of a tier, once it is known what is there. */
export interface TriggerInput {
  readonly tier: RefreshTier
  readonly facts: RefreshFacts
  readonly presentOf: (section: string) => CurrentSection | undefined
}

export function fireOnChange(address: string, input: TriggerInput): TriggerCheck {
  const changed = input.facts.sections
    .filter((section) => hasChanged(section, address, input))
    .map((section) => section.id)
  if (changed.length > 0) return { fired: true, why: `${changed.join(', ')} changed` }
  return { fired: false, why: 'nothing that the session knows of has changed' }
}

function hasChanged(
  section: RefreshSection,
  address: string,
  { facts, tier, presentOf }: TriggerInput,
): boolean {
  const isNamed = isNamedBy(address, section)
  const isOwn = section.tier === tier.id
  if (address === '*' ? !isOwn : !isNamed || !(isOwn || section.tier === null)) return false
  const lastSent = facts.session?.told.find((sent) => sent.section === section.id)
  const current = presentOf(section.id)
  // One that is only looked at tells nothing until it was seen once.
  if (lastSent === undefined)
    return (isNamed || knowsSiblings(section, facts)) && isOwn && current?.state === 'found'
  if (current === undefined || current.state === 'unavailable') return false
  if (current.state === 'absent') return hasAnything(lastSent)
  return (
    lastSent.form === 'removed' ||
    lastSent.digest !== (lastSent.form === 'content' ? current.content : current.declared)
  )
}

/** Whether a session has anything of a section, be it where it lies. */
export function hasAnything({ form }: SentSection): boolean {
  return form !== 'removed' && form !== 'left-out'
}

/** Whether the session was told of other documents of the same section: then one that it was not told of is new. */
function knowsSiblings({ of }: RefreshSection, { session }: RefreshFacts): boolean {
  return of !== undefined && session?.told.some((sent) => sent.section.startsWith(`${of}/`)) === true
}

/** Whether a trigger speaks of this section when it has fired. A change tells nothing of what the session never heard of. */
export function triggerCovers(
  rule: TriggerRule,
  section: RefreshSection,
  { facts, tier, presentOf }: TriggerInput,
): boolean {
  if (!('on_change' in rule) || isNamedBy(rule.on_change, section)) return true
  const lastSent = facts.session?.told.find((sent) => sent.section === section.id)
  if (lastSent === undefined) return knowsSiblings(section, facts)
  return lastSent.form !== 'left-out' || hasChanged(section, '*', { facts, tier, presentOf })
}

function isNamedBy(address: string, section: RefreshSection): boolean {
  return section.uris.includes(address)
}
