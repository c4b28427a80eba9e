import { nameOf, stemOf } from '../values/index.ts'

/** What an id means among the documents of a collection. */
export type Match =
  | { readonly kind: 'one'; readonly path: string }
  | { readonly kind: 'several'; readonly paths: readonly string[] }
  | { readonly kind: 'none' }

/**
 * By the whole name first, then by number with or without zeros, then by a part that only one name has. The order of the
 * paths never decides: where two answer, both are named.
 */
export function matchId(id: string, paths: readonly string[]): Match {
  const wanted = spelled(id)
  for (const answers of [isName, isNumber, isPart]) {
    const found = paths.filter((path) => answers(wanted, spelled(nameOf(path))))
    if (found.length === 1) return { kind: 'one', path: found[0]! }
    if (found.length > 1) return { kind: 'several', paths: found }
  }
  return { kind: 'none' }
}

/** An accent may be a letter of its own on one disk and not on another. */
function spelled(name: string): string {
  return name.toLowerCase().normalize('NFC')
}

function isName(wanted: string, name: string): boolean {
  return name === wanted || stemOf(name) === wanted
}

function isNumber(wanted: string, name: string): boolean {
  if (!/^\d{1,9}$/.test(wanted)) return false
  const number = numberOf(name)
  return number !== null && Number(number) === Number(wanted)
}

/** Digits are a number, not letters: 7 is no part of 0017. */
function isPart(wanted: string, name: string): boolean {
  if (!/^\d+$/.test(wanted)) return stemOf(name).includes(wanted)
  return stemOf(name).split(/\D+/).includes(wanted)
}

/** The digits that a name begins with, unless they are the year of a date. */
export function numberOf(name: string): string | null {
  const [, digits] = /^(\d{1,9})(?!\d|-\d\d-\d\d)/.exec(name) ?? []
  return digits ?? null
}
