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

interface Fired {
  readonly fired: boolean
  readonly why: string
}

/** What can be told before anything is read; null for a trigger that depends on what is there. */
export function fireWithoutReading(rule: TriggerRule, tier: RefreshTier, facts: RefreshFacts): Fired | null {
  if ('on_change' in rule) return facts.session === null ? notCounted('what it has') : null
  if ('on_tool_call' in rule) return askTool(rule.on_tool_call, facts)
  if ('every_turns' in rule) return askTurns(rule.every_turns, tier, facts)
  if ('every' in rule) return askTime(rule.every, tier, facts)
  return assertNever(rule)
}

function notCounted(what: string): Fired {
  return { fired: false, why: `${what} is not known: sessions are not counted` }
}

function askTool(tool: string, { happened }: RefreshFacts): Fired {
  const fired = happened.kind === 'tool' && happened.name === tool
  return { fired, why: fired ? `${tool} was called` : `${tool} was not called` }
}

function askTurns(wanted: number, tier: RefreshTier, facts: RefreshFacts): Fired {
  const { session } = facts
  if (session === null) return notCounted('the number of turns')
  const last = Math.max(0, ...toldOf(tier, facts).map((one) => one.turn))
  const passed = session.turns - last
  return { fired: passed >= wanted, why: `${passed} of ${wanted} turns have passed` }
}

function askTime(every: string, tier: RefreshTier, facts: RefreshFacts): Fired {
  const { session, now } = facts
  if (session === null) return notCounted('when it was last told')
  const times = toldOf(tier, facts).map((one) => parseEpochMs(one.at))
  const last = Math.max(...(times.length === 0 ? [parseEpochMs(session.startedAt)] : times))
  const passed = Math.max(0, parseEpochMs(now) - last)
  return {
    fired: passed >= parseDurationMs(every),
    why: `${Math.floor(passed / 1000)} s have passed, of ${every}`,
  }
}

/** What the session was told of a tier. */
function toldOf(tier: RefreshTier, { session, sections }: RefreshFacts): SentSection[] {
  const own = new Set(sections.filter((one) => one.tier === tier.id).map((one) => one.id))
  return (session?.told ?? []).filter((one) => own.has(one.section))
}

/** A trigger of a tier, once it is known what is there. */
export interface TriggerInput {
  readonly tier: RefreshTier
  readonly facts: RefreshFacts
  readonly presentOf: (section: string) => CurrentSection | undefined
}

export function fireOnChange(address: string, late: TriggerInput): Fired {
  const changed = late.facts.sections.filter((one) => hasChanged(one, address, late)).map((one) => one.id)
  if (changed.length > 0) return { fired: true, why: `${changed.join(', ')} changed` }
  return { fired: false, why: 'nothing that the session knows of has changed' }
}

function hasChanged(
  section: RefreshSection,
  address: string,
  { facts, tier, presentOf }: TriggerInput,
): boolean {
  const named = names(address, section)
  const own = section.tier === tier.id
  if (address === '*' ? !own : !named || !(own || section.tier === null)) return false
  const told = facts.session?.told.find((one) => one.section === section.id)
  const present = presentOf(section.id)
  // One that is only looked at tells nothing until it was seen once.
  if (told === undefined) return (named || isHeardOf(section, facts)) && own && present?.state === 'found'
  if (present === undefined || present.state === 'unavailable') return false
  if (present.state === 'absent') return hasAnything(told)
  return (
    told.form === 'removed' || told.digest !== (told.form === 'content' ? present.content : present.declared)
  )
}

/** Whether a session has anything of a section, be it where it lies. */
export function hasAnything({ form }: SentSection): boolean {
  return form !== 'removed' && form !== 'left-out'
}

/** Whether the session was told of other documents of the same section: then one that it was not told of is new. */
function isHeardOf({ of }: RefreshSection, { session }: RefreshFacts): boolean {
  return of !== undefined && session?.told.some((one) => one.section.startsWith(`${of}/`)) === true
}

/** Whether a trigger speaks of this section when it has fired. A change tells nothing of what the session never heard of. */
export function triggerCovers(
  rule: TriggerRule,
  section: RefreshSection,
  { facts, tier, presentOf }: TriggerInput,
): boolean {
  if (!('on_change' in rule) || names(rule.on_change, section)) return true
  const told = facts.session?.told.find((one) => one.section === section.id)
  if (told === undefined) return isHeardOf(section, facts)
  return told.form !== 'left-out' || hasChanged(section, '*', { facts, tier, presentOf })
}

function names(address: string, section: RefreshSection): boolean {
  return section.uris.includes(address)
}
