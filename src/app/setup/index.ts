// Sets up foreword: init and proposals, install, doctor, and all of them in one step.

export { chooseSetupAgents } from './choose-setup-agents.ts'
export { examineAgents } from './doctor/doctor.ts'
export type { DoctorDeps } from './doctor/doctor-deps.ts'
export {
  type DoctorAgent,
  type DoctorDelivery,
  type DoctorFile,
  type DoctorResult,
  type DoctorServer,
  doctorOutput,
} from './doctor/doctor-output.ts'
export { installAndTry } from './doctor/install-and-try.ts'
export { placeTemplates } from './init.ts'
export {
  type DoctorTrial,
  type InstalledAgent,
  type InstallResult,
  installOutput,
  type Scope,
} from './install/install-output.ts'
export { initOutput, type PlacedFile, type Proposal } from './propose/init-output.ts'
export { makeProposer, type Presets, type Proposer } from './propose/proposer.ts'
export {
  changesSettings,
  type DirectoryFacts,
  type SetupDecision,
  type SetupPlan,
  setUpProject,
} from './setup.ts'
export { type SetupResult, setupOutput } from './setup-output.ts'
