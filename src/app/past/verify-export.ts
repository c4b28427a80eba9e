import { type EventBody, rowOf, Walk } from '../../core/ledger/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { Hash } from '../../ports/index.ts'
import type { VerifyAnswer } from './answers.ts'
import { readExport } from './exchange.ts'
import { cutOff, described, Excuses, eventOf, rewritten, type Seen, type Verdict } from './verify.ts'

export interface ExportOrder {
  /** Read twice: events at the end excuse what is missing at the beginning. */
  readonly lines: () => AsyncIterable<string>
  readonly seen: (uid: string) => readonly Seen[]
  readonly tell: (done: number) => void
}

/** The same walk over an export, on any machine and without a store. Looks at the first ledger in it. */
export async function verifyExport(hash: Hash, order: ExportOrder): Promise<Verdict> {
  try {
    const events: EventBody[] = []
    for await (const one of readExport(order.lines(), () => undefined)) {
      if (one.kind === 'entry') events.push(...eventOf(one.stored.entry))
    }
    return await walkExport(hash, order, events)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'import-invalid') throw error
    throw new Refusal(
      'not-verified',
      `The export does not hold. ${error.message}`,
      'Export again from the store.',
    )
  }
}

async function walkExport(hash: Hash, order: ExportOrder, events: readonly EventBody[]): Promise<Verdict> {
  const excuses = new Excuses(events)
  const needed = new Map<string, { seq: number; role: 'text' | 'account' }>()
  let walk: Walk | undefined
  let ledger = { uid: '', name: '' }
  let seen: ReadonlyMap<number, Seen> = new Map()
  let fault: VerifyAnswer['fault'] = null
  let entries = 0
  let clockBack = 0
  let before = ''
  for await (const one of readExport(order.lines(), order.tell)) {
    if (one.kind === 'ledger') {
      if (walk !== undefined) break
      ledger = one
      walk = new Walk(one.uid, hash, excuses.lost)
      seen = new Map(order.seen(one.uid).map((head) => [head.seq, head]))
    } else if (one.kind === 'entry') {
      const { stored } = one
      fault = described(walk!.take(stored), [stored]) ?? rewritten(stored, seen.get(stored.entry.seq))
      if (fault !== null) break
      entries++
      if (stored.entry.at < before) clockBack++
      before = stored.entry.at
      const row = rowOf(stored.entry.kind, stored.entry.body)
      if (typeof row === 'string' || row.kind !== 'injection') continue
      needed.set(row.account, { seq: stored.entry.seq, role: 'account' })
      if (row.text !== null) needed.set(row.text, { seq: stored.entry.seq, role: 'text' })
    } else if (hash(one.content) !== one.digest) {
      const seq = needed.get(one.digest)?.seq ?? 0
      fault = {
        seq,
        what: 'altered',
        detail: 'a text is not the one it was written with',
        injection_id: null,
      }
      break
    } else needed.delete(one.digest)
  }
  const head = walk?.head ?? { seq: 0, digest: '' }
  for (const [digest, { seq, role }] of fault === null ? needed : []) {
    const detail = excuses.missing(seq, role, digest)
    if (detail !== null) fault ??= { seq, what: 'removed', detail, injection_id: null }
  }
  fault ??= cutOff(head, [...seen.values()])
  return {
    project: ledger.name,
    uid: ledger.uid,
    holds: fault === null,
    entries,
    head: head.seq === 0 ? null : head,
    fault,
    pruned: excuses.pruned,
    lost: excuses.lost,
    clock_back: clockBack,
  }
}
