// Records injections and other events in the ledger, and the baseline of each session.

export { computeSeal, makeInjectionParcel, makeParcel, type PacketSeal } from './parcel.ts'
export {
  buildSessionBaseline,
  computeSourcesDigest,
  getContentDigest,
  saveReadSections,
} from './session-baseline.ts'
export { recordSessionBaseline } from './tell-session.ts'
