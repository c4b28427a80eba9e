import { hash as cryptoHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { openFiles } from '../src/adapters/files/index.ts'
import { loadManifest } from '../src/adapters/manifests/index.ts'
import { outlineMarkdown } from '../src/adapters/markdown/index.ts'
import { makeTokenCounter } from '../src/adapters/tokenizer/index.ts'
import { readSources } from '../src/app/engine/read-sources.ts'
import { assemble, renderPacket } from '../src/core/packet/index.ts'
import { makePlan, makeRequest } from '../src/core/plan/index.ts'
import { createRedactor, selectRules } from '../src/core/redact/index.ts'
import type { Hash } from '../src/ports/index.ts'
import type { Figure } from './figures.ts'
import { type Contestant, race } from './race.ts'
import type { Settings } from './settings.ts'

const group = 'packets of the example in one process (plan, assemble, render)'
const hash: Hash = (content) => cryptoHash('sha256', content)

/** Only the pure steps. Sources are read once before the race. */
export async function packetsPerSecond(settings: Settings): Promise<Figure[]> {
  const fixed = fixedValue()
  const rates = race(
    {
      baseline: () => {
        JSON.parse(JSON.stringify(fixed))
        return 1
      },
      'chars/4': await packets(settings, 'chars/4'),
      o200k: await packets(settings, 'o200k'),
    },
    settings.quick ? { rounds: 3, turnMs: 100 } : { rounds: 9, turnMs: 250 },
  )
  const figure = (name: string, value: number, ratio: number | null): Figure => ({
    group,
    name,
    value,
    unit: '/s',
    ratio,
  })
  return [
    figure('JSON.parse(JSON.stringify(19 KB))', rates.baseline, null),
    figure('packets, chars/4', rates['chars/4'], rates['chars/4'] / rates.baseline),
    figure('packets, o200k, counts not kept', rates.o200k, rates.o200k / rates.baseline),
  ]
}

async function packets({ home, example }: Settings, measure: 'chars/4' | 'o200k'): Promise<Contestant> {
  const presets = join(home, 'presets')
  const file = join(presets, 'outpost/manifest.yaml')
  const { manifest: shipped } = loadManifest(file, { presets, hash, schemes: ['file'] })
  const manifest = { ...shipped, measure }
  const repo = basename(example)
  const asked = makeRequest({ repo, level: 'standard' })
  const reader = openFiles({ root: example, roots: {}, exclude: [], hash })
  const resolver = () => Promise.reject(new Error('the example has no address'))
  const readings = await readSources(makePlan(manifest, asked), {
    reader,
    trusted: async () => false,
    resolver,
  })
  const { count } = makeTokenCounter(measure, { tableFile: join(home, 'dist/o200k.bin'), hash })
  const values = { injection_id: 'INJ-20260103-120000-abcdef', repo, level: 'standard' }
  const tools = { now: '2026-01-03T12:00:00.000Z', count, digest: hash, outline: outlineMarkdown, values }
  return () => {
    const plan = makePlan(manifest, asked)
    const redactor = createRedactor({ rules: selectRules(plan.redact), marker: plan.redact.marker })
    const { rendered } = renderPacket(assemble(plan, readings, { ...tools, redactor }), values, redactor)
    if (rendered.text.length < 500) throw new Error('the example gave no packet')
    return 1
  }
}

function fixedValue(): unknown {
  return Array.from({ length: 100 }, (_, i) => ({
    id: `section-${i}`,
    heading: 'A heading of ordinary length',
    lines: ['one line of text', 'another line of text, somewhat longer than the first'],
    size: i * 17,
    protected: i % 3 === 0,
    source: null,
  }))
}
