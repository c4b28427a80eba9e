import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outlineMarkdown } from '../../adapters/markdown/index.ts'
import { checkManifest, type Manifest } from '../manifest/index.ts'
import { makePlan, makeRequest, type Plan } from '../plan/index.ts'
import { createRedactor, redact, ruleSets, selectRules } from '../redact/index.ts'
import { computeFingerprint, joinLines } from '../values/index.ts'
import { assemble, renderPacket } from './assemble.ts'
import type { Packet, SectionReading } from './packet.ts'

// The laws of the engine, on made-up manifests and documents. Failures print their seed.

const secret = `ghp_${'A1b2C3d4'.repeat(4)}`
const fragment = fc.constantFrom(
  'Plain prose about the harbour.',
  '- a list item',
  '  - nested item',
  '## A heading',
  'Status: Complete',
  '**Goal:** to be whole',
  'Decisions:',
  '```js',
  '```',
  '~~~',
  '> ```',
  '1. ```sh',
  '   run it',
  '   ```',
  '    indented code',
  '| a | b |',
  '|---|---|',
  '',
  '',
  '---',
  `token ${secret} inside`,
  '-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----',
  '-----BEGIN PRIVATE KEY-----\nMIIEow==',
  '</context>',
  '<task>',
  '漢字かな交じり文 👩‍👩‍👧‍👦 🇯🇵 é',
  `${'long '.repeat(40)}line`,
)
const text = fc.array(fragment, { minLength: 1, maxLength: 40 }).map((lines) => lines.join('\n'))

interface World {
  readonly manifest: Manifest
  readonly texts: Readonly<Record<string, string>>
  readonly ageDays: number
  readonly budget: number
}

const measure = fc.constantFrom<Manifest['measure']>('chars/4', 'chars', 'lines')
const reducer = fc.constantFrom(
  'drop',
  'head(20)',
  'sentences(20)',
  'head-tail(15, 10)',
  'one-line',
  'bullets',
  'reference',
  'headings(header, Status)',
)
const shape = fc.constantFrom<unknown>('raw', 'clean', 'titles', {
  rest: 'keep',
  otherwise: 'raw',
  fields: [
    { label: 'Status', from: ['status'] },
    { label: 'Decisions', from: ['decisions', 'a heading'], as: 'block' },
  ],
})

const world: fc.Arbitrary<World> = fc
  .record({
    texts: fc.array(text, { minLength: 1, maxLength: 5 }),
    shapes: fc.array(shape, { minLength: 5, maxLength: 5 }),
    kept: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    caps: fc.array(fc.option(fc.integer({ min: 5, max: 200 }), { nil: undefined }), {
      minLength: 5,
      maxLength: 5,
    }),
    borrows: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
    yields: fc.array(fc.tuple(fc.nat({ max: 4 }), reducer), { maxLength: 6 }),
    decay: reducer,
    measure,
    budget: fc.integer({ min: 60, max: 3000 }),
    ageDays: fc.nat({ max: 12 }),
    format: fc.constantFrom('xml+markdown', 'markdown', 'json'),
  })
  .map((given) => {
    const sections = Object.fromEntries(
      given.texts.map((_, i) => [
        `s${i}`,
        {
          sources: [`file:s${i}.md`],
          shape: given.shapes[i],
          protected: given.kept[i],
          ...(given.caps[i] === undefined ? {} : { cap: given.caps[i] }),
          over_cap: given.borrows[i] ? 'borrow' : 'cut',
          ...(i === 0 ? { decay: { steps: [{ upto: 5, use: 'full' }, { use: given.decay }] } } : {}),
        },
      ]),
    )
    const precedence = given.yields
      .filter(([i]) => i < given.texts.length && !given.kept[i])
      .map(([i, by]) => ({ section: `s${i}`, by }))
    const checked = checkManifest(
      {
        foreword: 1,
        name: 'law',
        measure: given.measure,
        levels: { only: { budget: given.budget } },
        default_level: 'only',
        ceiling: 1_000_000,
        sections,
        precedence,
        render: { format: given.format },
      },
      { redactionRules: ruleSets.default, schemes: ['file'] },
    )
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
    const texts = Object.fromEntries(given.texts.map((text, i) => [`s${i}`, text]))
    return { manifest: checked.manifest, texts, ageDays: given.ageDays, budget: given.budget }
  })

