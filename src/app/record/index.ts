// Records injections and other events in the ledger, and the baseline of each session.

export { computeSeal, makeInjectionParcel, makeParcel, type PacketSeal } from './parcel.ts'
export { recordSessionBaseline } from './record-session-baseline.ts'
export {
  buildSessionBaseline,
  computeSourcesDigest,
  getContentDigest,
  type SessionBaseline,
  saveReadSections,
} from './session-baseline.ts'
