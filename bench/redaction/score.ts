// `node bench/redaction/score.ts`: recall and damage on the labelled corpus, nothing else.
// --misses SOURCE: the items of one source that are not fully redacted. --damage: the clean items that are changed.
// --disguise NAME: the tokens that stay in one disguise, with a name before them and without.
// --hostile: every hostile text with its time.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { corpusPath, type Item, readCorpus } from './corpus.ts'
import { changedItems, damage } from './damage.ts'
import { leftBy, underDisguise } from './disguised.ts'
import { type Disguise, disguises } from './disguises.ts'
import { type Answer, redactAlone } from './engine.ts'
import { recall } from './recall.ts'
import { scoreTable } from './scores.ts'
import { enough, isRedacted, shareRemoved } from './scoring.ts'
import { costsOf, givenUp, growth } from './worst.ts'

const { values: asked } = parseArgs({
  options: {
    misses: { type: 'string' },
    damage: { type: 'boolean' },
    disguise: { type: 'string' },
    hostile: { type: 'boolean' },
  },
})
const items = readCorpus(corpus())

if (asked.misses !== undefined) {
  for (const [item, answer] of missesOf(asked.misses)) console.log(missed(item, answer))
} else if (asked.damage) {
  const clean = items.filter(({ expect, tier }) => expect === 'clean' && /^(core|placeholder)$/.test(tier))
  for (const [item, answer] of changedItems(clean)) console.log(changed(item, answer))
} else if (asked.disguise !== undefined) {
  const { wear, bare } = disguiseOf(asked.disguise)
  for (const text of [wear, bare].flatMap((form) => (form ? leftBy(form) : []))) console.log(text)
} else if (asked.hostile) {
  hostile()
} else {
  console.log(scoreTable([...recall(items), ...damage(items), ...underDisguise()]))
}

function hostile(): void {
  const hopeless = givenUp()
  for (const name of hopeless) console.log(`given up  ${name}`)
  for (const cost of costsOf(hopeless, 3).sort((a, b) => b.large - a.large)) {
    const { name, small, large } = cost
    console.log(`${small.toFixed(1)} ms  ${large.toFixed(1)} ms  ${growth(cost).toFixed(1)}×  ${name}`)
  }
}

function corpus(): string {
  const path = corpusPath(join(import.meta.dirname, '../..'))
  if (path === undefined) throw new Error('the corpus is not here: name its file in FOREWORD_CORPUS')
  return path
}

function disguiseOf(name: string): Disguise {
  const found = disguises.find((disguise) => disguise.name === name)
  if (found !== undefined) return found
  throw new Error(`--disguise "${name}" is none of: ${disguises.map((disguise) => disguise.name).join('; ')}`)
}

function missesOf(source: string): [Item, Answer][] {
  const secrets = items.filter(({ expect }) => expect === 'secret')
  const held = secrets.filter((item) => item.source === source)
  if (held.length === 0) {
    const sources = [...new Set(secrets.map((item) => item.source))].sort()
    throw new Error(`--misses ${source}: the corpus has no such source; it has ${sources.join(', ')}`)
  }
  return held
    .map((item): [Item, Answer] => [item, redactAlone(item.text)])
    .filter(([item, answer]) => !isRedacted(item, answer))
    .sort(([a], [b]) => (`${a.tier} ${a.kind}` < `${b.tier} ${b.kind}` ? -1 : 1))
}

function missed({ tier, kind, id, text, secrets }: Item, answer: Answer): string {
  const shares = secrets.map((secret) => ({ secret, share: shareRemoved(secret, text, answer) }))
  const left = shares
    .filter(({ share }) => share < enough)
    .map(({ secret, share }) => `  ${JSON.stringify(secret)} ${Math.round(100 * share)} % removed`)
  const values = left.length > 0 ? left : ['  no value listed, nothing replaced']
  return [
    `${tier} ${kind} ${id}`,
    ...values,
    `  | ${text.slice(0, 300).replaceAll('\n', '\n  | ')}`,
    '',
  ].join('\n')
}

function changed({ tier, kind, source, text }: Item, { hits }: Answer): string {
  const places = hits.map(({ rule, start, end }) => {
    const before = text.slice(Math.max(0, start - 40), start)
    const hit = text.slice(start, Math.min(end, start + 200))
    return `  ${rule}: ${[before, hit, text.slice(end, end + 40)].map((piece) => JSON.stringify(piece)).join(' ▸ ')}`
  })
  const what = places.length > 0 ? places : ['  nothing replaced, hidden characters taken out']
  return [`${tier} ${kind} ${source}`, ...what, ''].join('\n')
}
