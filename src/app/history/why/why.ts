import type { Account } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Blame } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import {
  findSentPacket,
  type HistoryDeps,
  makeInjectionLabel,
  readPacketText,
  requireAccount,
} from '../find-injection.ts'
import { findComputedOrigin, isComputed } from './computed-origin.ts'
import { explainAbsentPath, explainAbsentText, findUnreadDiagnostics } from './explain-absent-text.ts'
import { findSource, listPaths, PastSources, type SourceOrigins } from './past-sources.ts'
import type { WhyHit, WhyResult } from './why-output.ts'
import { findPathPlaces, findTextPlaces, type WhyPlace, type WhyQuestion } from './why-places.ts'

export interface WhyInput extends SourceOrigins {
  /** A piece of text, or a path. */
  readonly asked: string
  readonly injection: string
}

const maxHits = 20

/** Explains the origin of a text in a packet, or why it is absent. */
export async function explainWhy(past: HistoryDeps, input: WhyInput): Promise<WhyResult> {
  if (input.asked.trim() === '') throw new Refusal('usage', 'The text to look for is empty.')
  const injection = await findSentPacket(past, input.injection)
  const text = await readPacketText(past, injection.body)
  const account = requireAccount(injection)
  const asked: WhyQuestion = { text, account, sources: new PastSources(input, injection.body, past.hash) }
  const path = findAskedPath(input, asked)
  const places = path === null ? findTextPlaces(asked, input.asked) : findPathPlaces(asked, path)
  const found = places.slice(0, maxHits).flatMap((place) => traceCommits(place, asked))
  return {
    project: past.project,
    injection: makeInjectionLabel(injection.stored, injection.body),
    asked: redactAsked(input.asked, account),
    asked_as: path === null ? 'text' : 'path',
    skipped: injection.skipped,
    found,
    more: Math.max(0, places.length - maxHits),
    absent: explainAbsence(asked, { path, wanted: input.asked, found: found.length > 0 }),
  }
}

/** Redacts the question, because the result may be shared and the user may have asked for a secret. */
function redactAsked(asked: string, { redaction }: Account): string {
  return makeTextRedactor({ add: Object.keys(redaction.by_rule) })(asked)
}

function explainAbsence(
  asked: WhyQuestion,
  { path, wanted, found }: { path: string | null; wanted: string; found: boolean },
): WhyResult['absent'] {
  if (path !== null) return explainAbsentPath(asked, path, found)
  return found ? [] : explainAbsentText(asked, wanted)
}

/** Returns the path that the question names; null if it is a text. */
function findAskedPath({ asked, directory }: WhyInput, { account, sources }: WhyQuestion): string | null {
  const full = asked.trim()
  const below = full.startsWith(`${directory}/`) ? full.slice(directory.length + 1) : full
  const relative = below.replace(/^(?:\.\/)+/, '')
  const known = listPaths(account).filter(
    (path) => path !== '' && (relative === path || relative.endsWith(`/${path}`)),
  )
  const longest = known.reduce((most, path) => (path.length > most.length ? path : most), '')
  if (longest !== '') return longest
  const named =
    findUnreadDiagnostics(account, relative).length > 0 ||
    account.left_out.some(({ looked }) => sources.names(looked, relative)) ||
    sources.exists(relative)
  return looksLikePath(relative) && named ? relative : null
}

function looksLikePath(text: string): boolean {
  return text.length < 1000 && !/[\n\0]/.test(text) && /\/|\.\w+$|^\./.test(text) && !/\s{2}|^\//.test(text)
}

/** Finds the commits of a place if its source was committed. Lines from different commits become separate hits. */
function traceCommits(place: WhyPlace, { account, sources, text }: WhyQuestion): WhyHit[] {
  const section = account.sections.find(({ id }) => id === place.section)
  const file = place.source === null ? null : findSource(section, place.source)
  if (file === null || place.lines === null)
    return [{ ...place, computed_from: null, commit: null, state: 'unknown' }]
  if (isComputed(file.path)) return [traceComputed(place, { sources, text })]
  const state = sources.stateOf(file.path, file.digest)
  const whole = { ...place, source: file.path, lines: place.lines, computed_from: null, state }
  if (state !== 'committed') return [{ ...whole, commit: null }]
  const packet = text.split('\n')
  return groupByCommit(place.lines, (line) => sources.blame(file.path, line)).map(({ lines, commit }) => {
    const packet_line = place.packet_line + lines[0] - whole.lines[0]
    const first = lines[0] === whole.lines[0] ? place.text : (packet[packet_line - 1] ?? place.text)
    return {
      ...whole,
      lines,
      packet_line,
      text: first,
      commit: commit === null ? null : redactCommit(commit),
    }
  })
}

/** A computed line has no commit of its own. The line that it was computed from may have one. */
function traceComputed(place: WhyPlace, { sources, text }: Pick<WhyQuestion, 'sources' | 'text'>): WhyHit {
  const line = text.split('\n')[place.packet_line - 1] ?? place.text
  const origin = findComputedOrigin(line, sources)
  const commit = origin === null || origin.line === null ? null : sources.blame(origin.path, origin.line)
  const traced = commit === null ? null : redactCommit(commit)
  return { ...place, computed_from: origin, commit: traced, state: traced === null ? 'unknown' : 'committed' }
}

const maxLines = 200

/** Groups consecutive lines from the same commit. */
function groupByCommit([first, last]: readonly [number, number], blame: (line: number) => Blame | null) {
  const found: { lines: [number, number]; commit: Blame | null }[] = []
  for (let line = first; line <= Math.min(last, first + maxLines); line++) {
    const commit = blame(line)
    const open = found.at(-1)
    if (open !== undefined && open.commit?.id === commit?.id) open.lines[1] = line
    else found.push({ lines: [line, line], commit })
  }
  const end = found.at(-1)
  if (end !== undefined) end.lines[1] = last
  return found
}

/** Redacts author and summary, because commit messages may hold secrets. */
function redactCommit(commit: Blame): Blame {
  const clean = makeTextRedactor()
  return { ...commit, author: clean(commit.author), summary: clean(commit.summary) }
}
