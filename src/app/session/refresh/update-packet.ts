import { dropSections, type Packet, type PacketSection, renderPacket } from '../../../core/packet/index.ts'
import {
  buildReceipt,
  type InjectionMetadata,
  type Receipt,
  redactReceipt,
} from '../../../core/receipt/index.ts'
import type { RefreshDecision, SectionToSend } from '../../../core/session/index.ts'
import { joinLines } from '../../../core/values/index.ts'
import type { EngineServices, Project } from '../../../ports/index.ts'
import type { CompileResult } from '../../engine/index.ts'
import { makeRedactor } from '../../redaction/index.ts'
import { fitsChannel, selectWholeSections } from '../select-whole-sections.ts'
import { readCurrentSection } from './current-sections.ts'
import { findPlannedSection } from './document-choice.ts'
import type { RefreshPlan, WantedSections } from './refresh-plan.ts'

interface Choosing {
  readonly send: readonly SectionToSend[]
  /** Those that have waited longest. */
  readonly first: readonly string[]
  readonly room: WantedSections['room']
  compiled(wanted: WantedSections): Promise<CompileResult | null>
}

/** What goes out now: as much as the channel carries whole, what has waited longest before all else. Null where all that is news is gone. */
export async function chooseUpdatePacket({
  send,
  first,
  room,
  compiled,
}: Choosing): Promise<CompileResult | null> {
  const there = send.flatMap(({ section, as }) => (as === 'removed' ? [] : [section]))
  const wanted = [...there.filter((id) => first.includes(id)), ...there.filter((id) => !first.includes(id))]
  const chosen = await selectWholeSections(wanted, (ids) => compiled({ ids, room, last: first }))
  const [only, ...more] = chosen?.plan.sections ?? []
  if (chosen === null || only === undefined || more.length > 0) return chosen
  // Too long by itself, and the manifest would rather have none of it.
  return chosen.packet.sections.length > 0 ? chosen : compiled({ ids: [only.id], room, cut: true })
}

export interface UpdatePacket {
  readonly text: string
  readonly receipt: Receipt
  /** What is really in it. */
  readonly sent: readonly SectionToSend[]
}

/** How much is said of what is missing, and what of what comes later. */
type Note = readonly [Packet['note'], Packet['leftOut']]

const notesWith = (later: Packet['leftOut']): Note[] => [
  ['full', later],
  ['short', later],
]

interface Making {
  readonly project: Project
  readonly planned: RefreshPlan
  /** All that may be news, and what of it was chosen. */
  readonly there: CompileResult
  readonly compiled: CompileResult
  /** What had no room before. */
  readonly waited: readonly string[]
  readonly decision: RefreshDecision
  readonly occasion: InjectionMetadata
}

/** A packet of just the sections that are news, made to fit; null when nothing of them may be sent. What has no place in it waits. */
export async function makeUpdatePacket(engine: EngineServices, making: Making): Promise<UpdatePacket | null> {
  const { project, planned, compiled, occasion } = making
  const { plan } = planned.prepared
  const counter = await engine.counter(plan.measure)
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, rules)
  const values = { injection_id: occasion.injection_id, repo: project.name, level: plan.level.name }
  const budget = compiled.packet.overBudget ? plan.ceiling : Math.min(plan.level.budget, plan.ceiling)
  const news = newsOf(making)
  const later = laterIn(making)
  // That something is missing for good matters more than that something comes later.
  const notes = [...(later.length > 0 ? notesWith(later) : []), ...notesWith([])]
  for (let send = sendable(making); send.length > 0; send = withoutLastRemoved(send)) {
    const sections = send.map((one) => sectionOf(one, making, (text) => counter.count(text)))
    const rendered = ([note, also]: Note) =>
      renderPacket({ ...news, leftOut: [...news.leftOut, ...also], sections, note }, values, redactor)
    const fits = ({ rendered: { text } }: ReturnType<typeof rendered>) =>
      counter.count(text) <= budget && fitsChannel(plan.channelLimit, text)
    let swept = rendered(notes[0]!)
    for (const note of [...notes.slice(1), ['none', []] as const]) if (!fits(swept)) swept = rendered(note)
    if (!fits(swept) && send.some((one) => one.as === 'removed')) continue
    const { text, map } = swept.rendered
    const ids = swept.packet.sections.map((one) => one.id)
    if (ids.length === 0) return null
    const digests = swept.packet.sections.map((one) => [one.id, engine.hash(joinLines(one.lines))] as const)
    const sectionDigests = Object.fromEntries(digests)
    const sent = { total: counter.count(text), digest: engine.hash(text), map, sectionDigests }
    const leftOut = [...new Set([...swept.packet.leftOut, ...later])]
    const packet = { ...swept.packet, leftOut }
    const receipt = redactReceipt(buildReceipt(packet, sent, askedBy(making, ids)), compiled.clean)
    return { text, receipt, sent: send.filter((one) => ids.includes(one.section)) }
  }
  return null
}

