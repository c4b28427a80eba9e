import {
  diffLines,
  getContentLines,
  getFrameLines,
  type Hunk,
  type PacketParts,
  type SectionPart,
} from '../../../core/history/index.ts'
import type { Account, ReceiptSection } from '../../../core/receipt/index.ts'
import { hunkField, type Output, outputFields, type Zod } from '../../output/index.ts'

export function sectionChangeField(z: Zod) {
  const { text, maybe, maybeAmount, digest } = outputFields(z)
  const hunk = hunkField(z)
  const versions = z.array(z.strictObject({ path: text, digest }))
  return z.strictObject({
    section: text,
    change: z.enum(['added', 'removed', 'changed', 'moved', 'same']),
    size: z.strictObject({ before: maybeAmount, after: maybeAmount }),
    sources: z.strictObject({ before: versions, after: versions }),
    why: maybe,
    hunks: z.array(hunk),
  })
}

export type SectionChange = Output<typeof sectionChangeField>

/** A packet that was sent, split into its parts. */
export interface DiffSide {
  readonly injectionId: string
  readonly account: Account
  readonly parts: PacketParts
}

/** Lists sections in the order of the later packet, then removed sections. */
export function listSectionChanges(before: DiffSide, after: DiffSide): SectionChange[] {
  const moved = findMovedSections(listIds(before), listIds(after))
  const here = after.account.sections.map((section) => {
    const old = before.account.sections.find(({ id }) => id === section.id)
    return makeChange({ before, after, old, now: section, moved: moved.has(section.id) })
  })
  const gone = before.account.sections.filter(({ id }) => !listIds(after).includes(id))
  return [...here, ...gone.map((old) => makeChange({ before, after, old, now: undefined, moved: false }))]
}

/** Compares the text around the sections, ignoring the injection id. */
export function diffFrame(before: DiffSide, after: DiffSide): Hunk[] {
  const lines = ({ parts, injectionId }: DiffSide) =>
    getFrameLines(parts).map((line) => line.replaceAll(injectionId, '{injection_id}'))
  return diffLines(lines(before), lines(after))
}

function findPart({ parts }: DiffSide, id: string): SectionPart | undefined {
  return parts.sections.find((part) => part.id === id)
}

function listIds({ account }: DiffSide): string[] {
  return account.sections.map(({ id }) => id)
}

interface Pair {
  readonly before: DiffSide
  readonly after: DiffSide
  readonly old: ReceiptSection | undefined
  readonly now: ReceiptSection | undefined
  readonly moved: boolean
}

function makeChange({ before, after, old, now, moved }: Pair): SectionChange {
  const id = (now ?? old)!.id
  const equal = old !== undefined && now !== undefined && isEqual(before, after, id)
  return {
    section: id,
    change: old === undefined ? 'added' : now === undefined ? 'removed' : nameChange(equal, moved),
    size: { before: old?.size ?? null, after: now?.size ?? null },
    sources: { before: listVersions(old), after: listVersions(now) },
    why: now === undefined ? explainGone(after.account, id) : null,
    hunks: equal ? [] : diffSection(before, after, id),
  }
}

function nameChange(equal: boolean, moved: boolean): SectionChange['change'] {
  if (!equal) return 'changed'
  return moved ? 'moved' : 'same'
}

function isEqual(before: DiffSide, after: DiffSide, id: string): boolean {
  const [was, is] = [findPart(before, id), findPart(after, id)]
  if (was !== undefined && is !== undefined && before.parts.format === after.parts.format) {
    return was.text === is.text
  }
  const digest = ({ account }: DiffSide) => account.sections.find((section) => section.id === id)?.sent_digest
  return digest(before) === digest(after)
}

function diffSection(before: DiffSide, after: DiffSide, id: string): Hunk[] {
  const [was, is] = [findPart(before, id), findPart(after, id)]
  const lines = (part: SectionPart | undefined, { parts }: DiffSide) =>
    part === undefined ? [] : getContentLines(part, parts.format)
  const hunks = diffLines(lines(was, before), lines(is, after))
  // In JSON the heading and the source are part of the section.
  return hunks.length > 0 ? hunks : diffLines(was ? [was.text] : [], is ? [is.text] : [])
}

function listVersions(section: ReceiptSection | undefined): SectionChange['sources']['before'] {
  return (section?.sources ?? []).map(({ path, digest }) => ({ path, digest }))
}

function explainGone({ left_out, sections }: Account, id: string): string {
  const gone = left_out.find((section) => section.id === id)
  if (gone !== undefined) return gone.why
  // For a section with one document each, other documents may have been chosen.
  const slash = id.indexOf('/')
  const parent = slash === -1 ? null : id.slice(0, slash)
  const whole = left_out.find((section) => section.id === parent)
  if (whole !== undefined) return whole.why
  const has = parent !== null && sections.some((section) => section.id.startsWith(`${parent}/`))
  return has ? `it was not among the documents chosen for ${parent}` : 'the manifest no longer has it'
}

/** Finds the sections outside the longest common sequence, so that as few as possible count as moved. */
export function findMovedSections(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const common = after.filter((id) => before.includes(id))
  const best: string[][] = []
  for (const [i, id] of common.entries()) {
    const place = before.indexOf(id)
    const chains = best.slice(0, i).filter((_, j) => before.indexOf(common[j]!) < place)
    const longest = chains.reduce<string[]>((most, chain) => (chain.length > most.length ? chain : most), [])
    best.push([...longest, id])
  }
  const unmoved = best.reduce<string[]>((most, chain) => (chain.length > most.length ? chain : most), [])
  return new Set(common.filter((id) => !unmoved.includes(id)))
}
