import type { Project } from '../../ports/index.ts'
import type { CommandCall } from './command.ts'
import { chooseProject, readOption } from './read-options.ts'

/** Chooses the project that a server serves. */
export function chooseServerProject(call: CommandCall): Project {
  return chooseProject(call, readOption(call.parsed, 'repo') ?? call.services.projectAround())
}
