import { RecordedLosses, type StoredEntry } from '../../../core/receipt/index.ts'
import { Refusal } from '../../../core/values/index.ts'
import type { Hash } from '../../../ports/index.ts'
import { readExport } from './export-lines.ts'
import {
  addInjectionId,
  type FoundFault,
  type KnownHead,
  type LedgerVerdict,
  LedgerVerifier,
} from './ledger-verifier.ts'
import { listReferredTexts } from './verify-ledger.ts'

export interface VerifyExportInput {
  /** Read twice, because events at the end excuse gaps at the beginning. */
  readonly lines: () => AsyncIterable<string>
  readonly seen: (uid: string) => readonly KnownHead[]
  readonly tell: (done: number) => void
}

/** Verifies the first ledger of an export, on any machine and without a store. */
export async function verifyExport(hash: Hash, input: VerifyExportInput): Promise<LedgerVerdict> {
  try {
    return await walkExport(hash, input, await readExcuses(input))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'import-invalid') throw error
    throw new Refusal(
      'not-verified',
      `The export cannot be verified. ${error.message}`,
      'Export again from the store.',
    )
  }
}

async function readExcuses({ lines }: VerifyExportInput): Promise<RecordedLosses> {
  const losses = new RecordedLosses()
  let ledgers = 0
  for await (const arrival of readExport(lines(), () => undefined)) {
    if (arrival.kind === 'ledger') ledgers++
    if (arrival.kind === 'entry' && ledgers === 1) losses.take(arrival.stored.entry)
  }
  return losses
}

async function walkExport(
  hash: Hash,
  input: VerifyExportInput,
  losses: RecordedLosses,
): Promise<LedgerVerdict> {
  const texts = new Texts(hash)
  let verifier: LedgerVerifier | undefined
  let fault: FoundFault = null
  for await (const arrival of readExport(input.lines(), input.tell)) {
    if (arrival.kind === 'ledger') {
      if (verifier !== undefined) break
      const { uid, name: project } = arrival
      verifier = new LedgerVerifier({ project, uid, losses, seen: input.seen(uid) }, hash)
    } else if (arrival.kind === 'entry') {
      fault = verifier!.take(arrival.stored)
      texts.need(arrival.stored)
    } else fault = texts.bring(arrival)
    if (fault !== null) break
  }
  // `readExport` refuses an export without a ledger.
  return verifier!.verdict(fault ?? texts.missing(verifier!))
}

/** Matches texts with entries. In an export, texts follow the entries that need them. */
class Texts {
  readonly #needed = new Map<string, ReturnType<typeof listReferredTexts>[number]>()
  readonly #hash: Hash

  constructor(hash: Hash) {
    this.#hash = hash
  }

  need(stored: StoredEntry): void {
    for (const text of listReferredTexts(stored)) this.#needed.set(text.digest, text)
  }

  bring({ digest, content }: { digest: string; content: string }): FoundFault {
    const needed = this.#needed.get(digest)
    this.#needed.delete(digest)
    if (this.#hash(content) === digest || needed === undefined) return null
    const { stored, role } = needed
    const detail = `its ${role} differs from the one that was recorded`
    return addInjectionId({ seq: stored.entry.seq, what: 'altered', detail }, stored)
  }

  missing(verifier: LedgerVerifier): FoundFault {
    for (const { stored, role, digest } of this.#needed.values()) {
      const detail = verifier.missing(stored.entry.seq, role, digest)
      if (detail !== null) return addInjectionId({ seq: stored.entry.seq, what: 'removed', detail }, stored)
    }
    return null
  }
}
