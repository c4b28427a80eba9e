// Checks the texts that a project has for coding agents, and the settings that start programs for them.

export {
  checkCommands,
  checkContradictions,
  findProjectCommands,
  type ProjectCommands,
} from './check-commands.ts'
export {
  type CheckFault,
  type FindingSeverity,
  isAtLeast,
  type MeasuredAgent,
  orderFindings,
  severities,
} from './check-fault.ts'
export { checkFrontMatter } from './check-front-matter.ts'
export { checkImports, checkLinkInstead, checkUnfollowedImports, resolveImport } from './check-imports.ts'
export { checkNames } from './check-names.ts'
export { checkPaths } from './check-paths.ts'
export { checkRepeats } from './check-repeats.ts'
export { type CheckCode, type CheckRule, checkRules } from './check-rules.ts'
export { checkSettings } from './check-settings.ts'
export { checkSize } from './check-size.ts'
export { checkText } from './check-text.ts'
export type { CheckedProject, CheckedText } from './checked-project.ts'
export { scanReferences, type TextReferences } from './scan-references.ts'
