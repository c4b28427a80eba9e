// Measures how long an agent waits for a hook in a repository of some size: nothing changed since the last session, nothing due at a
// prompt, one source changed. Each start is a new session, as with agents.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { Turn } from './cold.ts'
import { committed } from './committed.ts'
import { type Figure, median } from './figures.ts'
import { peaksIn } from './memory.ts'
import { pairedTimes } from './paired.ts'
import type { Settings } from './settings.ts'

const baseline = 'node -e 0'
/** A version of a file is trusted only if the file has not changed for this long: see `settleMs` in adapters/cache/file-versions.ts. */
const settleMs = 3300

interface Call {
  readonly name: string
  readonly event: 'session-start' | 'prompt'
  readonly root: string
  /** For a prompt: the session and its transcript. */
  readonly session?: string
  readonly transcript?: string
  readonly change?: string
  readonly atMost?: number
}

export async function hookCost(settings: Settings): Promise<Figure[]> {
  const { home, away, quick } = settings
  const env = environment(away)
  const foreword = join(home, 'bin/foreword.cjs')
  const calls = (['preset', 'own'] as const).flatMap((kind) => callsIn(settings, kind))
  for (const { root } of calls) {
    spawnSync(process.execPath, [foreword, 'trust', root, '--yes'], { env: { ...process.env, ...env } })
  }
  await rest(settleMs)
  const rounds = quick ? 9 : 31
  // The first run creates the store, which changes a watched directory. The others fill the caches, including Node's compile cache.
  run(foreword, env, calls)
  for (const call of calls) if (call.session === settled) end(foreword, env, call)
  await rest(settleMs)
  for (let i = 0; i < 12; i++) run(foreword, env, calls)
  return [...timeOf(settings, calls, rounds), ...memoryOf(settings, calls, quick ? 3 : 7)]
}

/** Three sessions: everything sent is judged; the agent has written nothing yet; the model has not answered. */
const settled = '0f0e0d0c-0b0a-4908-8706-050403020100'
const early = '0f0e0d0c-0b0a-4908-8706-050403020101'
const pending = '0f0e0d0c-0b0a-4908-8706-050403020102'

function callsIn(settings: Settings, kind: 'preset' | 'own'): Call[] {
  const by = kind === 'preset' ? 'a preset' : 'an own manifest'
  const still = project(settings, `${kind}-still`, kind)
  const moving = project(settings, `${kind}-moving`, kind)
  const anchors = join(moving, 'docs/ANCHORS.md')
  const before = join(settings.away, `${kind}-anchors`)
  copyFileSync(anchors, before)
  const transcript = join(environment(settings.away).HOME!, 'transcript.jsonl')
  mkdirSync(dirname(transcript), { recursive: true })
  writeFileSync(
    transcript,
    `${JSON.stringify({ type: 'user', message: { role: 'user', content: 'Go on.' } })}\n`,
  )
  const prompt = { event: 'prompt', root: still, transcript, atMost: 1.6 } as const
  return [
    { name: `session start, nothing changed, ${by}`, event: 'session-start', root: still, atMost: 1.6 },
    { name: `prompt, nothing due, ${by}`, ...prompt, session: settled },
    {
      name: `prompt, the first of a session, ${by}`,
      ...prompt,
      session: early,
      transcript: `${transcript}.none`,
    },
    // Deliveries are left to judge, so this is compared and has no goal.
    {
      name: `prompt, a packet to be compared, ${by}`,
      event: 'prompt',
      root: still,
      transcript,
      session: pending,
    },
    {
      name: `session start, one source changed, ${by}`,
      event: 'session-start',
      root: moving,
      change: `{ cat "${before}"; echo "- Rule $round"; } >"${anchors}"`,
      atMost: 3.5,
    },
  ]
}

