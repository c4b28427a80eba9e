import { type InstallInput, installHooks } from '../install/install.ts'
import type { InstalledAgent, InstallResult } from '../install/outputs.ts'
import type { DoctorDeps } from './doctor-tools.ts'
import { runTrials } from './hook-trial.ts'
import { inspectInstalledFile } from './inspect-settings.ts'

const standing: ReadonlySet<InstalledAgent['state']> = new Set(['installed', 'updated', 'unchanged'])

/** What stands in the settings now, run as the agents would: an entry that fails is told at once. */
async function tryInstalledHooks(
  tools: DoctorDeps,
  { root, order, answer }: { root: string; order: InstallInput; answer: InstallResult },
): Promise<InstallResult> {
  if (answer.action === 'uninstall' || answer.dry_run) return answer
  const agents: InstalledAgent[] = []
  for (const one of answer.agents) {
    const agent = order.agents.find(({ id }) => id === one.agent)!
    const trials = standing.has(one.state)
      ? await runTrials(tools, root, agent, inspectInstalledFile(tools, agent, answer.scope).own)
      : []
    agents.push({ ...one, trials })
  }
  return { ...answer, agents }
}

/** Changes settings, then runs the hooks that are in them. */
export async function installAndTry(
  tools: DoctorDeps,
  root: string,
  order: InstallInput,
): Promise<InstallResult> {
  return tryInstalledHooks(tools, { root, order, answer: installHooks(tools, order) })
}
