// Runs a program the person named, in a process group of its own, and lets nothing of it outlive the run.
import type { AgentRunner } from '../../ports/index.ts'
import { findProgram } from './find.ts'
import { runJob } from './run.ts'

export function openRunner(env: NodeJS.ProcessEnv): AgentRunner {
  return {
    find: (program) => findProgram(program, env.PATH),
    run: (job) => runJob(job, env),
  }
}
