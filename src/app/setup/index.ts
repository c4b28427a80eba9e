// Sets up foreword: init and proposals, install, doctor.

export { examineAgents } from './doctor/doctor.ts'
export type { DoctorDeps } from './doctor/doctor-tools.ts'
export {
  type DoctorAgent,
  type DoctorDelivery,
  type DoctorFile,
  type DoctorResult,
  doctorOutput,
} from './doctor/outputs.ts'
export { installAndTry } from './doctor/try-installed.ts'
export { placeTemplates } from './init.ts'
export {
  type DoctorTrial,
  type InstalledAgent,
  type InstallResult,
  installOutput,
  type Scope,
} from './install/outputs.ts'
export { initOutput, type Placed, type Proposal } from './propose/outputs.ts'
export { type Presets, type Proposing, startProposing } from './propose/proposing.ts'
