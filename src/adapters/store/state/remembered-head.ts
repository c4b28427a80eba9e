import { dirname, join } from 'node:path'
import type { LedgerHead } from '../../../core/receipt/index.ts'
import { computeFingerprint } from '../../../core/values/index.ts'
import type { StoreTrouble } from '../../../ports/index.ts'
import { makeDirectories, readSmallFile, replaceFile } from '../../disk/index.ts'

/** The heads of ledgers that this machine has seen. Calls `warn` if one cannot be written. */
export function openRememberedHeads(userState: string | null, warn: (trouble: StoreTrouble) => void) {
  return {
    read(name: string): (LedgerHead & { readonly file: string }) | null {
      const file = userState === null ? null : getRememberedHeadFile(userState, name)
      const head = file === null ? null : readRememberedHead(file)
      return head === null || file === null ? null : { ...head, file }
    },
    write(name: string, head: LedgerHead): void {
      if (userState === null) return
      try {
        writeRememberedHead(getRememberedHeadFile(userState, name), head)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        warn({ code: 'store-read-only', detail: `the head of the ledger cannot be remembered: ${message}` })
      }
    },
  }
}

/** Returns the file of a remembered head. It is away from the ledger, so that a shortened ledger is noticed. */
export function getRememberedHeadFile(userState: string, uid: string): string {
  return join(userState, 'heads', `${computeFingerprint(uid)}.json`)
}

/** Null when nothing is remembered, or nothing that can be read. */
export function readRememberedHead(file: string): LedgerHead | null {
  try {
    const { seq, digest } = JSON.parse(readSmallFile(file, 4096) ?? 'null')
    const isHead = Number.isSafeInteger(seq) && seq >= 1 && typeof digest === 'string' && digest !== ''
    return isHead ? { seq, digest } : null
  } catch {
    return null
  }
}

/** Writes the whole file or nothing. Throws the system's error. */
export function writeRememberedHead(file: string, { seq, digest }: LedgerHead): void {
  makeDirectories(dirname(file))
  replaceFile(file, `${JSON.stringify({ seq, digest })}\n`)
}
