import type { TriggerRule } from '../../manifest/index.ts'
import { assertNever } from '../../values/index.ts'
import { parseDurationMs, parseEpochMs } from './parse-duration.ts'
import type {
  CurrentSection,
  RefreshFacts,
  RefreshSection,
  RefreshTier,
  SentSection,
} from './refresh-facts.ts'

/** Formats a trigger for people: `every_turns 10`. */
export function formatTrigger(rule: TriggerRule): string {
  const [name, value] = Object.entries(rule)[0]!
  return `${name} ${value}`
}

interface TriggerCheck {
  readonly fired: boolean
  readonly why: string
}

/** Evaluates a trigger without reading sources. Null for a trigger that depends on their content. */
export function evaluateTriggerWithoutReading(
  rule: TriggerRule,
  tier: RefreshTier,
  facts: RefreshFacts,
): TriggerCheck | null {
  if ('on_change' in rule) return facts.session === null ? describeUncounted('which sections it has') : null
  if ('on_tool_call' in rule) return evaluateToolCall(rule.on_tool_call, facts)
  if ('every_turns' in rule) return evaluateTurns(rule.every_turns, tier, facts)
  if ('every' in rule) return evaluateTime(rule.every, tier, facts)
  return assertNever(rule)
}

function describeUncounted(unknownFact: string): TriggerCheck {
  return { fired: false, why: `sessions are not counted, so foreword does not know ${unknownFact}` }
}

function evaluateToolCall(tool: string, { happened }: RefreshFacts): TriggerCheck {
  const fired = happened.kind === 'tool' && happened.name === tool
  return { fired, why: fired ? `${tool} was called` : `${tool} was not called` }
}

function evaluateTurns(everyTurns: number, tier: RefreshTier, facts: RefreshFacts): TriggerCheck {
  const { session } = facts
  if (session === null) return describeUncounted('how many turns have passed')
  const last = Math.max(0, ...listSentOfTier(tier, facts).map((sent) => sent.turn))
  const passed = session.turns - last
  return { fired: passed >= everyTurns, why: `${passed} of ${everyTurns} turns have passed` }
}

function evaluateTime(every: string, tier: RefreshTier, facts: RefreshFacts): TriggerCheck {
  const { session, now } = facts
  if (session === null) return describeUncounted('when the tier was last sent')
  const times = listSentOfTier(tier, facts).map((sent) => parseEpochMs(sent.at))
  const last = Math.max(...(times.length === 0 ? [parseEpochMs(session.startedAt)] : times))
  const passed = Math.max(0, parseEpochMs(now) - last)
  return {
    fired: passed >= parseDurationMs(every),
    why: `${Math.floor(passed / 1000)} s of ${every} have passed`,
  }
}

/** Lists the sections of a tier that the session was sent. */
function listSentOfTier(tier: RefreshTier, { session, sections }: RefreshFacts): SentSection[] {
  const own = new Set(sections.filter((section) => section.tier === tier.id).map((section) => section.id))
  return (session?.sent ?? []).filter((sent) => own.has(sent.section))
}

/** The facts for a trigger, once the sources are read. */
export interface TriggerInput {
  readonly tier: RefreshTier
  readonly facts: RefreshFacts
  readonly findCurrent: (section: string) => CurrentSection | undefined
}

export function evaluateChangeTrigger(address: string, input: TriggerInput): TriggerCheck {
  const changed = input.facts.sections
    .filter((section) => hasChanged(section, address, input))
    .map((section) => section.id)
  if (changed.length > 0) return { fired: true, why: `${changed.join(', ')} changed` }
  return { fired: false, why: 'no section that the session has was changed' }
}

function hasChanged(
  section: RefreshSection,
  address: string,
  { facts, tier, findCurrent }: TriggerInput,
): boolean {
  const isNamed = isNamedBy(address, section)
  const isOwn = section.tier === tier.id
  if (address === '*' ? !isOwn : !isNamed || !(isOwn || section.tier === null)) return false
  const lastSent = facts.session?.sent.find((sent) => sent.section === section.id)
  const current = findCurrent(section.id)
  // A section that is only watched cannot have changed before it was seen once.
  if (lastSent === undefined)
    return (isNamed || knowsSiblings(section, facts)) && isOwn && current?.state === 'found'
  if (current === undefined || current.state === 'unavailable') return false
  if (current.state === 'absent') return holdsSection(lastSent)
  return (
    lastSent.form === 'removed' ||
    lastSent.digest !== (lastSent.form === 'content' ? current.content : current.declared)
  )
}

/** Whether a session has a section: its content, or only its address. */
export function holdsSection({ form }: SentSection): boolean {
  return form !== 'removed' && form !== 'left-out'
}

/** Whether the session was sent other documents of the same section. If so, a document it was not sent is new. */
function knowsSiblings({ of }: RefreshSection, { session }: RefreshFacts): boolean {
  return of !== undefined && session?.sent.some((sent) => sent.section.startsWith(`${of}/`)) === true
}

/** Whether a trigger that fired covers this section. `on_change: '*'` does not cover sections that the session never had. */
export function coversSection(
  rule: TriggerRule,
  section: RefreshSection,
  { facts, tier, findCurrent }: TriggerInput,
): boolean {
  if (!('on_change' in rule) || isNamedBy(rule.on_change, section)) return true
  const lastSent = facts.session?.sent.find((sent) => sent.section === section.id)
  if (lastSent === undefined) return knowsSiblings(section, facts)
  return lastSent.form !== 'left-out' || hasChanged(section, '*', { facts, tier, findCurrent })
}

function isNamedBy(address: string, section: RefreshSection): boolean {
  return section.uris.includes(address)
}