/** The example with a few hundred more files, committed. */
function project({ away, example }: Settings, name: string, kind: 'preset' | 'own'): string {
  const root = join(away, name, 'swords-of-chaos-reborn')
  cpSync(example, root, { recursive: true })
  for (let i = 0; i < 400; i++) {
    const directory = join(root, 'src', `part-${i % 40}`)
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, `file-${i}.ts`), `export const value = ${i}\n`)
  }
  if (kind === 'own') {
    mkdirSync(join(root, '.foreword'))
    writeFileSync(
      join(root, '.foreword/manifest.yaml'),
      'foreword: 1\nname: swords\nextends: preset:outpost\n',
    )
  }
  committed(root)
  return root
}

function environment(away: string): Record<string, string> {
  const user = join(away, 'hook-user')
  return { HOME: user, XDG_CONFIG_HOME: join(user, 'config'), FOREWORD_CACHE_DIR: join(user, 'cache') }
}

function inputOf({ event, root, session, transcript }: Call): string {
  const prompt = event === 'prompt'
  return JSON.stringify({
    session_id: session ?? randomUUID(),
    ...(transcript !== undefined && { transcript_path: transcript }),
    cwd: root,
    hook_event_name: prompt ? 'UserPromptSubmit' : 'SessionStart',
    ...(prompt ? { prompt: 'Go on.', prompt_id: randomUUID() } : { source: 'startup' }),
  })
}

const words = (foreword: string, { event }: Call) => [foreword, 'hook', event, '--agent', 'claude']

function run(foreword: string, env: Record<string, string>, calls: readonly Call[]): void {
  for (const call of calls) {
    const options = { input: inputOf(call), env: { ...process.env, ...env }, encoding: 'utf8' } as const
    const { stdout, stderr } = spawnSync(process.execPath, words(foreword, call), options)
    const answered = call.event === 'prompt' || stdout.includes('Swords of Chaos')
    if (!answered || stderr !== '') throw new Error(`${call.name}: ${stdout}${stderr}`)
  }
}

/** After this, every delivery of the session is judged. */
function end(foreword: string, env: Record<string, string>, { root, session }: Call): void {
  const input = JSON.stringify({ session_id: session, cwd: root, hook_event_name: 'SessionEnd' })
  const options = { input, env: { ...process.env, ...env } }
  spawnSync(process.execPath, [foreword, 'hook', 'session-end', '--agent', 'claude'], options)
}

function timeOf({ home, away }: Settings, calls: readonly Call[], rounds: number): Figure[] {
  const foreword = join(home, 'bin/foreword.cjs')
  const turns = calls.map((call, i): Turn => {
    for (let round = 0; round <= rounds; round++)
      writeFileSync(join(away, `hook-${i}-${round}`), inputOf(call))
    return {
      words: [process.execPath, ...words(foreword, call)],
      env: environment(away),
      input: join(away, `hook-${i}-$round`),
      ...(call.change !== undefined && { before: call.change }),
    }
  })
  return pairedTimes(
    'hook',
    calls.map(({ name, atMost }, i) => ({ name, turn: turns[i]!, ...(atMost !== undefined && { atMost }) })),
    { rounds },
  )
}

function memoryOf({ home, away }: Settings, calls: readonly Call[], rounds: number): Figure[] {
  const foreword = join(home, 'bin/foreword.cjs')
  const group = 'hook, peak memory (VmHWM)'
  const peakOf = peaksIn(away)
  // Each call is a new session or a new prompt, because a repeated call is answered only once.
  const peak = (args: readonly string[], input = () => '') =>
    median(Array.from({ length: rounds }, () => peakOf(args, { env: environment(away), input: input() })))
  const bare = peak(['-e', '0'])
  return [
    { group, name: baseline, value: bare, unit: 'MB', ratio: null },
    ...calls
      .filter((call) => call.change === undefined)
      .map((call): Figure => {
        const value = peak(words(foreword, call), () => inputOf(call))
        return {
          group,
          name: call.name,
          value,
          unit: 'MB',
          ratio: value / bare,
          ...(call.atMost !== undefined && { goal: { of: 'value', atMost: 60 } as const }),
        }
      }),
  ]
}
