// Reads the file: scheme (globs, windows, containment, deny-list), finds a project, writes the files of init and lists the files
// for scrub.

export { compileExcludes } from './exclude.ts'
export {
  findConfiguredProject,
  findProject,
  findProjectAround,
  getPresetFile,
  listPresets,
  readShippedPresets,
} from './find-project.ts'
export { openFiles } from './open-files.ts'
export { openScrubFiles } from './scrub/scrub-files.ts'
export { openTemplates } from './templates.ts'
