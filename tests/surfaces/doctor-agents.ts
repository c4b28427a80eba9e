// Fake coding agents: they read hooks from their home, run them, and send a request to the model in their settings.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from './program.ts'

/** How the fake agent treats the hooks of its settings. */
export type Manner =
  | 'arrives'
  /** Runs no hook but sends a request. */
  | 'skips'
  /** Sends the model only the beginning. */
  | 'cuts'
  | 'twice'
  /** Runs hooks and discards their output. */
  | 'drops'
  /** Kills a hook before it has answered. */
  | 'impatient'
  | 'hangs'
  /** Sends the model everything, then hangs. */
  | 'lingers'
  | 'garbage'
  | 'fails'

const script = (manner: Manner) => `
const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const manner = ${JSON.stringify(manner)}
const prompt = readFileSync(0, 'utf8')
const settings = [join(process.env.HOME, '.claude/settings.json'), join(process.cwd(), '.claude/settings.json')]
writeFileSync(process.env.HOME + '/a-transcript', String(process.pid))
writeFileSync('left-behind', 'x')
if (manner === 'hangs') setTimeout(() => {}, 1e8)
else if (manner === 'garbage') { console.log('\\u001b[2J<html>{{{'); console.error('Error: \\u001b[31mno such thing'); process.exit(0) }
else if (manner === 'fails') { console.error('API Error: the model said no'); process.exit(3) }
else ask()
function hooks(event) {
  return settings.filter((file) => existsSync(file)).flatMap((file) => {
    const all = JSON.parse(readFileSync(file, 'utf8'))
    if (all.disableAllHooks) return []
    return (all.hooks?.[event] ?? []).flatMap((group) => group.hooks)
  })
}
function told(event) {
  // Each hook that it ends takes a while: one is enough.
  const run = manner === 'impatient' ? hooks(event).slice(0, 1) : hooks(event)
  return run.flatMap(({ command }) => {
    const input = JSON.stringify({ session_id: 's-fake', cwd: process.cwd(), hook_event_name: event, source: 'startup', prompt })
    // Standard input stays empty while the agent waits.
    const [line, timeout] = manner === 'impatient' ? ['sleep 20 | ' + command, 1500] : [command, 20000]
    const { stdout, status } = spawnSync('/bin/sh', ['-c', line], { input, encoding: 'utf8', timeout })
    if (status !== 0 || manner === 'drops') return []
    const text = JSON.parse(stdout || '{}').hookSpecificOutput?.additionalContext
    if (!text) return []
    if (manner === 'cuts') return [text.slice(0, 120) + '\\n...\\n</persisted-output>']
    return manner === 'twice' ? [text, text] : [text]
  })
}
async function ask() {
  const texts = manner === 'skips' ? [] : ['SessionStart', 'UserPromptSubmit'].flatMap(told)
  const messages = [{ role: 'user', content: prompt }, ...texts.map((content) => ({ role: 'system', content }))]
  const body = JSON.stringify({ model: 'fake-opus', messages })
  await fetch(process.env.ANTHROPIC_BASE_URL + '/v1/messages', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  if (manner === 'lingers') setTimeout(() => {}, 1e8)
}
`

export function fakeClaude(world: World, manner: Manner): void {
  program(world, { name: 'claude', version: '9.8.7 (Claude Code)' }, script(manner))
}

/** Reports each enabled hook as trusted, untrusted or modified. 'silent' is a version without such a server. */
export function fakeCodex(world: World, trust: 'trusted' | 'untrusted' | 'modified' | 'silent'): void {
  program(
    world,
    { name: 'codex', version: 'codex-cli 9.8.7' },
    `
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
if (process.argv[2] !== 'app-server' || ${trust === 'silent'}) process.exit(2)
const file = join(process.env.HOME, '.codex/hooks.json')
const config = readFileSync(join(process.env.HOME, '.codex/config.toml'), 'utf8')
require('node:fs').writeFileSync(${JSON.stringify(join(world.dir, 'codex-saw'))}, config)
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') console.log(JSON.stringify({ id, result: {} }))
  if (method !== 'hooks/list') return
  const isOff = /^hooks = false$/m.test(config)
  const events = isOff ? [] : Object.keys(JSON.parse(readFileSync(file, 'utf8')).hooks)
  const hooks = events.map((event) => ({
    key: file + ':' + event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase() + ':0:0',
    enabled: true,
    trustStatus: ${JSON.stringify(trust)},
  }))
  console.log(JSON.stringify({ id, result: { data: [{ cwd: '', hooks }] } }))
})
`,
  )
}

/** The shell says the version, because each run of `doctor` asks for it and a start of Node takes longer. */
function program(world: World, { name, version }: { name: string; version: string }, text: string): void {
  const file = join(world.dir, `${name}.cjs`)
  world.write(file, text)
  const sayVersion = `case " $* " in *' --version '*) echo '${version}'; exit 0;; esac`
  world.write(join(world.bin, name), `#!/bin/sh\n${sayVersion}\nexec '${process.execPath}' '${file}' "$@"\n`)
  chmodSync(join(world.bin, name), 0o755)
}
