import { getBlobDigests, type StoredEntry } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import { injectionLabelField, type Output, outputFields, type Zod } from '../../output/index.ts'
import {
  findInjection,
  findSentPacket,
  type HistoryDeps,
  makeInjectionLabel,
  type PastInjection,
  parseInjectionEntry,
  readPacketText,
} from '../find-injection.ts'
import { type BisectTrial, BisectTrials, bisectTryField } from './bisect-trials.ts'
import { readDiffSide } from './diff-injections.ts'
import { type DiffSide, listSectionChanges, sectionChangeField } from './section-changes.ts'
import { spliceChanges } from './splice.ts'

export function bisectOutput(z: Zod) {
  const { text, maybe } = outputFields(z)
  const label = injectionLabelField(z)
  const change = sectionChangeField(z)
  return z.strictObject({
    project: text,
    good: label,
    bad: label,
    command: z.array(text),
    tries: z.array(bisectTryField(z)),
    first_bad: label,
    culprit: change.nullable(),
    note: maybe,
  })
}

export type BisectResult = Output<typeof bisectOutput>

export interface BisectInput extends BisectTrial {
  /** The injection with which the command passes. */
  readonly good: string
  /** The injection with which the command fails. */
  readonly bad: string
}

/** Finds the first packet with which a command fails, and the section that causes it. */
export async function bisectInjections(past: HistoryDeps, input: BisectInput): Promise<BisectResult> {
  const good = await findSentPacket(past, input.good)
  const bad = await findSentPacket(past, input.bad)
  const trials = new BisectTrials(input)
  await checkEnds(past, trials, { good, bad })
  const [lastGood, firstBad] = await findFirstFailing(past, trials, { good, bad })
  const cause = await findCause(past, trials, { good: lastGood, bad: firstBad })
  return {
    project: past.project,
    good: makeInjectionLabel(good.stored, good.body),
    bad: makeInjectionLabel(bad.stored, bad.body),
    command: input.command,
    tries: trials.list,
    first_bad: makeInjectionLabel(firstBad.stored, firstBad.body),
    ...cause,
  }
}

interface Ends {
  readonly good: PastInjection
  readonly bad: PastInjection
}

async function checkEnds(past: HistoryDeps, trials: BisectTrials, { good, bad }: Ends): Promise<void> {
  const [goodText, badText] = [await readPacketText(past, good.body), await readPacketText(past, bad.body)]
  if (makePacketKey(good.stored) === makePacketKey(bad.stored)) {
    throw new Refusal('usage', `${formatName(good)} and ${formatName(bad)} are the same packet.`)
  }
  const passes = await trials.run(`good: ${formatName(good)}`, goodText)
  if (passes !== 0) {
    const message = `The command must pass with the good injection, but it fails with ${formatName(good)} (exit code ${passes}).`
    throw new Refusal('usage', message, `See its output: foreword replay @${good.stored.entry.seq} | …`)
  }
  if ((await trials.run(`bad: ${formatName(bad)}`, badText)) !== 0) return
  const message = `The command must fail with the bad injection, but it passes with ${formatName(bad)} (exit code 0).`
  throw new Refusal('usage', message, 'Name an injection with which its exit code is not 0.')
}

function formatName({ stored, body }: PastInjection): string {
  return `${body.injection_id} (@${stored.entry.seq})`
}

/** Finds two neighbours: the command passes with the first and fails with the second. */
async function findFirstFailing(
  past: HistoryDeps,
  trials: BisectTrials,
  ends: Ends,
): Promise<[PastInjection, PastInjection]> {
  const numbers = await listCandidates(past, ends)
  const at = (i: number) => findInjection(past, `@${numbers[i]}`)
  const found = await findBoundary(numbers.length - 1, async (i) => {
    const injection = await at(i)
    return trials.passes(formatName(injection), await readPacketText(past, injection.body))
  })
  return [await at(found - 1), await at(found)]
}

