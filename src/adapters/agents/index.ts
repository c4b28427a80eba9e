// Coding agents on this machine: settings files and hook trials (settings), transcripts, starting an agent (exec) and a fake
// model (fake-model).

export { startFakeModel } from './fake-model/fake-model.ts'
export { makeHookTrial } from './settings/hook-trial.ts'
export { listDirectoryNames } from './settings/list-directory-names.ts'
export {
  hasPluginPackage,
  locateMachineSettings,
  locateServers,
  locateSettings,
  locateUserSettings,
} from './settings/locate-settings.ts'
export { findOwnProgram } from './settings/own-program.ts'
export { findPortableProgram } from './settings/portable-program.ts'
export { makeRecordingScript, openScratch } from './settings/scratch.ts'
export { openSettingsFiles } from './settings/settings-files.ts'
export { toml } from './settings/toml.ts'
export {
  makeAgentTrialEnvironment,
  makeHookTrialEnvironment,
  makeTrialStore,
} from './settings/trial-environment.ts'
export { openTranscripts } from './transcripts/open-transcripts.ts'
export { listTranscriptRoots } from './transcripts/transcript-roots.ts'
