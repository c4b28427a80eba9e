import { getBaseName, getStem } from '../../values/index.ts'

/** What an id means among the documents of a collection. */
export type IdMatch =
  | { readonly kind: 'one'; readonly path: string }
  | { readonly kind: 'several'; readonly paths: readonly string[] }
  | { readonly kind: 'none' }

/**
 * By the whole path first, then by name, then by number with or without zeros, then by a part that only one name has; with a
 * slash in it, by the end of a path. The order of the paths never decides: where two answer, both are named.
 */
export function matchId(id: string, paths: readonly string[]): IdMatch {
  if (paths.includes(id)) return { kind: 'one', path: id }
  const wanted = spelled(id)
  const ways = id.includes('/')
    ? [
        (path: string) => stemOfPath(path) === id,
        (path: string) => isPath(wanted, spelled(path)),
        (path: string) => isEnd(wanted, spelled(path)),
      ]
    : [isName, isNumber, isPart].map(
        (answers) => (path: string) => answers(wanted, spelled(getBaseName(path))),
      )
  for (const answers of ways) {
    const found = paths.filter(answers)
    if (found.length === 1) return { kind: 'one', path: found[0]! }
    if (found.length > 1) return { kind: 'several', paths: found }
  }
  return { kind: 'none' }
}

/**
 * What each document is called, so that it is found again: its name without the ending; its path, where another answers to that.
 */
export function makeDocumentIds(paths: readonly string[]): (path: string) => string {
  const names = counted(paths, (path) => [spelled(getBaseName(path)), spelled(getStem(getBaseName(path)))])
  const places = counted(paths, (path) => [path, stemOfPath(path)])
  return (path) => {
    const stem = getStem(getBaseName(path))
    if (names.get(spelled(stem)) === 1) return stem
    const place = stemOfPath(path)
    return place.includes('/') && places.get(place) === 1 ? place : path
  }
}

/** How many answer to each. */
function counted(
  paths: readonly string[],
  answersTo: (path: string) => readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const one of paths.flatMap((path) => [...new Set(answersTo(path))]))
    counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

function stemOfPath(path: string): string {
  const name = getBaseName(path)
  return path.slice(0, path.length - name.length) + getStem(name)
}

function isPath(wanted: string, path: string): boolean {
  return path === wanted || stemOfPath(path) === wanted
}

function isEnd(wanted: string, path: string): boolean {
  return path.endsWith(`/${wanted}`) || stemOfPath(path).endsWith(`/${wanted}`)
}

/** An accent may be a letter of its own on one disk and not on another. */
function spelled(name: string): string {
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

/** Digits are a number, not letters: 7 is no part of 0017. */
function isPart(wanted: string, name: string): boolean {
  if (!/^\d+$/.test(wanted)) return getStem(name).includes(wanted)
  return getStem(name).split(/\D+/).includes(wanted)
}

/** The digits that a name begins with, unless they are the year of a date. */
export function parseLeadingNumber(name: string): string | null {
  const [, digits] = /^(\d{1,9})(?!\d|-\d\d-\d\d)/.exec(name) ?? []
  return digits ?? null
}
