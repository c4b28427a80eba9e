// Settings files of other programs on disk, trials of what they start, and a directory for that. Knows nothing of what the settings say.
export { openSettings } from './files.ts'
export { namesIn } from './names.ts'
export { type FoundProgram, findOwnProgram } from './program.ts'
export { openScratch, recordingScript } from './scratch.ts'
export { toml } from './toml.ts'
export { tryHook } from './trial.ts'
