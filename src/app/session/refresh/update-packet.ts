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
import { findPlannedSection } from './choose-documents.ts'
import { readCurrentSection } from './current-sections.ts'
import type { PlanSectionsInput, RefreshPlan } from './refresh-plan.ts'

interface ChooseInput {
  readonly send: readonly SectionToSend[]
  /** The sections that have waited longest. */
  readonly first: readonly string[]
  readonly channelLimit: PlanSectionsInput['channelLimit']
  compile(sections: PlanSectionsInput): Promise<CompileResult | null>
}

/** Selects as many sections as fit uncut, those that have waited longest first. Null if all updates are removals. */
export async function chooseUpdatePacket({
  send,
  first,
  channelLimit,
  compile,
}: ChooseInput): Promise<CompileResult | null> {
  const there = send.flatMap(({ section, as }) => (as === 'removed' ? [] : [section]))
  const ordered = [...there.filter((id) => first.includes(id)), ...there.filter((id) => !first.includes(id))]
  // If all of them have waited equally long, the manifest decides which give way.
  const last = first.length === there.length ? [] : first
  const chosen = await selectWholeSections(ordered, (ids) => compile({ ids, channelLimit, last }))
  const [only, ...more] = chosen?.plan.sections ?? []
  if (chosen === null || only === undefined || more.length > 0) return chosen
  // The section is too long by itself, and the manifest drops it instead of cutting it. Cut it here.
  return chosen.packet.sections.length > 0 ? chosen : compile({ ids: [only.id], channelLimit, cut: true })
}

export interface UpdatePacket {
  readonly text: string
  readonly receipt: Receipt
  /** The sections that are really in the packet. */
  readonly sent: readonly SectionToSend[]
}

/** How to report missing sections, and which postponed sections to list. */
type Note = readonly [Packet['note'], Packet['leftOut']]

const makeNotes = (later: Packet['leftOut']): Note[] => [
  ['full', later],
  ['short', later],
]

interface UpdateInput {
  readonly project: Project
  readonly planned: RefreshPlan
  /** Compiled from all sections that may be sent. */
  readonly there: CompileResult
  /** Compiled from the selected sections. */
  readonly compiled: CompileResult
  /** Sections that did not fit before. */
  readonly waited: readonly string[]
  readonly isResume: boolean
  readonly decision: RefreshDecision
  readonly occasion: InjectionMetadata
}

/** Makes a packet of the changed sections that fits the channel; null if none of them may be sent. The others wait. */
export async function makeUpdatePacket(
  engine: EngineServices,
  input: UpdateInput,
): Promise<UpdatePacket | null> {
  const { project, planned, compiled, occasion } = input
  const { plan } = planned.prepared
  const counter = await engine.counter(plan.measure)
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const redactor = makeRedactor(plan.redact, rules)
  const values = { injection_id: occasion.injection_id, repo: project.name, level: plan.level.name }
  const budget = compiled.packet.overBudget ? plan.ceiling : Math.min(plan.level.budget, plan.ceiling)
  const news = selectUpdatePacketFrame(input)
  const later = listPostponed(input)
  // Missing sections are more important than postponed ones, so postponed ones are dropped from the notes first.
  const notes = [...(later.length > 0 ? makeNotes(later) : []), ...makeNotes([])]
  for (let send = listSendable(input); send.length > 0; send = withoutLastRemoved(send)) {
    const sections = send.map((update) => makeSection(update, input, (text) => counter.count(text)))
    const render = ([note, also]: Note) =>
      renderPacket({ ...news, leftOut: [...news.leftOut, ...also], sections, note }, values, redactor)
    const fits = ({ rendered: { text } }: ReturnType<typeof render>) =>
      counter.count(text) <= budget && fitsChannel(plan.channelLimit, text)
    let swept = render(notes[0]!)
    const hasRemoved = send.some(({ as }) => as === 'removed')
    // A removal can wait, but the address of a cut section cannot.
    const lastNote: Note[] = hasRemoved && sections.some(isCutByChannel) ? [] : [['none', []]]
    for (const note of [...notes.slice(1), ...lastNote]) if (!fits(swept)) swept = render(note)
    if (!fits(swept) && hasRemoved) continue
    const { text, map } = swept.rendered
    const ids = swept.packet.sections.map(({ id }) => id)
    if (ids.length === 0) return null
    const digests = swept.packet.sections.map(({ id, lines }) => [id, engine.hash(joinLines(lines))] as const)
    const sectionDigests = Object.fromEntries(digests)
    const sent = { total: counter.count(text), digest: engine.hash(text), map, sectionDigests }
    const leftOut = [...new Set([...swept.packet.leftOut, ...later])]
    const packet = { ...swept.packet, leftOut }
    const receipt = redactReceipt(buildReceipt(packet, sent, withReason(input, ids)), compiled.clean)
    return { text, receipt, sent: send.filter(({ section }) => ids.includes(section)) }
  }
  return null
}

