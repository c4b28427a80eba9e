import { numberOf } from '../address/index.ts'
import { nameOf } from '../values/index.ts'
import type { RelevanceAnswer, Relevant } from './answer.ts'
import { entryFor, type Filling } from './fill.ts'
import type { Hit, Ranked } from './fuse.ts'
import { referencesOf } from './links.ts'
import { scan } from './scan.ts'
import { type Telling, termsOf } from './terms.ts'

/** What somebody looks for, in their own words. */
export interface Query {
  readonly terms: readonly string[]
  /** What documents answer to that are named in it. */
  readonly keys: readonly string[]
  readonly numbers: ReadonlySet<number>
}

/** More words than these are no question any more. */
const mostTerms = 24

export function queryOf(text: string): Query {
  const line = text.replace(/\s+/g, ' ').slice(0, 1000)
  return {
    terms: [...new Set(termsOf(line))].slice(0, mostTerms),
    keys: referencesOf('', scan('', line)).map(({ key }) => key),
    numbers: new Set((line.match(/(?<!\w)\d{1,9}(?!\w)/g) ?? []).map(Number)),
  }
}

/** Each term, the rare ones with more weight. Unlike for what is linked to work, a frequent one counts too: somebody typed it. */
export function weighed(
  terms: readonly string[],
  { documents, of }: { readonly documents: number; of(term: string): number },
): Telling[] {
  return terms.map((term) => ({ term, weight: Math.log(1 + (documents + 0.5) / (of(term) + 0.5)) }))
}

/** Documents whose name begins with a number that was asked for. */
export function numberedHits({ numbers }: Query, paths: Iterable<string>): Hit[] {
  const hits: Hit[] = []
  if (numbers.size === 0) return hits
  for (const path of paths) {
    const number = numberOf(nameOf(path))
    if (number !== null && numbers.has(Number(number)))
      hits.push({ path, score: 1, reasons: [`has the number ${Number(number)}`] })
  }
  return hits
}

/** The first ones in their order, each with a passage of the same size. */
export function firstOf(
  ranked: readonly Ranked[],
  { limit, ...filling }: Filling & { readonly limit: number },
): RelevanceAnswer {
  const chosen: Relevant[] = []
  for (const one of ranked) {
    if (chosen.length === limit) break
    const entry = entryFor(one, filling.budget, filling) ?? bare(one, filling)
    if (entry !== null) chosen.push({ ...entry, reasons: reasonsOf(one, entry, filling) })
  }
  return { chosen, left: ranked.length - chosen.length }
}

/** Where not even a line fits: it was found all the same. */
function bare({ path, score }: Ranked, { document }: Filling): Relevant | null {
  const found = document(path)
  if (found === null || found.text.trim() === '') return null
  const { title } = scan(path, found.text)
  return { path, title, score, reasons: [], lines: [1, 1], excerpt: '', modifiedAt: found.modifiedAt }
}

const mostNamed = 5

function reasonsOf({ because, path }: Ranked, { title }: Relevant, filling: Filling): string[] {
  const held = new Set(termsOf(`${path}\n${title}\n${filling.document(path)?.text ?? ''}`))
  const words = filling.sought.terms
    .filter(({ term }) => held.has(term))
    .slice(0, mostNamed)
    .map(({ term }) => term)
  return because.flatMap(({ kind, reasons }) =>
    kind !== 'terms'
      ? reasons
      : [words.length === 0 ? 'holds words like these' : `holds: ${words.join(', ')}`],
  )
}
