import { describe } from 'vitest'
import { isInstalled, releases } from '../../scripts/agents.ts'

/** `FOREWORD_AGENTS=0` skips them even if they are installed. */
export const isWanted = process.env.FOREWORD_AGENTS !== '0'

/** Skips the suites of an agent that is not installed. */
export function describeAgent(id: (typeof releases)[number]['id'], tests: () => void): void {
  const release = releases.find((release) => release.id === id)!
  const there = isWanted && isInstalled(release)
  describe.skipIf(!there)(`${release.package} ${release.version}`, tests)
}
