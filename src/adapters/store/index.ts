// The store on SQLite and Postgres (sql), parcels that wait for it (spool), the place of the store (state), signatures and the
// server's token (keys), files of lines (jsonl).

export { openTextFiles } from './jsonl/text-file.ts'
export { fingerprintKey, openUserKeys, verifySignature } from './keys/keys.ts'
export { countWaiting, listSetAsideParcels, openSpool } from './spool/spool.ts'
export { locateState, type StatePlace } from './state/locate-state.ts'
export { openRememberedHeads } from './state/remembered-head.ts'
export { makeStoreDirectory } from './state/state-directory.ts'
export { tryWriting } from './state/try-writing.ts'
