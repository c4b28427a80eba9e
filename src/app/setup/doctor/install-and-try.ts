import { type InstallInput, installHooks } from '../install/install.ts'
import type { InstalledAgent, InstallResult } from '../install/install-output.ts'
import type { DoctorDeps } from './doctor-deps.ts'
import { runHookTrials } from './hook-trial.ts'
import { inspectInstalledFile } from './inspect-settings.ts'

const installedStates: ReadonlySet<InstalledAgent['state']> = new Set(['installed', 'updated', 'unchanged'])

/** Runs the installed entries as the agents would, so that the user learns of a failing entry at once. */
async function tryInstalledHooks(
  deps: DoctorDeps,
  { root, input, result }: { root: string; input: InstallInput; result: InstallResult },
): Promise<InstallResult> {
  if (result.action === 'uninstall' || result.dry_run) return result
  const agents: InstalledAgent[] = []
  for (const installed of result.agents) {
    const agent = input.agents.find(({ id }) => id === installed.agent)!
    const trials = installedStates.has(installed.state)
      ? await runHookTrials(deps, root, agent, inspectInstalledFile(deps, agent, result.scope).own)
      : []
    agents.push({ ...installed, trials })
  }
  return { ...result, agents }
}

/** Changes settings, then runs the hooks that are in them. */
export async function installAndTry(
  deps: DoctorDeps,
  root: string,
  input: InstallInput,
): Promise<InstallResult> {
  return tryInstalledHooks(deps, { root, input, result: installHooks(deps, input) })
}
