// The file: scheme: globs, windows, containment, the deny-list; finds a project; what init writes; files for scrub.

export { compileExcludes } from './exclude.ts'
export { findProject, findProjectAround, getPresetFile, readShippedPresets } from './find-project.ts'
export { openFiles } from './open-files.ts'
export { openScrubFiles } from './scrub/scrub-files.ts'
export { openTemplates } from './templates.ts'
