import { expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { checkManifest } from '../manifest/index.ts'
import { makePlan, makeRequest, type Plan } from '../plan/index.ts'
import { createRedactor, ruleSets, selectRules } from '../redact/index.ts'
import { computeFingerprint, joinLines } from '../values/index.ts'
import { assemble, renderPacket } from './assemble.ts'

interface Given {
  readonly room: Plan['channelLimit']
  readonly texts: Readonly<Record<string, string>>
  /** Keys of the manifest. */
  readonly more?: object
}

const room = (amount: number, cutProtected = true) => ({ amount, unit: 'utf-16', cutProtected }) as const
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i}`).join('\n')

/** A packet of protected sections, measured in lines. */
function packetOf({ room, texts, more = {} }: Given) {
  const ids = Object.keys(texts)
  const checked = checkManifest(
    {
      foreword: 1,
      name: 'shop',
      measure: 'lines',
      levels: { only: { budget: 5000 } },
      default_level: 'only',
      ceiling: 5000,
      sections: Object.fromEntries(
        ids.map((id) => [id, { sources: [`file:${id}.md`], protected: id !== 'free' }]),
      ),
      ...more,
    },
    { redactionRules: ruleSets.default, schemes: ['file'] },
  )
  if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
  const plan = makePlan(checked.manifest, makeRequest({ repo: 'shop', channelLimit: room }))
  const redactor = createRedactor({ rules: selectRules(plan.redact), marker: plan.redact.marker })
  const count = (text: string) => text.split('\n').length
  const deps = {
    now: '2026-01-20T12:00:00Z',
    count,
    outline: outlineMarkdown,
    values: {},
    digest: computeFingerprint,
    redactor,
  }
  const readings = ids.map((section) => {
    const path = `${section}.md`
    const text = texts[section]!
    const read = { path, text, digest: 'sha256:0', bytes: text.length, modifiedAt: '2026-01-20T00:00:00Z' }
    return {
      section,
      source: 0,
      tried: [],
      found: [{ state: 'found' as const, uri: `file:${path}`, ...read }],
    }
  })
  const { packet, rendered } = renderPacket(assemble(plan, readings, deps), {}, redactor)
  const sections = packet.sections.map(({ id, reductions }) =>
    [id, ...reductions.map(({ why }) => why)].join(' '),
  )
  return { packet, text: rendered.text, sections, left: packet.leftOut.map(({ id, why }) => `${id}: ${why}`) }
}

it('cuts the last of what never yields, and says so in the packet and on record', () => {
  const { packet, text, sections, left } = packetOf({
    room: room(3000),
    texts: { a: lines(200), b: lines(300) },
  })
  expect([sections, left]).toEqual([['a', 'b channel'], []])
  expect(text.length).toBeLessThanOrEqual(3000)
  expect(text.length).toBeGreaterThan(2900)
  expect(text).toMatch(/line \d+\n\.\.\.\[cut\]\.\.\.\n\n<!-- shortened: B \(channel; read b\.md\) -->/)
  const { size, reductions, whole, lines: kept } = packet.sections[1]!
  expect(reductions).toEqual([{ by: 'head', why: 'channel', before: 300, after: size }])
  expect([size, whole]).toEqual([kept.length, computeFingerprint(lines(300))])
})

it('leaves out what nothing is left of, with the reason', () => {
  const { sections, left } = packetOf({ room: room(3000), texts: { a: lines(500), b: lines(20) } })
  expect([sections, left]).toEqual([['a channel'], ['b: the channel carries no more']])
})

it('cuts what never yields after all that does, wherever it stands', () => {
  const { sections, left } = packetOf({ room: room(3000), texts: { free: lines(50), a: lines(400) } })
  expect([sections, left]).toEqual([['a channel'], ['free: the channel carries no more']])
  const more = { precedence: [{ section: 'free', by: 'head(40)' }] }
  const limited = packetOf({ room: room(3000), texts: { free: lines(50), a: lines(310) }, more })
  expect(limited.sections).toEqual(['free channel channel', 'a'])
})

it.each([
  ['one line', 'word '.repeat(2000)],
  ['what takes more room in a packet than by itself', '"\\"\n'.repeat(2000)],
])('keeps the beginning of %s', (_, text) => {
  const more = { render: { format: 'json' } }
  const made = packetOf({ room: room(1000), texts: { a: text }, more })
  expect(made.sections).toEqual(['a channel'])
  expect(text.startsWith(joinLines(made.packet.sections[0]!.lines).slice(0, 50))).toBe(true)
  expect(made.text.length).toBeLessThanOrEqual(1000)
})

it('cuts nothing that never yields where several values may carry it, nor what is refused', () => {
  expect(packetOf({ room: room(3000, false), texts: { a: lines(900) } }).sections).toEqual(['a'])
  expect(() => packetOf({ room: room(3000), texts: { a: lines(6000) } })).toThrow(/over the ceiling/)
})
