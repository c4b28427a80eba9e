import type { Account } from '../../core/ledger/index.ts'
import { redact, rulesFor } from '../../core/redact/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { WhyAnswer, WhyHit } from './answers.ts'
import { accountIn, findInjection, labelOf, type PastTools, textOf } from './find.ts'
import { type Origins, pathsIn, Sources, sourceIn } from './sources.ts'
import { unreadIn, whyPathIsAbsent, whyTextIsAbsent } from './why-absent.ts'
import { type Asked, type Place, placesOfPath, placesOfText } from './why-found.ts'

export interface WhyOrder extends Origins {
  /** A piece of text, or a path. */
  readonly asked: string
  readonly injection: string
}

const mostHits = 20

/** Where a text in a packet came from, or why it is not there. */
export async function why(past: PastTools, order: WhyOrder): Promise<WhyAnswer> {
  if (order.asked.trim() === '')
    throw new Refusal('usage', 'There is nothing to look for: the text is empty.')
  const injection = await findInjection(past, order.injection)
  const text = await textOf(past, injection.body)
  const account = accountIn(injection)
  const asked: Asked = { text, account, sources: new Sources(order, injection.body, past.hash) }
  const path = pathAsked(order, asked)
  const places = path === null ? placesOfText(asked, order.asked) : placesOfPath(asked, path)
  const found = places.slice(0, mostHits).map((place) => traced(place, asked))
  return {
    project: past.project,
    injection: labelOf(injection.stored, injection.body),
    asked: withoutSecrets(order.asked, account),
    asked_as: path === null ? 'text' : 'path',
    found,
    more: places.length - found.length,
    absent: absences(asked, { path, wanted: order.asked, found: found.length > 0 }),
  }
}

/** Answers are passed on: somebody who asks for a secret does not get it repeated. */
function withoutSecrets(asked: string, { redaction }: Account): string {
  return redact(asked, { rules: rulesFor(Object.keys(redaction.by_rule)), marker: '[REDACTED]' }).text
}

function absences(
  asked: Asked,
  { path, wanted, found }: { path: string | null; wanted: string; found: boolean },
): WhyAnswer['absent'] {
  if (path !== null) return whyPathIsAbsent(asked, path, found)
  return found ? [] : whyTextIsAbsent(asked, wanted)
}

/** The path that is meant; null for what is a text. */
function pathAsked({ asked, directory }: WhyOrder, { account, sources }: Asked): string | null {
  const full = asked.trim()
  const below = full.startsWith(`${directory}/`) ? full.slice(directory.length + 1) : full
  const given = below.replace(/^(?:\.\/)+/, '')
  const known = pathsIn(account).filter(
    (path) => path !== '' && (given === path || given.endsWith(`/${path}`)),
  )
  const longest = known.reduce((most, path) => (path.length > most.length ? path : most), '')
  if (longest !== '') return longest
  return looksLikePath(given) && (unreadIn(account, given).length > 0 || sources.exists(given)) ? given : null
}

function looksLikePath(text: string): boolean {
  return text.length < 1000 && !/[\n\0]/.test(text) && /\/|\.\w+$|^\./.test(text) && !/\s{2}|^\//.test(text)
}

/** Who brought it in, where the source was what is committed. */
function traced(place: Place, { account, sources }: Asked): WhyHit {
  const section = account.sections.find(({ id }) => id === place.section)
  const file = place.source === null ? null : sourceIn(section, place.source)
  if (file === null || place.lines === null) return { ...place, commit: null, state: 'unknown' }
  const state = sources.stateOf(file.path, file.digest)
  const commit = state === 'committed' ? sources.blame(file.path, place.lines[0]) : null
  return { ...place, source: file.path, commit, state }
}
