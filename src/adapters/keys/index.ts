// The secrets of this machine's user: the key that signs checkpoints, with which others' are checked too, and the token of the server.
export { fingerprint, openUserKeys, verifySignature } from './keys.ts'
export { openServerToken } from './token.ts'
