import { accountIn, lengthOf } from '../core/packet/index.ts'
import { uriOf } from '../core/plan/index.ts'
import type { Observation } from '../core/values/index.ts'
import type { Compiled } from './compile.ts'

/** Why each document is in a bundle, and why each that could be is not. */
export interface LoadExplanation {
  readonly task: { readonly intent: string; readonly word: string | null }
  readonly level: string
  readonly attempts: readonly {
    readonly name: string
    readonly documents: number | null
    readonly excerpt: number | null
    readonly success: boolean
  }[]
  readonly partitions: readonly {
    readonly tier: string
    readonly documents: number | null
    readonly used: number
    readonly refused: number
    readonly unnamed: number
  }[]
  readonly selected: readonly {
    readonly path: string
    readonly tier: string | null
    readonly why: string
    readonly size: number
    /** Null where nobody knows. */
    readonly original_size: number | null
    readonly truncated: boolean
  }[]
  readonly refused: readonly { readonly path: string; readonly tier: string | null; readonly why: string }[]
  /** With those that are not named. */
  readonly refused_count: number
  /** Where nothing was found, or nothing was looked for. */
  readonly nothing: readonly { readonly source: string; readonly why: string }[]
  readonly asked: readonly Readonly<Record<string, unknown>>[]
}

export function explanationOf({ plan, packet, readings, clean }: Compiled): LoadExplanation {
  const account = accountIn(packet)
  const tried = readings.flatMap((reading) => reading.tried.flatMap(nothingAt))
  return {
    task: { intent: plan.intent, word: plan.sign },
    level: plan.level.name,
    attempts: account?.attempts ?? [],
    partitions: account?.parts ?? [],
    selected: packet.sections.map(({ id, tier, sources, labels, facts, size, reductions }) => ({
      path: sources[0]?.path ?? '',
      tier,
      why: labels.selected_by ?? id.split('/')[0]!,
      size,
      ...lengthOf({ facts, size }, reductions),
    })),
    refused: (account?.refused ?? []).map(({ path, tier, why }) => ({
      path: clean(path),
      tier,
      why: clean(why),
    })),
    refused_count: account?.refusedCount ?? 0,
    nothing: [
      ...tried.map((one) => ({ source: clean(one.uri), why: clean(one.detail) })),
      ...packet.leftOut
        .filter((one) => one.reason === 'not-asked')
        .flatMap(({ looked, why }) => looked.map((source) => ({ source: clean(source), why }))),
      ...plan.sections
        .filter(
          (one) => one.each !== null && !tried.some((other) => one.sources.map(uriOf).includes(other.uri)),
        )
        .flatMap((one) =>
          one.sources.map((source) => ({ source: clean(uriOf(source)), why: 'nothing matches' })),
        ),
    ],
    asked: account?.asked ?? [],
  }
}

function nothingAt(seen: Observation): { readonly uri: string; readonly detail: string }[] {
  if (seen.state !== 'found') return [seen]
  return seen.text.trim() === '' ? [{ uri: seen.uri, detail: 'the file is empty' }] : []
}
