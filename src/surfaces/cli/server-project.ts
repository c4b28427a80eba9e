import type { Project } from '../../ports/index.ts'
import type { CommandCall } from './command.ts'
import { chooseProject } from './read-options.ts'
import { readRepository } from './repository.ts'

/** Chooses the project that a server serves. */
export function chooseServerProject(call: CommandCall): Project {
  return chooseProject(call, readRepository(call))
}
