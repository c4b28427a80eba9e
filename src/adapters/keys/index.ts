// Signs checkpoints with the key of this machine's user, and checks what others have signed.
export { fingerprint, openKeys, verifySignature } from './keys.ts'
