import { dirname, join } from 'node:path'
import type { Head } from '../../core/ledger/index.ts'
import { fingerprint } from '../../core/values/index.ts'
import type { StoreTrouble } from '../../ports/index.ts'
import { makeDirectories, readSmall, replaceFile } from '../disk/index.ts'

/** The heads of ledgers that this machine has seen. `warn` gets the reason if one cannot be written. */
export function openAnchors(userState: string | null, warn: (trouble: StoreTrouble) => void) {
  return {
    read(name: string): (Head & { readonly file: string }) | null {
      const file = userState === null ? null : anchorFile(userState, name)
      const head = file === null ? null : readAnchor(file)
      return head === null || file === null ? null : { ...head, file }
    },
    write(name: string, head: Head): void {
      if (userState === null) return
      try {
        writeAnchor(anchorFile(userState, name), head)
      } catch (error) {
        const { code, message } = error as NodeJS.ErrnoException
        if (code === undefined) throw error
        warn({ code: 'store-read-only', detail: `the end of the ledger cannot be remembered: ${message}` })
      }
    },
  }
}

/** Where the head of a ledger is remembered, away from the ledger: one that is cut short shows. */
export function anchorFile(userState: string, uid: string): string {
  return join(userState, 'heads', `${fingerprint(uid)}.json`)
}

// By hand: a hook loads this room, and loading zod takes 25 ms.
/** Null when nothing is remembered, or nothing that can be read. */
export function readAnchor(file: string): Head | null {
  try {
    const { seq, digest } = JSON.parse(readSmall(file, 4096) ?? 'null')
    const whole = Number.isSafeInteger(seq) && seq >= 1 && typeof digest === 'string' && digest !== ''
    return whole ? { seq, digest } : null
  } catch {
    return null
  }
}

/** Whole or not at all. Throws the system's error. */
export function writeAnchor(file: string, { seq, digest }: Head): void {
  makeDirectories(dirname(file))
  replaceFile(file, `${JSON.stringify({ seq, digest })}\n`)
}
