import { computeAgeInDays } from '../../core/document/index.ts'
import type { SectionReading } from '../../core/packet/index.ts'
import type { Plan, Request } from '../../core/plan/index.ts'
import type { InjectionMetadata, Receipt } from '../../core/receipt/index.ts'
import { formatIsoTime } from '../../core/values/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import type { PacketSeal, SessionBaseline } from '../record/index.ts'
import { type MemoKey, readUnchanged, storeSettled } from './file-memo.ts'

// The fast path to a packet: while no file that decided its content has changed, its bytes are the same except for the injection id. No
// source is read, parsed or counted.

/** A packet that can be delivered. */
export interface RenderedPacket {
  readonly text: string
  readonly receipt: Receipt
  readonly render: Plan['render']
  readonly record: Plan['record']
  readonly seal: PacketSeal
  /** The sections that a session has after this packet. Cached, because hashing their sources takes half a millisecond. */
  readonly baseline: SessionBaseline
}

export interface PacketCacheEntry extends RenderedPacket {
  /** Dates of which the packet shows the age, with that age. */
  readonly aging: readonly { readonly date: string; readonly days: number }[]
}

export function findCachedPacket(
  engine: EngineServices,
  project: Project,
  request: Request,
): PacketCacheEntry | null {
  const packet = readUnchanged<PacketCacheEntry>(engine, project, makePacketKey(project, request))
  if (packet === undefined) return null
  const now = formatIsoTime(engine.clock.now().getTime())
  return packet.aging.some(({ date, days }) => computeAgeInDays(date, now) !== days) ? null : packet
}

/** Turns a cached packet into a new injection. */
export function renewPacket(
  engine: EngineServices,
  packet: PacketCacheEntry,
  occasion: InjectionMetadata,
): RenderedPacket {
  const { text: old, receipt, render, record, seal, baseline } = packet
  const text = old.replaceAll(receipt.injection_id, occasion.injection_id)
  return {
    text,
    receipt: { ...receipt, ...occasion, packet_digest: engine.hash(text) },
    render,
    record,
    seal,
    baseline,
  }
}

/** A packet, with everything it was compiled from. */
export interface CompiledPacket extends RenderedPacket {
  readonly plan: Plan
  readonly readings: readonly SectionReading[]
  readonly aging: readonly { readonly date: string; readonly basis: string; readonly days: number }[]
  /** Paths besides the sources that decided what was redacted. */
  readonly redactionFiles: readonly string[]
  /** Manifest files, absolute. */
  readonly manifests: readonly string[]
  readonly readSince: number
}

/** Caches a packet for `findCachedPacket`, unless its content depends on something that no file version shows. */
export function cachePacket(
  engine: EngineServices,
  project: Project,
  request: Request,
  packet: CompiledPacket,
): void {
  if (dependsOnMoreThanFiles(packet)) return
  const { text, receipt, render, record, seal, baseline, readSince } = packet
  const aging = packet.aging.map(({ date, days }) => ({ date, days }))
  const value: PacketCacheEntry = { aging, text, receipt, render, record, seal, baseline }
  const contentOf = packet.readings.flatMap(({ found }) => found.filter(isOnDisk).map(({ path }) => path))
  const files = listFiles(packet)
  storeSettled(engine, project, makePacketKey(project, request), { value, files, readSince, contentOf })
}

function makePacketKey(project: Project, { task: _, ...request }: Request): MemoKey {
  return ['rendered', project, request]
}

function dependsOnMoreThanFiles({ plan, text, receipt, aging, readings }: CompiledPacket): boolean {
  const countsId = plan.measure === 'o200k' && text.includes(receipt.injection_id)
  // The time of a file counts only until the file is committed, and no file version shows a commit.
  const agesByGit = aging.some(({ basis }) => basis === 'commit' || basis === 'mtime')
  // No file version shows whether the manifest is still trusted.
  const needsTrust = plan.sections.some(({ sources }) =>
    sources.some(({ allow }) => allow.external || allow.sensitive),
  )
  const isHardLinked = readings.some(({ found }) => found.some(({ hardLinked }) => hardLinked))
  return plan.readsTask || countsId || agesByGit || needsTrust || isHardLinked
}

/** Whether an observation is a file. A computed one has its address as its path. */
function isOnDisk({ uri, path }: { readonly uri: string; readonly path: string }): boolean {
  return path !== uri
}

/** Every file, missing file and directory whose change could change what is read; null if they cannot be listed. */
function listFiles({ plan, readings, manifests, redactionFiles }: CompiledPacket): readonly string[] | null {
  const files = new Set([...manifests, ...redactionFiles])
  if (readings.some(({ places }) => places === null)) return null
  const named = plan.sections.flatMap(({ sources }) => sources.filter(({ address }) => address === null))
  const patterns = [...named.map(({ pattern }) => pattern), ...readings.flatMap(({ places }) => places ?? [])]
  for (const pattern of patterns) {
    const slash = pattern.lastIndexOf('/')
    const directory = slash === -1 ? '' : pattern.slice(0, slash)
    const wildcard = /[*?[{]/
    if (wildcard.test(directory) || pattern.includes('\\')) return null
    files.add(wildcard.test(pattern) ? directory : pattern)
  }
  for (const { found, tried, files: decided = [] } of readings) {
    for (const file of decided) files.add(file)
    for (const observation of [...found, ...tried])
      if (observation.state !== 'absent' && isOnDisk(observation)) files.add(observation.path)
  }
  return [...files]
}
