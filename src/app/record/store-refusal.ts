import { Refusal, StoreFailure } from '../../core/values/index.ts'
import type { StoreTrouble } from '../../ports/index.ts'

const fixes: Partial<Record<StoreFailure['code'], string>> = {
  'store-damaged': 'Run "foreword store repair" to save the readable part.',
  'store-locked': 'Try again when the other program has finished.',
  'store-full': 'Free space on the disk.',
  'store-newer': 'Update foreword.',
  'store-refused': 'Correct FOREWORD_STORE or the rights. Until then, receipts wait in the spool.',
  'store-unreachable':
    'Check FOREWORD_STORE and the database server. Until then, receipts wait in the spool.',
}

/** Turns a failure of the store into a refusal with a fix. Returns every other error unchanged. */
export function toStoreRefusal(error: unknown): unknown {
  if (!(error instanceof StoreFailure)) return error
  return new Refusal('store-unavailable', `The store cannot be used: ${error.message}`, fixes[error.code])
}

/** Turns a failure of the store into a warning with a fix, for a program that continues without the store. */
export function toStoreTrouble({ code, message }: StoreFailure): StoreTrouble {
  const fix = fixes[code] ?? 'Receipts wait in the spool.'
  return { code, detail: `the store cannot be used: ${message.replace(/\.$/, '')}. ${fix}` }
}