/** Finds, by binary search, a number from 1 to `fails` that fails while the number before passes. */
async function findBoundary(fails: number, passes: (i: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [0, fails]
  while (low + 1 < high) {
    const middle = (low + high) >> 1
    if (await passes(middle)) low = middle
    else high = middle
  }
  return high
}

const page = 1000

/** Lists entries from good to bad with the same manifest and level, each packet once, without pruned texts. */
async function listCandidates(past: HistoryDeps, { good, bad }: Ends): Promise<number[]> {
  const [from, to] = [good.stored.entry.seq, bad.stored.entry.seq]
  const between: StoredEntry[] = []
  for (let after = Math.min(from, to); ; ) {
    const batch = await past.store.entries(past.uid, after, page, 'injection')
    const last = batch.at(-1)?.entry.seq
    between.push(
      ...(await filterUsable(
        past,
        batch.filter(({ entry }) => entry.seq < Math.max(from, to)),
        bad,
      )),
    )
    if (last === undefined || last >= Math.max(from, to)) break
    after = last
  }
  const inOrder = [good.stored, ...(from < to ? between : between.reverse()), bad.stored]
  const once = new Map<string, number>()
  for (const stored of inOrder)
    if (!once.has(makePacketKey(stored))) once.set(makePacketKey(stored), stored.entry.seq)
  return [...once.values()]
}

async function filterUsable(
  past: HistoryDeps,
  batch: readonly StoredEntry[],
  bad: PastInjection,
): Promise<StoredEntry[]> {
  const { manifest, level } = bad.body
  const alike = batch.filter((stored) => {
    const body = parseInjectionEntry(stored)
    return body.manifest === manifest && body.level === level && body.text !== null
  })
  const present = await past.store.present(alike.flatMap(getDigests))
  return alike.filter((stored) => getDigests(stored).every((digest) => present.has(digest)))
}

/** Equal for injections of the same packet. */
function makePacketKey(stored: StoredEntry): string {
  return getDigests(stored).join(' ')
}

function getDigests({ row }: StoredEntry): readonly string[] {
  return row === null ? [] : getBlobDigests(row)
}

type Cause = Pick<BisectResult, 'culprit' | 'note'>

/** Finds the change between two packets that makes the command fail. */
async function findCause(past: HistoryDeps, trials: BisectTrials, { good, bad }: Ends): Promise<Cause> {
  const [was, is] = [await readDiffSide(past, good), await readDiffSide(past, bad)]
  if (!canSplice(was, is)) {
    return {
      culprit: null,
      note: 'The two packets are laid out differently, so their sections were not tried one by one.',
    }
  }
  const changes = listSectionChanges(was, is).filter(({ change }) => change !== 'same')
  const attempt = (batch: typeof changes) => {
    const names = batch.map(({ section, change }) => `${section} ${change}`).join(', ')
    return trials.passes(`@${good.stored.entry.seq} with ${names}`, spliceChanges(was.parts, is.parts, batch))
  }
  if (changes.length === 0 || (await attempt(changes))) {
    const note =
      'The command passes with the sections of the failing packet in the frame of the passing one, so only the text around the sections makes it fail.'
    return { culprit: null, note }
  }
  const found = await findBoundary(changes.length, (count) => attempt(changes.slice(0, count)))
  const culprit = changes[found - 1]!
  if (found === 1 || !(await attempt([culprit]))) return { culprit, note: null }
  const others = changes.slice(0, found - 1).map(({ section }) => section)
  return {
    culprit: null,
    note: `Several changes together make it fail: ${culprit.section} alone passes, but fails after ${others.join(', ')}.`,
  }
}

function canSplice(was: DiffSide, is: DiffSide): boolean {
  const whole = ({ parts, account }: DiffSide) => parts.sections.length === account.sections.length
  return was.parts.format === is.parts.format && whole(was) && whole(is)
}
