import type { TriggerRule } from '../../manifest/index.ts'
import { type Diagnostic, makeDiagnostic } from '../../values/index.ts'
import { parseEpochMs } from './duration.ts'
import type {
  CurrentSection,
  RefreshDecision,
  RefreshFacts,
  RefreshSection,
  SectionToSend,
  SentSection,
  SessionCount,
  TriggerResult,
} from './refresh-facts.ts'
import {
  fireOnChange,
  fireWithoutReading,
  formatTrigger,
  hasAnything,
  type TriggerInput,
  triggerCovers,
} from './triggers.ts'
import { findWaiting } from './waiting-sections.ts'

/**
 * How long the session must still be left alone; 0 when it need not be. A time far ahead was written by a clock that was wrong: nobody
 * waits for it.
 */
export function getCooldownMs(
  session: Pick<SessionCount, 'refreshedAt'> | null,
  cooldownSeconds: number,
  now: string,
): number {
  if (session === null || session.refreshedAt === null) return 0
  const passed = parseEpochMs(now) - parseEpochMs(session.refreshedAt)
  const cooldown = cooldownSeconds * 1000
  return Math.abs(passed) < cooldown ? cooldown - passed : 0
}

/** The tiers that must be looked at: something of theirs has fired, or depends on what is there. */
export function findDueTiers(facts: RefreshFacts): string[] {
  const due = facts.tiers.filter((tier) =>
    tier.triggers.some((rule) => fireWithoutReading(rule, tier, facts)?.fired ?? true),
  )
  return due.map((tier) => tier.id)
}

/**
 * Pure: the same facts give the same decision, in whatever order it is said what is there. While a session is left alone, no trigger is
 * asked: it gets what had no room when it was told.
 */
export function decideRefresh(facts: RefreshFacts, present: readonly CurrentSection[]): RefreshDecision {
  const cooling = getCooldownMs(facts.session, facts.cooldownSeconds, facts.now) > 0
  const there = new Map(present.map((one) => [one.section, one]))
  const presentOf = (section: string) => there.get(section)
  const asked = (cooling ? [] : facts.tiers).flatMap((tier) =>
    tier.triggers.map((rule) => ask(rule, { tier, facts, presentOf })),
  )
  const fired = asked.filter((one) => one.answer.fired)
  const waiting = new Set(findWaiting(facts))
  const due = facts.sections.filter((section) => waiting.has(section.id) || isCovered(section, fired))
  const send = due.flatMap((section): SectionToSend[] => {
    const change = changeOf(toldOf(facts, section.id), presentOf(section.id))
    return change === null ? [] : [{ section: section.id, ...change }]
  })
  return {
    send,
    nothing: send.length > 0 ? null : cooling ? 'cooldown' : fired.length === 0 ? 'no-trigger' : 'unchanged',
    triggers: asked.map((one) => one.answer),
    diagnostics: due.flatMap((section) => trouble(presentOf(section.id))),
  }
}

interface Asked {
  readonly rule: TriggerRule
  readonly late: TriggerInput
  readonly answer: TriggerResult
}

function ask(rule: TriggerRule, late: TriggerInput): Asked {
  const { tier, facts } = late
  const answer =
    fireWithoutReading(rule, tier, facts) ?? fireOnChange('on_change' in rule ? rule.on_change : '*', late)
  return { rule, late, answer: { tier: tier.id, trigger: formatTrigger(rule), ...answer } }
}

function isCovered(section: RefreshSection, fired: readonly Asked[]): boolean {
  return fired.some(({ rule, late }) => late.tier.id === section.tier && triggerCovers(rule, section, late))
}

function toldOf({ session }: RefreshFacts, section: string): SentSection | undefined {
  return session?.told.find((one) => one.section === section)
}

function changeOf(
  told: SentSection | undefined,
  present: CurrentSection | undefined,
): Omit<SectionToSend, 'section'> | null {
  if (present === undefined || present.state === 'unavailable') return null
  if (present.state === 'absent') {
    return told === undefined || !hasAnything(told) ? null : { as: 'removed', digest: '' }
  }
  const { content: digest } = present
  if (told?.form === 'read') return told.digest === present.declared ? null : { as: 'update', digest }
  if (told?.form !== 'content') return { as: 'baseline', digest }
  return told.digest === digest ? null : { as: 'update', digest }
}

function trouble(present: CurrentSection | undefined): Diagnostic[] {
  if (present?.state !== 'unavailable') return []
  const detail = `${present.why.replace(/\.$/, '')}; the session keeps what it has`
  return [makeDiagnostic('refresh-unavailable', 'warning', detail, present.section)]
}
