import { getBaseName, getStem } from '../../values/index.ts'

/** The documents of a collection that match an id. */
export type IdMatch =
  | { readonly kind: 'one'; readonly path: string }
  | { readonly kind: 'several'; readonly paths: readonly string[] }
  | { readonly kind: 'none' }

/**
 * Matches by the whole path, then by name, then by number with or without leading zeros, then by a part of a name. An id with a
 * slash matches the end of a path. The order of the paths never decides: if several match, all are returned.
 */
export function matchId(id: string, paths: readonly string[]): IdMatch {
  if (paths.includes(id)) return { kind: 'one', path: id }
  const wanted = normalizeSpelling(id)
  const ways = id.includes('/')
    ? [
        (path: string) => removeExtension(path) === id,
        (path: string) => isPath(wanted, normalizeSpelling(path)),
        (path: string) => isEnd(wanted, normalizeSpelling(path)),
      ]
    : [isName, isNumber, isPart].map(
        (answers) => (path: string) => answers(wanted, normalizeSpelling(getBaseName(path))),
      )
  for (const answers of ways) {
    const found = paths.filter(answers)
    if (found.length === 1) return { kind: 'one', path: found[0]! }
    if (found.length > 1) return { kind: 'several', paths: found }
  }
  return { kind: 'none' }
}

/**
 * Returns a function from a path to an id that `matchId` resolves to the same path: the name without its extension, or the path if
 * another document has the same name.
 */
export function makeDocumentIds(paths: readonly string[]): (path: string) => string {
  const names = countAnswers(paths, (path) => [
    normalizeSpelling(getBaseName(path)),
    normalizeSpelling(getStem(getBaseName(path))),
  ])
  const places = countAnswers(paths, (path) => [path, removeExtension(path)])
  return (path) => {
    const stem = getStem(getBaseName(path))
    if (names.get(normalizeSpelling(stem)) === 1) return stem
    const place = removeExtension(path)
    return place.includes('/') && places.get(place) === 1 ? place : path
  }
}

/** Counts the documents that answer to each name. */
function countAnswers(
  paths: readonly string[],
  answersTo: (path: string) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of paths.flatMap((path) => [...new Set(answersTo(path))]))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

function removeExtension(path: string): string {
  const name = getBaseName(path)
  return path.slice(0, path.length - name.length) + getStem(name)
}

function isPath(wanted: string, path: string): boolean {
  return path === wanted || removeExtension(path) === wanted
}

function isEnd(wanted: string, path: string): boolean {
  return path.endsWith(`/${wanted}`) || removeExtension(path).endsWith(`/${wanted}`)
}

/** Normalises Unicode, because file systems differ in how they store accents. */
function normalizeSpelling(name: string): string {
  return name.toLowerCase().normalize('NFC')
}

function isName(wanted: string, name: string): boolean {
  return name === wanted || getStem(name) === wanted
}

function isNumber(wanted: string, name: string): boolean {
  if (!/^\d{1,9}$/.test(wanted)) return false
  const number = parseLeadingNumber(name)
  return number !== null && Number(number) === Number(wanted)
}

/** Digits match only as whole numbers: 7 does not match 0017. */
function isPart(wanted: string, name: string): boolean {
  if (!/^\d+$/.test(wanted)) return getStem(name).includes(wanted)
  return getStem(name).split(/\D+/).includes(wanted)
}

/** Returns the digits at the start of a name, unless they are the year of a date. */
export function parseLeadingNumber(name: string): string | null {
  const [, digits] = /^(\d{1,9})(?!\d|-\d\d-\d\d)/.exec(name) ?? []
  return digits ?? null
}
