// Runs the program that the user named in its own process group and ends the whole group with the run.
import { availableParallelism } from 'node:os'
import type { AgentRunner } from '../../../ports/index.ts'
import { findProgram } from './find-program.ts'
import { readOutputFile } from './read-output.ts'
import { runJob } from './run-job.ts'

export function openRunner(env: NodeJS.ProcessEnv): AgentRunner {
  return {
    find: (program) => findProgram(program, env.PATH),
    processors: availableParallelism(),
    run: (job) => runJob(job, env),
    read: readOutputFile,
  }
}
