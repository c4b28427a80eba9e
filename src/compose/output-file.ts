import { compileExcludes } from '../adapters/files/index.ts'
import { openOutputFile } from '../adapters/runs/index.ts'
import { builtInExclusions } from '../core/plan/index.ts'
import type { OutputChoice, OutputFile, Project } from '../ports/index.ts'

export function outputFileIn({ root }: Project, choice: OutputChoice): OutputFile {
  const excludes = compileExcludes(builtInExclusions)
  return openOutputFile({ root, excludedBy: (path) => excludes(path, '') }, choice)
}
