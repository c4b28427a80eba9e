import { Refusal, StoreFailure } from '../../core/values/index.ts'

const fixes: Partial<Record<StoreFailure['code'], string>> = {
  'store-damaged': 'Save what can be saved with "foreword store repair".',
  'store-locked': 'Try again when the other program is done.',
  'store-full': 'Make room on the disk.',
  'store-newer': 'Update foreword.',
  'store-unreachable': 'Look at FOREWORD_STORE and at the server. Receipts wait in the spool meanwhile.',
}

/** A failure of the store as a refusal with a fix; every other error as it is. */
export function toStoreRefusal(error: unknown): unknown {
  if (!(error instanceof StoreFailure)) return error
  return new Refusal('store-unavailable', `The store cannot be used: ${error.message}`, fixes[error.code])
}
