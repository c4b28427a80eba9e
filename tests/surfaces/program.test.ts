// Most tests run the command line in their own process. This test compares every command with the shipped program: each runs once
// in both ways, in separate projects, and must give the same exit code and output.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Call, type Ran, World } from './program.ts'

const manifest = `foreword: 1
name: shop
levels: { standard: { budget: 4000 } }
default_level: standard
ceiling: 6000
measure: chars/4
tiers: { rules: { delivery: push }, work: { delivery: declare, refresh: [{ on_change: '*' }] } }
refresh: { cooldown_seconds: 0 }
sections:
  soul: { tier: rules, sources: ['file:SOUL.md'] }
  now: { tier: work, sources: ['file:NOW.md'] }
`
const files = {
  '.foreword/manifest.yaml': manifest,
  'SOUL.md': 'I am a shop.\n',
  'NOW.md': 'Vouchers are next.\n',
  'leak.txt': `token: ghp_${'a1B2c3D4e5'.repeat(4)}\n`,
}

/** `mcp` and `serve` run until they are stopped, so their own tests start them as processes. */
const lasting = ['mcp', 'serve']

interface Step {
  readonly words: string
  readonly input?: object
}

/** In this order, because later commands read what earlier ones have recorded. */
const steps: readonly Step[] = [
  { words: '--version' },
  { words: 'trust . --yes' },
  { words: 'assemble . standard out --session=s1' },
  { words: 'explain .' },
  { words: 'load --task=vouchers' },
  { words: 'hook session-start --agent=claude', input: { session_id: 's2', source: 'startup' } },
  { words: 'read .' },
  { words: 'ls' },
  { words: 'refresh --session=s1 --turn' },
  { words: 'sessions' },
  { words: 'plugins .' },
  { words: 'check' },
  { words: 'scrub leak.txt' },
  { words: 'setup . --dry-run' },
  { words: 'init . --preset=outpost --dry-run' },
  { words: 'install claude --dry-run' },
  { words: 'uninstall claude --dry-run' },
  { words: 'completion bash' },
  { words: 'doctor claude --no-run' },
  { words: 'dispatch . Sell --executor=claude --runs-dir=runs' },
  { words: 'knowledge build' },
  { words: 'memory add Vouchers_expire' },
  { words: 'memory search vouchers' },
  { words: 'memory list' },
  { words: 'memory prune' },
  { words: 'memory promote none' },
  { words: 'context' },
  { words: 'context show' },
  { words: 'log' },
  { words: 'show latest' },
  { words: 'diff latest latest' },
  { words: 'why Vouchers' },
  { words: 'replay latest' },
  { words: 'bisect latest latest -- true' },
  { words: 'report' },
  { words: 'verify' },
  { words: 'store stats' },
  { words: 'store export' },
  { words: 'store import nowhere.jsonl' },
  { words: 'store prune' },
  { words: 'store repair' },
  { words: 'constructor' },
]

/** Removes what differs between runs: directories, ids, digests, times and durations. */
function withoutOccasion(world: World, { code, out, err }: Ran): Ran {
  const plain = (text: string) =>
    text
      .replaceAll(world.dir, 'WORLD')
      .replace(/\b(INJ-|tmr_)?\d{8}[-t]\d{6}[\w-]*|(?<="uid":")\w{16}|(?<=shop@)\w{8}/g, 'ID')
      .replace(/(?<=seconds\\?":)[\d.]+/g, 'AMOUNT')
      .replace(/\b[0-9a-f]{8,64}\b/g, 'DIGEST')
      .replace(/\d{4}-\d\d-\d\d(T[\d:.]+Z| \d\d:\d\d)?/g, 'TIME')
      .replace(/\d+(\.\d+)? (ms|s|KB|MB|bytes)\b/g, 'AMOUNT')
      .replace(/ +/g, ' ')
  return { code, out: plain(out), err: plain(err) }
}

describe('the program as it is shipped', () => {
  const worlds = { shipped: new World(), inProcess: new World() }
  beforeAll(() => {
    for (const world of Object.values(worlds)) {
      for (const [path, text] of Object.entries(files)) world.write(join(world.dir, 'shop', path), text)
      world.agent('claude', 'echo done')
    }
  })
  afterAll(() => {
    for (const world of Object.values(worlds)) world.remove()
  })

  const runStep = (world: World, { words, input }: Step, asProcess: boolean) => {
    const cwd = join(world.dir, 'shop')
    const call: Call = { cwd, asProcess, ...(input && { input: JSON.stringify({ cwd, ...input }) }) }
    return withoutOccasion(world, world.foreword(words.split(' '), call))
  }

  it.each(steps)('ends and prints as in the process of a test: $words', (step) => {
    const shipped = runStep(worlds.shipped, step, true)
    expect(runStep(worlds.inProcess, step, false)).toEqual(shipped)
  })

  it('is held against it with every command', () => {
    const { out } = worlds.shipped.program(['--help'])
    const names = [...out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map((match) => match[1]!)
    expect(names.length).toBeGreaterThan(30)
    const isTried = (name: string) => steps.some(({ words }) => `${words} `.startsWith(`${name} `))
    expect(names.filter((name) => !isTried(name))).toEqual(lasting)
  })
})
