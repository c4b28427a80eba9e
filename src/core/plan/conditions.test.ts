import { describe, expect, it } from 'vitest'
import { makeManifest } from '../manifest/manifest.fixture.ts'
import { makePlan } from './plan.ts'
import { makeRequest, type Request } from './request.ts'

const intents = {
  design: ['ui', 'user interface', 'CSS'],
  fix: ['bug', 'fix', 'c++'],
  odd: ['!!!', 'größe'],
  script: ['नीति'],
}

function planFor(rule: object, given: Partial<Request> = {}) {
  const manifest = makeManifest({ intents, sections: { soul: rule } })
  return makePlan(manifest, makeRequest({ repo: 'app', ...given }))
}

describe('when', () => {
  it.each<[object, Partial<Request>, string | null]>([
    [{}, {}, null],
    [{ level: 'full' }, { level: 'full' }, null],
    [{ level: 'full' }, {}, 'only for level full'],
    [{ level: ['standard', 'full'] }, {}, null],
    [{ role: 'reviewer' }, { role: 'reviewer' }, null],
    [{ role: 'reviewer' }, { role: 'writer' }, 'only for role reviewer'],
    [{ role: ['reviewer', 'lead'] }, {}, 'only for role reviewer, lead'],
    [{ agent: ['claude', 'codex'] }, { agent: 'codex' }, null],
    [{ agent: 'claude' }, { agent: 'aider' }, 'only for agent claude'],
    [{ agent: 'claude' }, {}, 'only for agent claude'],
    [{ trigger: 'session-start' }, { trigger: 'session-start' }, null],
    [{ trigger: 'session-start' }, {}, 'only for trigger session-start'],
    [{ flag: ['deep', 'wide'] }, { flags: ['wide', 'x'] }, null],
    [{ flag: 'deep' }, { flags: [] }, 'only for flag deep'],
    [{ intent: 'fix' }, { task: 'Fix it' }, null],
    [{ intent: 'fix' }, { task: 'Write it' }, 'only for intent fix'],
    [{ intent: 'default' }, { task: 'Write it' }, null],
    [{ rework: true }, { rework: true }, null],
    [{ rework: true }, {}, 'only for rework'],
    [{ rework: false }, { rework: true }, 'not for rework'],
    [{ rework: false }, {}, null],
    [{ level: 'full', agent: 'claude' }, { level: 'full' }, 'only for agent claude'],
    [{ level: 'full', agent: 'claude' }, { level: 'full', agent: 'claude' }, null],
  ])('%j for %j: %j', (when, given, why) => {
    const { sections, skipped } = planFor({ when }, given)
    expect(skipped).toMatchObject(why === null ? [] : [{ id: 'soul', heading: 'SOUL', why }])
    expect(sections).toHaveLength(why === null ? 1 : 0)
  })
})

describe('an intent', () => {
  it.each([
    ['Polish the UI', 'design'],
    ['ui', 'design'],
    ['the ui/ux kit', 'design'],
    ['Rework the User   Interface.', 'design'],
    ['the user-interface', 'design'],
    ['build the thing', 'default'],
    ['a guide to quick fruit', 'default'],
    ['prefix the names', 'default'],
    ['debugging', 'default'],
    ['fix the CSS', 'design'],
    ['Fix: crash', 'fix'],
    ['İUI', 'default'],
    ['die Gro\u0308ße', 'odd'],
    ['नीति लिखो', 'script'],
    ['नीतिशास्त्र', 'default'],
    ['नूत', 'default'],
    ['«bug»', 'fix'],
    ['port to C++', 'fix'],
    ['Die GRÖSSE', 'default'],
    ['Die Größe!', 'odd'],
    ['', 'default'],
    ['!!!', 'default'],
    [null, 'default'],
  ])('for the task %j is %s, by whole words', (task, intent) => {
    expect(planFor({}, { task }).intent).toBe(intent)
  })

  it('makes the plan depend on the task only where intents are declared', () => {
    expect(planFor({}).readsTask).toBe(true)
    expect(makePlan(makeManifest({}), makeRequest({ repo: 'app' })).readsTask).toBe(false)
  })
})