function readingsOf({ texts, ageDays }: World): SectionReading[] {
  const modifiedAt = `2026-01-${String(20 - ageDays).padStart(2, '0')}T00:00:00Z`
  return Object.entries(texts).map(([section, content]) => ({
    section,
    source: 0,
    tried: [],
    found: [
      {
        state: 'found',
        uri: `file:${section}.md`,
        path: `${section}.md`,
        text: content,
        digest: 'sha256:0',
        bytes: content.length,
        modifiedAt,
      },
    ],
  }))
}

function counterOf({ manifest }: World): (text: string) => number {
  const points = (given: string) => [...given].length
  if (manifest.measure === 'lines') return (given) => given.split('\n').length
  return manifest.measure === 'chars' ? points : (given) => Math.ceil(points(given) / 4)
}

function compile(
  world: World,
  change: {
    budget?: number
    ceiling?: number
    readings?: SectionReading[]
    room?: Plan['channelLimit']
  } = {},
): { plan: Plan; packet: Packet; text: string } {
  const plan = makePlan(world.manifest, makeRequest({ repo: 'law' }))
  const tuned: Plan = {
    ...plan,
    level: { ...plan.level, budget: change.budget ?? plan.level.budget },
    ceiling: change.ceiling ?? plan.ceiling,
    channelLimit: change.room ?? null,
  }
  const redactor = createRedactor({ rules: selectRules(tuned.redact), marker: tuned.redact.marker })
  const deps = {
    now: '2026-01-20T12:00:00Z',
    count: counterOf(world),
    outline: outlineMarkdown,
    values: {},
    digest: computeFingerprint,
    redactor,
  }
  const packet = assemble(tuned, change.readings ?? readingsOf(world), deps)
  const swept = renderPacket(packet, {}, redactor)
  return { plan: tuned, packet: swept.packet, text: swept.rendered.text }
}

const law = (title: string, check: (world: World) => void) =>
  it(title, () => {
    fc.assert(fc.property(world, check), { numRuns: 500 })
  })

