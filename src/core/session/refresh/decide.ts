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
export function decideRefresh(facts: RefreshFacts, current: readonly CurrentSection[]): RefreshDecision {
  const cooling = getCooldownMs(facts.session, facts.cooldownSeconds, facts.now) > 0
  const bySection = new Map(current.map((section) => [section.section, section]))
  const presentOf = (section: string) => bySection.get(section)
  const evaluated = (cooling ? [] : facts.tiers).flatMap((tier) =>
    tier.triggers.map((rule) => evaluateTrigger(rule, { tier, facts, presentOf })),
  )
  const fired = evaluated.filter((trigger) => trigger.answer.fired)
  const waiting = new Set(findWaiting(facts))
  const due = facts.sections.filter((section) => waiting.has(section.id) || isCovered(section, fired))
  const send = due.flatMap((section): SectionToSend[] => {
    const change = findChange(findSent(facts, section.id), presentOf(section.id))
    return change === null ? [] : [{ section: section.id, ...change }]
  })
  return {
    send,
    nothing: send.length > 0 ? null : cooling ? 'cooldown' : fired.length === 0 ? 'no-trigger' : 'unchanged',
    triggers: evaluated.map((trigger) => trigger.answer),
    diagnostics: due.flatMap((section) => describeUnavailable(presentOf(section.id))),
  }
}

interface EvaluatedTrigger {
  readonly rule: TriggerRule
  readonly late: TriggerInput
  readonly answer: TriggerResult
}

function evaluateTrigger(rule: TriggerRule, input: TriggerInput): EvaluatedTrigger {
  const { tier, facts } = input
  const result =
    fireWithoutReading(rule, tier, facts) ?? fireOnChange('on_change' in rule ? rule.on_change : '*', input)
  return { rule, late: input, answer: { tier: tier.id, trigger: formatTrigger(rule), ...result } }
}

function isCovered(section: RefreshSection, fired: readonly EvaluatedTrigger[]): boolean {
  return fired.some(({ rule, late }) => late.tier.id === section.tier && triggerCovers(rule, section, late))
}

function findSent({ session }: RefreshFacts, section: string): SentSection | undefined {
  return session?.told.find((sent) => sent.section === section)
}

function findChange(
  lastSent: SentSection | undefined,
  current: CurrentSection | undefined,
): Omit<SectionToSend, 'section'> | null {
  if (current === undefined || current.state === 'unavailable') return null
  if (current.state === 'absent') {
    return lastSent === undefined || !hasAnything(lastSent) ? null : { as: 'removed', digest: '' }
  }
  const { content: digest } = current
  if (lastSent?.form === 'read') return lastSent.digest === current.declared ? null : { as: 'update', digest }
  if (lastSent?.form !== 'content') return { as: 'baseline', digest }
  return lastSent.digest === digest ? null : { as: 'update', digest }
}

function describeUnavailable(current: CurrentSection | undefined): Diagnostic[] {
  if (current?.state !== 'unavailable') return []
  const detail = `${current.why.replace(/\.$/, '')}; the session keeps what it has`
  return [makeDiagnostic('refresh-unavailable', 'warning', detail, current.section)]
}
