import { RecordedLosses, type StoredEntry } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Hash } from '../../../ports/index.ts'
import { readExport } from './ledger-export.ts'
import {
  addInjectionId,
  type FoundFault,
  type KnownHead,
  type LedgerVerdict,
  LedgerVerifier,
} from './ledger-verifier.ts'
import { listReferredTexts } from './verify.ts'

export interface VerifyExportInput {
  /** Read twice: events at the end excuse what is missing at the beginning. */
  readonly lines: () => AsyncIterable<string>
  readonly seen: (uid: string) => readonly KnownHead[]
  readonly tell: (done: number) => void
}

/** The same walk over an export, on any machine and without a store. Looks at the first ledger in it. */
export async function verifyExport(hash: Hash, order: VerifyExportInput): Promise<LedgerVerdict> {
  try {
    return await walkExport(hash, order, await excusesIn(order))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'import-invalid') throw error
    throw new Refusal(
      'not-verified',
      `The export does not hold. ${error.message}`,
      'Export again from the store.',
    )
  }
}

async function excusesIn({ lines }: VerifyExportInput): Promise<RecordedLosses> {
  const excuses = new RecordedLosses()
  let ledgers = 0
  for await (const one of readExport(lines(), () => undefined)) {
    if (one.kind === 'ledger') ledgers++
    if (one.kind === 'entry' && ledgers === 1) excuses.take(one.stored.entry)
  }
  return excuses
}

async function walkExport(
  hash: Hash,
  order: VerifyExportInput,
  excuses: RecordedLosses,
): Promise<LedgerVerdict> {
  const texts = new Texts(hash)
  let examination: LedgerVerifier | undefined
  let fault: FoundFault = null
  for await (const one of readExport(order.lines(), order.tell)) {
    if (one.kind === 'ledger') {
      if (examination !== undefined) break
      const { uid, name: project } = one
      examination = new LedgerVerifier({ project, uid, excuses, seen: order.seen(uid) }, hash)
    } else if (one.kind === 'entry') {
      fault = examination!.take(one.stored)
      texts.need(one.stored)
    } else fault = texts.bring(one)
    if (fault !== null) break
  }
  // An export has a ledger, or reading it was refused.
  return examination!.verdict(fault ?? texts.missing(examination!))
}

/** Texts come behind the entries that need them. */
class Texts {
  readonly #needed = new Map<string, ReturnType<typeof listReferredTexts>[number]>()
  readonly #hash: Hash

  constructor(hash: Hash) {
    this.#hash = hash
  }

  need(stored: StoredEntry): void {
    for (const one of listReferredTexts(stored)) this.#needed.set(one.digest, one)
  }

  bring({ digest, content }: { digest: string; content: string }): FoundFault {
    const needed = this.#needed.get(digest)
    this.#needed.delete(digest)
    if (this.#hash(content) === digest || needed === undefined) return null
    const { stored, role } = needed
    const detail = `its ${role} is not the one it was written with`
    return addInjectionId({ seq: stored.entry.seq, what: 'altered', detail }, stored)
  }

  missing(examination: LedgerVerifier): FoundFault {
    for (const { stored, role, digest } of this.#needed.values()) {
      const detail = examination.missing(stored.entry.seq, role, digest)
      if (detail !== null) return addInjectionId({ seq: stored.entry.seq, what: 'removed', detail }, stored)
    }
    return null
  }
}
