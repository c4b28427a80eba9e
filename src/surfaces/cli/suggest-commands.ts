import { type Agent, agents as knownAgents } from '../../agents/index.ts'
import type { Services } from '../../app/services/index.ts'
import type { SetupResult } from '../../app/setup/index.ts'
import { formatCommand } from '../../core/settings/index.ts'
import type { Project } from '../../ports/index.ts'

/** Suggests three commands for after the setup, in the form that works from the current directory. */
export function suggestCommands(
  { cwd, projectAround }: Pick<Services, 'cwd' | 'projectAround'>,
  { root }: Project,
  agents: readonly Agent[],
): SetupResult['next'] {
  const repo = root === projectAround() ? [] : [`--repo=${root}`]
  const place = root === cwd ? '.' : root
  const explain = {
    command: formatCommand(['foreword', 'explain', place]),
    about: 'what an agent is told now, and why',
  }
  if (agents.length === 0) return [explain, ...suggestWithoutAgent(place)]
  return [
    explain,
    {
      command: `${formatCommand(['foreword', 'why'])} "TEXT"${repo.map((word) => ` ${formatCommand([word])}`)}`,
      about: 'which file and line a text of a session came from',
    },
    { command: formatCommand(['foreword', 'doctor', ...repo]), about: 'whether it still works' },
  ]
}

function suggestWithoutAgent(place: string): SetupResult['next'] {
  const names = knownAgents.filter(({ hooks }) => hooks !== null).map(({ program }) => program)
  return [
    {
      command: formatCommand(['foreword', 'setup', ...(place === '.' ? [] : [place])]),
      about: `again, as soon as one of ${names.join(', ')} is installed`,
    },
    {
      command: `${formatCommand(['foreword', 'dispatch', place])} "TASK" --executor=generic --context -- PROGRAM`,
      about: 'gives a task with its context to any program',
    },
  ]
}
