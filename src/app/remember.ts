import type { Reading } from '../core/packet/index.ts'
import type { Plan, Request } from '../core/plan/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import { describe, keyOf, type Memory, type Ready, settleMs } from './recall.ts'

export interface Fresh extends Ready {
  readonly plan: Plan
  readonly readings: readonly Reading[]
  readonly aging: readonly { readonly date: string; readonly basis: string; readonly days: number }[]
  /** Places besides the sources that decided what was redacted. */
  readonly known: readonly string[]
  /** Manifest files, absolute. */
  readonly manifests: readonly string[]
  /** When reading began. */
  readonly begun: number
}

/** Keeps a packet for `recall`, unless something about it cannot be told from the outside. */
export function remember(shop: Workshop, project: Project, request: Request, fresh: Fresh): void {
  const { plan, text, receipt, render, record, seal } = fresh
  const exact = plan.measure === 'o200k' && text.includes(receipt.injection_id)
  // The time of a file counts only until the file is committed, and no stamp tells of a commit.
  const outside = fresh.aging.some((one) => one.basis === 'commit' || one.basis === 'mtime')
  const places = placesOf(fresh)
  // No stamp tells whether the manifest is still trusted.
  const allows = plan.sections.some(({ sources }) =>
    sources.some(({ allow }) => allow.external || allow.sensitive),
  )
  const doubted = fresh.readings.some((reading) => reading.found.some(({ hardLinked }) => hardLinked))
  if (plan.readsTask || exact || outside || allows || doubted || places === null) return
  const stamped: [string, string][] = []
  const found = new Set(fresh.readings.flatMap((reading) => reading.found.map((one) => one.path)))
  for (const path of places) {
    const stamp = shop.stamps.of(project, path)
    if (stamp === null || (stamp === 'absent' && found.has(path))) return
    if (shop.stamps.changedAt(stamp) > fresh.begun - settleMs) return
    stamped.push([path, stamp])
  }
  const aging = fresh.aging.map(({ date, days }) => ({ date, days }))
  const described = describe(shop, project, request)
  const memory: Memory = { request: described, places: stamped, aging, text, receipt, render, record, seal }
  shop.keep.set(keyOf(shop, described), memory)
}

/** Every file, missing file and directory whose change could change what is read; null when they cannot be listed. */
function placesOf({ plan, readings, manifests, known }: Fresh): readonly string[] | null {
  const places = new Set([...manifests, ...known])
  if (readings.some((reading) => reading.places === null)) return null
  const named = plan.sections.flatMap((section) => section.sources.filter((one) => one.address === null))
  const patterns = [...named.map((one) => one.pattern), ...readings.flatMap((one) => one.places ?? [])]
  for (const pattern of patterns) {
    const slash = pattern.lastIndexOf('/')
    const directory = slash === -1 ? '' : pattern.slice(0, slash)
    const wild = /[*?[{]/
    if (wild.test(directory) || pattern.includes('\\')) return null
    places.add(wild.test(pattern) ? directory : pattern)
  }
  for (const { found, tried } of readings) {
    for (const one of [...found, ...tried]) if (one.state !== 'absent') places.add(one.path)
  }
  return [...places]
}