const isCutByChannel = ({ reductions }: PacketSection) => reductions.some(({ why }) => why === 'channel')

/** Limits the removals in one packet, because the packet is rendered again for each removal that does not fit. */
const maxRemoved = 50

/** Lists the sections that fit, with their current digests, because content may have changed since the decision. */
function listSendable({ compiled, decision }: UpdateInput): readonly SectionToSend[] {
  let removed = 0
  return decision.send.flatMap((update) => {
    if (update.as === 'removed') return removed++ < maxRemoved ? [update] : []
    const current = readCurrentSection(compiled, update.section)
    return current.state === 'found' ? [{ ...update, digest: current.content }] : []
  })
}

/** Postpones the last removal to the next packet. */
function withoutLastRemoved(send: readonly SectionToSend[]): readonly SectionToSend[] {
  const last = send.findLastIndex(({ as }) => as === 'removed')
  return send.filter((_, i) => i !== last)
}

function makeSection(
  update: SectionToSend,
  { compiled, planned }: UpdateInput,
  count: (text: string) => number,
): PacketSection {
  const { heading, tier, authority } = findPlannedSection(planned, update.section)!
  if (update.as !== 'removed') {
    const found = compiled.packet.sections.find(({ id }) => id === update.section)!
    return { ...found, heading: `${heading} (${update.as === 'update' ? 'updated' : 'new'})` }
  }
  const line = `${heading} is no longer there.`
  return {
    id: update.section,
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

/** Returns the packet with diagnostics and omissions of the sections to send only. The caller replaces its sections. */
function selectUpdatePacketFrame({ compiled, decision }: UpdateInput): Packet {
  const ids = new Set(decision.send.map(({ section }) => section))
  const own = compiled.packet.diagnostics.filter(
    ({ section, code }) => code !== 'packet-empty' && (section === undefined || ids.has(section)),
  )
  // The session needs to know only about sections that did not fit, not about other reasons.
  const leftOut = compiled.packet.leftOut.filter(({ id, reason }) => reason === 'over-budget' && ids.has(id))
  return { ...compiled.packet, leftOut, diagnostics: [...own, ...decision.diagnostics] }
}

const comesLater = { reason: 'over-budget', why: 'no room here, comes with a later prompt' } as const

/** Lists the updates that were not selected. */
function listPostponed({ planned, there, compiled, decision }: UpdateInput): Packet['leftOut'] {
  const chosen = new Set(compiled.plan.sections.map(({ id }) => id))
  const postponed = decision.send.flatMap(({ section }) => {
    const found = chosen.has(section) ? undefined : there.packet.sections.find(({ id }) => id === section)
    const { heading = '' } = findPlannedSection(planned, section) ?? {}
    return found === undefined ? [] : [{ ...found, heading }]
  })
  return dropSections({ sections: postponed, leftOut: [] }, postponed, comesLater).leftOut
}

/** Adds the reason of the injection for its receipt. */
function withReason(
  { decision, occasion, waited, isResume }: UpdateInput,
  sent: readonly string[],
): InjectionMetadata {
  const fired = decision.triggers
    .filter(({ fired }) => fired)
    .map(({ trigger, tier }) => `${trigger} (${tier})`)
  const before = waited.filter((id) => sent.includes(id))
  const late = before.length === 0 ? [] : [`no room before (${before.join(', ')})`]
  return { ...occasion, asked: [...(isResume ? ['resume'] : []), ...fired, ...late].join(', ') }
}
