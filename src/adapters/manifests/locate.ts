import { type Document, isMap, type LineCounter } from 'yaml'
import type { ManifestProblem } from '../../core/manifest/index.ts'

export interface ManifestPlace {
  readonly line: number
  readonly column: number
  /** How many steps of the path are known. */
  readonly depth: number
  /** Whether the rest of the path is decided here: lists and values replace what they extend, only maps merge. */
  readonly final: boolean
}

interface Ranged {
  readonly range?: readonly [number, number, number]
}

/** The place of the deepest known part of a path. */
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
    const wanted = depth === path.length && at === 'value' ? (next.value ?? next.key) : next.key
    offset = wanted?.range?.[0] ?? next.key?.range?.[0] ?? 0
    node = next.value
  }
  const { line, col } = counter.linePos(offset)
  return { line, column: col, depth, final: inList || !isMap(node) }
}

/** In a list the item is what names itself. */
function stepInto(node: unknown, step: string | number): { key: Ranged | null; value: Ranged | null } | null {
  if (isMap(node)) {
    const pair = node.items.find((one) => String((one.key as { value?: unknown })?.value) === String(step))
    return pair === undefined ? null : { key: pair.key as Ranged, value: pair.value as Ranged | null }
  }
  const item = (node as { items?: Ranged[] } | null)?.items?.[Number(step)]
  return item === undefined ? null : { key: item, value: item }
}
