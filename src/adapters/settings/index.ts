// Settings files of other programs on disk, trials of what they start, and a directory for that. Knows nothing of what the settings say.
export { openSettings } from './files.ts'
export { listDirectoryNames } from './names.ts'
export { type FoundProgram, findOwnProgram } from './program.ts'
export { makeRecordingScript, openScratch } from './scratch.ts'
export { toml } from './toml.ts'
export { makeHookTrial } from './trial.ts'
