import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renamedScenarios, renaming } from './mcp-names.ts'
import { notApplying, notApplyingChecks } from './mcp-not-applying.ts'
import {
  type Check,
  passes,
  type Results,
  runSuite,
  scenarios,
  schemaCheck,
  suiteProject,
} from './mcp-suite.ts'
import { World } from './program.ts'
import { type Served, serveProject } from './serving.ts'

/** Each generation of the protocol, then everything else: extensions and new scenarios of the suite. */
const runs = {
  '2025-06-18': ['--suite', 'all', '--spec-version', '2025-06-18'],
  '2025-11-25': ['--requirements', '2025-11-25'],
  '2026-07-28': ['--requirements', '2026-07-28'],
  everything: ['--suite', 'all'],
} as const
type Run = keyof typeof runs

const world = new World()
let served: Served
const results = new Map<Run, Results>()
beforeAll(async () => {
  served = await serveProject(world, suiteProject(world))
  await using renamed = await renaming(served.where.mcp)
  for (const [name, options] of Object.entries(runs) as [Run, readonly string[]][]) {
    const urls = [served.where.mcp, renamed.url]
    const [found, named] = await Promise.all(urls.map((url) => runSuite(world, url, options)))
    results.set(
      name,
      new Map([...found!, ...[...named!].filter(([scenario]) => renamedScenarios.includes(scenario))]),
    )
  }
})
afterAll(async () => {
  await served.stop()
  world.remove()
})

type Table = Readonly<Record<string, string>>
const has = (table: Table, name: string) => Object.hasOwn(table, name)

/** Leaves out checks that do not apply. */
function applying(scenario: string, checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ id }) => !has(notApplyingChecks, `${scenario}/${id}`))
}

function found(run: Run): (readonly [string, readonly Check[]])[] {
  return [...results.get(run)!].map(([scenario, checks]) => [scenario, applying(scenario, checks)])
}

describe.each(Object.keys(runs) as Run[])('the official conformance suite, %s', (run) => {
  it('passes every scenario that applies', () => {
    const asked = found(run).filter(([scenario]) => !has(notApplying, scenario))
    expect(asked.length).toBeGreaterThan(10)
    expect(asked.filter(([, checks]) => !passes(checks))).toEqual([])
  })

  it('is sent nothing that the schema of the protocol does not know, whatever it asks', () => {
    const invalid = found(run).map(([name, checks]) => [name, checks.filter(isInvalid)] as const)
    expect(invalid.filter(([, checks]) => checks.length > 0)).toEqual([])
  })

  it('fails every scenario that is listed as not applying', () => {
    const listed = found(run).filter(([scenario]) => has(notApplying, scenario))
    expect(listed.filter(([, checks]) => passes(checks)).map(([scenario]) => scenario)).toEqual([])
  })
})

describe('the scenarios of the suite', () => {
  let known: readonly string[]
  beforeAll(async () => {
    known = await scenarios()
  })

  it('were all run', async () => {
    const ran = (run: Run) => [...results.get(run)!.keys()].sort()
    expect(ran('everything')).toEqual([...known].sort())
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const required = await scenarios('--requirements', revision)
      // The suite lists scenarios for clients separately.
      expect(ran(revision)).toEqual(required.filter((scenario) => known.includes(scenario)).sort())
    }
  })

  it('have among them each one that is listed as not applying', () => {
    expect(Object.keys(notApplying).filter((scenario) => !known.includes(scenario))).toEqual([])
    expect(renamedScenarios.filter((scenario) => !known.includes(scenario))).toEqual([])
  })

  it('have each check that is listed as not applying, and it does not pass', () => {
    const all = [...results.values()].flatMap((result) => [...result])
    const failing = all.flatMap(([scenario, checks]) =>
      checks.filter(({ status }) => status !== 'SUCCESS').map(({ id }) => `${scenario}/${id}`),
    )
    expect(Object.keys(notApplyingChecks).filter((check) => !failing.includes(check))).toEqual([])
  })
})

function isInvalid({ id, status }: Check): boolean {
  return id === schemaCheck && status !== 'SUCCESS'
}
