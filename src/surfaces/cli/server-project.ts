import type { Project } from '../../ports/index.ts'
import type { Call } from './command.ts'
import { option, projectOf } from './options.ts'

/** Chooses the project that a server serves. */
export function serverProject(call: Call): Project {
  return projectOf(call, option(call.parsed, 'repo') ?? call.services.projectAround())
}
