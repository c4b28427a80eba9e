import { type InstallOrder, install } from '../install/install.ts'
import type { InstallAnswer, InstalledAgent } from '../install/outputs.ts'
import { writtenIn } from './look.ts'
import type { DoctorTools } from './tools.ts'
import { runTrials } from './trial.ts'

const standing: ReadonlySet<InstalledAgent['state']> = new Set(['installed', 'updated', 'unchanged'])

/** What stands in the settings now, run as the agents would: an entry that fails is told at once. */
async function tryInstalled(
  tools: DoctorTools,
  { root, order, answer }: { root: string; order: InstallOrder; answer: InstallAnswer },
): Promise<InstallAnswer> {
  if (answer.action === 'uninstall' || answer.dry_run) return answer
  const agents: InstalledAgent[] = []
  for (const one of answer.agents) {
    const agent = order.agents.find(({ id }) => id === one.agent)!
    const trials = standing.has(one.state)
      ? await runTrials(tools, root, agent, writtenIn(tools, agent, answer.scope).own)
      : []
    agents.push({ ...one, trials })
  }
  return { ...answer, agents }
}

/** Changes settings, then runs the hooks that are in them. */
export async function installAndTry(
  tools: DoctorTools,
  root: string,
  order: InstallOrder,
): Promise<InstallAnswer> {
  return tryInstalled(tools, { root, order, answer: install(tools, order) })
}
