import { installAgents, isInstalled, releases } from '../../scripts/agents.ts'

/** Downloads the agents (1.2 GB) only on request. */
export default async function setup(): Promise<void> {
  const say = (line: string) => console.error(line)
  if (process.env.FOREWORD_AGENTS === '1') await installAgents(say)
  else if (process.env.FOREWORD_AGENTS === '0') say('skipped: FOREWORD_AGENTS=0 leaves the real agents alone')
  else if (!releases.every(isInstalled)) say('skipped: real agents are not installed; run `npm run agents`')
}
