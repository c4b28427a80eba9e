import { type Document, isMap, type LineCounter } from 'yaml'
import type { ManifestProblem } from '../../core/manifest/index.ts'

export interface ManifestPlace {
  readonly line: number
  readonly column: number
  /** How many segments of the path exist. */
  readonly depth: number
  /** Whether this file decides the rest of the path: lists and values replace what they extend, only maps merge. */
  readonly final: boolean
}

interface Ranged {
  readonly range?: readonly [number, number, number]
}

/** Finds the deepest part of a path that exists. */
export function locateProblem(
  { path, at }: ManifestProblem,
  document: Document.Parsed,
  counter: LineCounter,
): ManifestPlace {
  let node: unknown = document.contents
  let offset = 0
  let depth = 0
  let inList = false
  for (const step of path) {
    inList ||= !isMap(node)
    const next = stepInto(node, step)
    if (next === null) break
    depth += 1
    const target = depth === path.length && at === 'value' ? (next.value ?? next.key) : next.key
    offset = target?.range?.[0] ?? next.key?.range?.[0] ?? 0
    node = next.value
  }
  const { line, col } = counter.linePos(offset)
  return { line, column: col, depth, final: inList || !isMap(node) }
}

/** An item of a list has no key; the item itself is used. */
function stepInto(node: unknown, step: string | number): { key: Ranged | null; value: Ranged | null } | null {
  if (isMap(node)) {
    const pair = node.items.find(
      (candidate) => String((candidate.key as { value?: unknown })?.value) === String(step),
    )
    return pair === undefined ? null : { key: pair.key as Ranged, value: pair.value as Ranged | null }
  }
  const item = (node as { items?: Ranged[] } | null)?.items?.[Number(step)]
  return item === undefined ? null : { key: item, value: item }
}
