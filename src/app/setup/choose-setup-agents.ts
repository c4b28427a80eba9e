import type { Agent } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** Chooses the named agents, or all agents with hooks that are on PATH. */
export function chooseSetupAgents(
  known: readonly (Agent & { readonly installed: boolean })[],
  names: readonly string[],
): Agent[] {
  if (names.length === 0) return known.filter(({ hooks, installed }) => hooks !== null && installed)
  const named = known.filter(({ id }) => names.includes(id))
  const missing = named.find(({ hooks, installed }) => hooks !== null && !installed)
  if (missing === undefined) return named
  throw new Refusal(
    'agent-missing',
    `${missing.title} is not on this machine: "${missing.program}" is not on PATH. Nothing was changed.`,
    'Install it, or leave --agent out to use the agents that are here.',
  )
}