/** As many are said to be gone at once: each takes a look at whether it fits. */
const maxRemoved = 50

/** What there was room for, with the digest of what it is now: it may have changed since it was decided on. */
function sendable({ compiled, decision }: Making): readonly SectionToSend[] {
  let removed = 0
  return decision.send.flatMap((one) => {
    if (one.as === 'removed') return removed++ < maxRemoved ? [one] : []
    const present = readCurrentSection(compiled, one.section)
    return present.state === 'found' ? [{ ...one, digest: present.content }] : []
  })
}

/** What is gone had no place in what was cut to size; it is said the next time. */
function withoutLastRemoved(send: readonly SectionToSend[]): readonly SectionToSend[] {
  const last = send.findLastIndex((one) => one.as === 'removed')
  return send.filter((_, i) => i !== last)
}

function sectionOf(one: SectionToSend, making: Making, count: (text: string) => number): PacketSection {
  const { compiled, planned } = making
  const { heading, tier, authority } = findPlannedSection(planned, one.section)!
  if (one.as !== 'removed') {
    const found = compiled.packet.sections.find(({ id }) => id === one.section)!
    return { ...found, heading: `${heading} (${one.as === 'update' ? 'updated' : 'new'})` }
  }
  const line = `${heading} is no longer there.`
  return {
    id: one.section,
    heading: `${heading} (removed)`,
    tier,
    authority,
    address: null,
    sources: [],
    ageDays: null,
    strategy: 'removed',
    lines: [{ text: line, at: 0 }],
    beforeCap: null,
    size: count(line),
    cap: null,
    protected: false,
    reductions: [],
    redactions: {},
    labels: {},
    facts: {},
  }
}

/** The packet without its sections; what is said of it is said of those that are sent. */
function newsOf({ compiled, decision }: Making): Packet {
  const ids = new Set(decision.send.map((one) => one.section))
  const said = compiled.packet.diagnostics.filter((one) => one.section === undefined || ids.has(one.section))
  // What there was no room for; why else a section is not there is no news.
  const leftOut = compiled.packet.leftOut.filter((one) => one.reason === 'over-budget' && ids.has(one.id))
  return { ...compiled.packet, leftOut, diagnostics: [...said, ...decision.diagnostics] }
}

const comesLater = { reason: 'over-budget', why: 'no room here, comes with a later prompt' } as const

/** News that was not chosen. */
function laterIn({ planned, there, compiled, decision }: Making): Packet['leftOut'] {
  const chosen = new Set(compiled.plan.sections.map(({ id }) => id))
  const gone = decision.send.flatMap(({ section }) => {
    const found = chosen.has(section) ? undefined : there.packet.sections.find(({ id }) => id === section)
    const { heading = '' } = findPlannedSection(planned, section) ?? {}
    return found === undefined ? [] : [{ ...found, heading }]
  })
  return dropSections({ sections: gone, leftOut: [] }, gone, comesLater).leftOut
}

/** What made somebody send it, for the record. */
function askedBy({ decision, occasion, waited }: Making, sent: readonly string[]): InjectionMetadata {
  const fired = decision.triggers.filter((one) => one.fired).map((one) => `${one.trigger} (${one.tier})`)
  const before = waited.filter((one) => sent.includes(one))
  const had = before.length === 0 ? [] : [`no room before (${before.join(', ')})`]
  return { ...occasion, asked: [...fired, ...had].join(', ') }
}
