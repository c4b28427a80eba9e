import type { TriggerRule } from '../../manifest/index.ts'
import { type Diagnostic, makeDiagnostic } from '../../values/index.ts'
import { parseEpochMs } from './parse-duration.ts'
import type {
  CurrentSection,
  RefreshDecision,
  RefreshFacts,
  RefreshSection,
  SectionToSend,
  SentSection,
  TriggerResult,
} from './refresh-facts.ts'
import {
  coversSection,
  evaluateChangeTrigger,
  evaluateTriggerWithoutReading,
  formatTrigger,
  holdsSection,
  type TriggerInput,
} from './triggers.ts'
import { findWaitingSections } from './waiting-sections.ts'

/**
 * Returns the milliseconds until the cooldown ends; 0 if it is over. A resumed session does not wait for it. A time far in the future
 * came from a wrong clock, so it does not count.
 */
export function getCooldownMs({
  session,
  cooldownSeconds,
  now,
  happened,
}: Pick<RefreshFacts, 'session' | 'cooldownSeconds' | 'now' | 'happened'>): number {
  if (session === null || session.refreshedAt === null || happened.kind === 'resume') return 0
  const passed = parseEpochMs(now) - parseEpochMs(session.refreshedAt)
  const cooldown = cooldownSeconds * 1000
  return Math.abs(passed) < cooldown ? cooldown - passed : 0
}

/** Finds the tiers to read: one of their triggers has fired, or depends on the content of sources. A resumed session needs all tiers. */
export function findDueTiers(facts: RefreshFacts): string[] {
  if (facts.happened.kind === 'resume') return [...new Set(facts.sections.flatMap(({ tier }) => tier ?? []))]
  const due = facts.tiers.filter((tier) =>
    tier.triggers.some((rule) => evaluateTriggerWithoutReading(rule, tier, facts)?.fired ?? true),
  )
  return due.map((tier) => tier.id)
}

/**
 * Pure: the same facts give the same decision, whatever the order of `current`. During the cooldown no trigger is evaluated; the session
 * gets only the sections that wait because they did not fit before.
 */
export function decideRefresh(facts: RefreshFacts, current: readonly CurrentSection[]): RefreshDecision {
  const cooling = getCooldownMs(facts) > 0
  const isResume = facts.happened.kind === 'resume'
  const bySection = new Map(current.map((section) => [section.section, section]))
  const findCurrent = (section: string) => bySection.get(section)
  const evaluated = (cooling || isResume ? [] : facts.tiers).flatMap((tier) =>
    tier.triggers.map((rule) => evaluateTrigger(rule, { tier, facts, findCurrent })),
  )
  const fired = evaluated.filter((trigger) => trigger.result.fired)
  const hasCause = isResume || fired.length > 0
  const waiting = new Set(findWaitingSections(facts))
  const isDue = (section: RefreshSection) =>
    isResume ? isDueAtResume(section, facts, findCurrent) : isCovered(section, fired)
  const due = facts.sections.filter((section) => waiting.has(section.id) || isDue(section))
  const send = due.flatMap((section): SectionToSend[] => {
    const change = findChange(findSent(facts, section.id), findCurrent(section.id))
    return change === null ? [] : [{ section: section.id, ...change }]
  })
  return {
    send,
    nothing: send.length > 0 ? null : cooling ? 'cooldown' : hasCause ? 'unchanged' : 'no-trigger',
    triggers: evaluated.map((trigger) => trigger.result),
    diagnostics: due.flatMap((section) => describeUnavailable(findCurrent(section.id))),
  }
}

interface EvaluatedTrigger {
  readonly rule: TriggerRule
  readonly input: TriggerInput
  readonly result: TriggerResult
}

function evaluateTrigger(rule: TriggerRule, input: TriggerInput): EvaluatedTrigger {
  const { tier, facts } = input
  const result =
    evaluateTriggerWithoutReading(rule, tier, facts) ??
    evaluateChangeTrigger('on_change' in rule ? rule.on_change : '*', input)
  return { rule, input, result: { tier: tier.id, trigger: formatTrigger(rule), ...result } }
}

function isCovered(section: RefreshSection, fired: readonly EvaluatedTrigger[]): boolean {
  return fired.some(
    ({ rule, input }) => input.tier.id === section.tier && coversSection(rule, section, input),
  )
}

/** A session that has only the address of a section reads the current content there, so it needs no update. */
function isDueAtResume(
  section: RefreshSection,
  facts: RefreshFacts,
  findCurrent: TriggerInput['findCurrent'],
): boolean {
  const lastSent = findSent(facts, section.id)
  if (section.tier === null || lastSent?.form === 'declared') return false
  if (lastSent?.form !== 'left-out') return true
  const current = findCurrent(section.id)
  return current?.state === 'found' && current.declared !== lastSent.digest
}

function findSent({ session }: RefreshFacts, section: string): SentSection | undefined {
  return session?.sent.find((sent) => sent.section === section)
}

function findChange(
  lastSent: SentSection | undefined,
  current: CurrentSection | undefined,
): Omit<SectionToSend, 'section'> | null {
  if (current === undefined || current.state === 'unavailable') return null
  if (current.state === 'absent') {
    return lastSent === undefined || !holdsSection(lastSent) ? null : { as: 'removed', digest: '' }
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
