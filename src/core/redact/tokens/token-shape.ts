import { buildCharacterSet, type CharacterSetName, characterSets } from '../character-sets.ts'

/** A run of characters of one set. */
export interface ShapeRun {
  readonly characters: string
  readonly set: Uint8Array
  readonly min: number
  readonly max: number
}

export type ShapePart = string | ShapeRun

/** Parses `ghp_{alnum:36}` into its parts. Throws for an invalid shape, because all shapes are part of this program. */
export function parseTokenShape(shape: string): readonly ShapePart[] {
  const parts: ShapePart[] = []
  for (let at = 0; at < shape.length; ) {
    const open = shape.indexOf('{', at)
    if (open === -1) parts.push(shape.slice(at))
    else if (open > at) parts.push(shape.slice(at, open))
    if (open === -1) break
    const close = shape.indexOf('}', open)
    parts.push(parseRun(shape.slice(open + 1, close), shape))
    at = close + 1
  }
  return parts
}

const sets = Object.fromEntries(
  Object.entries(characterSets).map(([name, characters]) => [name, buildCharacterSet(characters)]),
) as Readonly<Record<CharacterSetName, Uint8Array>>

/** Parses `alnum:36`, `alnum:12-20` or `alnum:40+`. */
function parseRun(run: string, shape: string): ShapeRun {
  const colon = run.indexOf(':')
  const name = run.slice(0, colon)
  const min = Number.parseInt(run.slice(colon + 1), 10)
  if (!isSetName(name) || Number.isNaN(min)) throw new Error(`"${shape}" has no run like "{${run}}"`)
  const [characters, set] = [characterSets[name], sets[name]]
  if (run.endsWith('+')) return { characters, set, min, max: Number.POSITIVE_INFINITY }
  const dash = run.indexOf('-', colon)
  return { characters, set, min, max: dash === -1 ? min : Number.parseInt(run.slice(dash + 1), 10) }
}

function isSetName(name: string): name is CharacterSetName {
  return Object.hasOwn(characterSets, name)
}
