// Coding agents on this machine: settings files and hook trials (settings), transcripts, starting an agent (exec) and a fake
// model (fake-model).

export { startFakeModel } from './fake-model/endpoint.ts'
export { makeHookTrial } from './settings/hook-trial.ts'
export { hasPluginPackage, locateSettings, locateUserSettings } from './settings/locate-settings.ts'
export { listDirectoryNames } from './settings/names-in.ts'
export { findOwnProgram } from './settings/own-program.ts'
export { makeRecordingScript, openScratch } from './settings/scratch.ts'
export { openSettings } from './settings/settings-files.ts'
export { toml } from './settings/toml.ts'
export { makeAgentTrialEnvironment, makeHookTrialEnvironment } from './settings/trial-environment.ts'
export { openTranscripts } from './transcripts/open-transcripts.ts'
export { transcriptRoots } from './transcripts/roots.ts'
