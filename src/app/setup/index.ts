// Sets up foreword: init and proposals, install, doctor.

export { examineAgents } from './doctor/doctor.ts'
export type { DoctorDeps } from './doctor/doctor-deps.ts'
export { installAndTry } from './doctor/install-and-try.ts'
export {
  type DoctorAgent,
  type DoctorDelivery,
  type DoctorFile,
  type DoctorResult,
  type DoctorServer,
  doctorOutput,
} from './doctor/outputs.ts'
export { placeTemplates } from './init.ts'
export {
  type DoctorTrial,
  type InstalledAgent,
  type InstallResult,
  installOutput,
  type Scope,
} from './install/outputs.ts'
export { initOutput, type PlacedFile, type Proposal } from './propose/outputs.ts'
export { makeProposer, type Presets, type Proposer } from './propose/proposer.ts'