describe('the engine', () => {
  law('never exceeds its budget unless protected sections alone do, and then says so', (world) => {
    const { packet, text } = compile(world)
    const size = counterOf(world)(text)
    if (size <= world.budget) return
    expect(packet.overBudget).toBe(true)
    expect(packet.diagnostics.some((d) => d.code === 'over-budget')).toBe(true)
    const listed = new Set(world.manifest.precedence.map((step) => step.section))
    for (const section of packet.sections) {
      expect(section.protected || listed.has(section.id) || section.size <= 2).toBe(true)
    }
  })

  law('Z-08 never exceeds its ceiling: it refuses instead', (world) => {
    const ceiling = Math.floor(world.budget / 2)
    try {
      const { text } = compile(world, { ceiling, budget: ceiling })
      expect(counterOf(world)(text)).toBeLessThanOrEqual(ceiling)
    } catch (error) {
      expect(error).toMatchObject({ name: 'Refusal', code: 'over-ceiling' })
    }
  })

  law('Z-18 Z-27 keeps every protected section that has content', (world) => {
    const { packet } = compile(world)
    const roomy = compile(world, { budget: 900_000 }).packet
    for (const section of roomy.sections.filter((s) => s.protected)) {
      expect(joinLines(packet.sections.find((s) => s.id === section.id)?.lines ?? [])).toBe(
        joinLines(section.lines),
      )
    }
  })

  law('Z-47 is deterministic and independent of the order in which sources arrive', (world) => {
    const once = compile(world)
    const again = compile(world, { readings: readingsOf(world).reverse() })
    expect(again.text).toBe(once.text)
    expect(again.packet).toEqual(once.packet)
  })

  law('Z-81 lets no secret through, whatever was cut, and redacting again changes nothing', (world) => {
    const { text } = compile(world)
    expect(text).not.toContain(secret.slice(0, 12))
    expect(text).not.toContain('MIIEow')
    const again = redact(text, { rules: ruleSets.default, marker: '[REDACTED]' })
    expect(again.text).toBe(text)
  })

  law('drops nothing at a larger budget that a smaller one kept', (world) => {
    const small = compile(world).packet
    const large = compile(world, { budget: world.budget + 200 }).packet
    const kept = large.sections.map((section) => section.id)
    for (const section of small.sections) expect(kept).toContain(section.id)
    for (const section of small.sections) {
      const larger = large.sections.find((s) => s.id === section.id)!
      expect(larger.size).toBeGreaterThanOrEqual(section.size)
    }
  })

  law('says of a section that had to yield what it was, whatever there was room for', (world) => {
    const roomy = compile(world, { budget: 900_000 }).packet.sections
    for (const section of compile(world).packet.sections) {
      const { lines, whole } = roomy.find(({ id }) => id === section.id)!
      const own = section.whole ?? computeFingerprint(joinLines(section.lines))
      expect(own).toBe(whole ?? computeFingerprint(joinLines(lines)))
    }
  })

  law('is never more than a channel that all yield to, and has on record what yielded', (world) => {
    const before = compile(world).packet
    for (const unit of ['utf-16', 'bytes'] as const) {
      const amount = 50 + (world.budget % 900)
      const { packet, text } = compile(world, { room: { amount, unit, cutProtected: true } })
      expect(unit === 'bytes' ? Buffer.byteLength(text) : text.length).toBeLessThanOrEqual(amount)
      for (const section of before.sections) {
        const now = packet.sections.find(({ id }) => id === section.id)
        if (now === undefined) expect(packet.leftOut.map(({ id }) => id)).toContain(section.id)
        else if (joinLines(now.lines) !== joinLines(section.lines))
          expect(now.reductions.map(({ why }) => why)).toContain('channel')
      }
    }
  })

  law('cuts nothing that the channel carries', (world) => {
    const budget = 900_000
    const { packet, text } = compile(world, { budget })
    const room = { amount: Buffer.byteLength(text), unit: 'bytes' } as const
    for (const all of [true, false])
      expect(compile(world, { budget, room: { ...room, cutProtected: all } }).packet).toEqual(packet)
  })

  law(
    'Z-126 has no empty section, splits no code point, and ends no section inside a code fence',
    (world) => {
      const { packet, text } = compile(world)
      expect(text.isWellFormed()).toBe(true)
      for (const section of packet.sections) {
        expect(joinLines(section.lines).trim()).not.toBe('')
        const followed = outlineMarkdown(`\n${joinLines(section.lines)}\n\n## Next`).blocks.at(-1)
        expect(followed, joinLines(section.lines)).toMatchObject({ kind: 'heading', text: 'Next' })
      }
    },
  )

  law('Z-25 has no tag of its own in foreign text', (world) => {
    const { text } = compile(world)
    if (world.manifest.render.format !== 'json')
      expect(text.match(/<\/?(context|task)\b/g)?.length ?? 0).toBeLessThanOrEqual(2)
  })

  law('accounts for every section: it is in the packet or left out with a reason', (world) => {
    const { packet } = compile(world)
    const seen = [...packet.sections.map((s) => s.id), ...packet.leftOut.map((s) => s.id)].sort()
    expect(seen).toEqual(Object.keys(world.manifest.sections).sort())
  })
})

describe('a section that borrows', () => {
  const sentence = 'A rule of twenty cha. '
  const makeWorld = (budget: number, others: string): World => {
    const section = (id: string, more: object) => ({ sources: [`file:${id}.md`], ...more })
    const checked = checkManifest(
      {
        foreword: 1,
        name: 'law',
        measure: 'chars',
        levels: { only: { budget } },
        default_level: 'only',
        ceiling: 100_000,
        sections: {
          s0: section('s0', { protected: true }),
          s1: section('s1', { cap: 100, over_cap: 'borrow' }),
        },
        render: { format: 'markdown' },
      },
      { redactionRules: ruleSets.default, schemes: ['file'] },
    )
    if ('problems' in checked) throw new Error(JSON.stringify(checked.problems))
    return {
      manifest: checked.manifest,
      texts: { s0: others, s1: sentence.repeat(30).trim() },
      ageDays: 0,
      budget,
    }
  }
  const sizeOf = (world: World) => compile(world).packet.sections.find(({ id }) => id === 's1')?.size ?? 0

  it('takes all of its text while there is room', () => {
    expect(sizeOf(makeWorld(5000, 'Short.'))).toBe(sentence.length * 30 - 1)
  })

  it('gives back only as much as is missing, and ends with a sentence', () => {
    const world = makeWorld(700, 'x'.repeat(200))
    const { packet, text } = compile(world)
    expect(sizeOf(world)).toBeGreaterThan(300)
    expect(text.length).toBeLessThanOrEqual(700)
    expect(packet.sections[1]!.lines.at(-2)!.text).toMatch(/cha\.$/)
  })

  it('has its cap when the others need the rest', () => {
    const size = sizeOf(makeWorld(700, 'x'.repeat(570)))
    expect(size).toBeGreaterThan(0)
    expect(size).toBeLessThanOrEqual(100)
  })
})
