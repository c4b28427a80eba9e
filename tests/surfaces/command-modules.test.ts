// A command loads only its own module: not the module of another command, and not zod.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { binary, World } from './program.ts'

const root = join(import.meta.dirname, '../..')
const world = new World()
afterAll(() => world.remove())

/** The source modules that load with the module of one command. */
function loadedWith(command: string): string[] {
  const script = join(world.dir, 'load.ts')
  const list = JSON.stringify(join(root, 'src/surfaces/cli/commands/index.ts'))
  writeFileSync(
    script,
    `import { registerHooks } from 'node:module'
const loaded: string[] = []
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context) } })
const { loadCommand } = await import(${list})
await loadCommand(process.argv[2])
console.log(JSON.stringify(loaded))
`,
  )
  const { stdout, stderr } = spawnSync(process.execPath, [script, command], { encoding: 'utf8' })
  return stdout === '' ? [stderr] : JSON.parse(stdout)
}

/** The files of the build that a command opens. */
function openedBy(...words: readonly string[]): string[] {
  const trace = join(world.dir, 'trace.txt')
  const traced = ['-f', '-e', 'trace=openat', '-o', trace, process.execPath, binary, ...words]
  const { status, stderr } = spawnSync('strace', traced, { cwd: world.dir, env: world.env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, expect.any(String)])
  const opened = readFileSync(trace, 'utf8').matchAll(/"([^"]*\/dist\/[^"]+\.c?js)"/g)
  return [...new Set([...opened].map(([, file]) => file!))]
}

describe('a command', () => {
  it.each(['assemble', 'load', 'context', 'memory add'])('%s loads no module of another', (command) => {
    const commands = loadedWith(command).filter((url) => /\/cli\/commands\/(?!index\.ts)/.test(url))
    expect(commands).toEqual([expect.stringMatching(`/${command.replace(' ', '-')}\\.ts$`)])
  })

  const traces = spawnSync('strace', ['-f', '-o', '/dev/null', '/bin/true']).status === 0
  it.skipIf(!traces)('runs without zod (skipped where strace may not look)', () => {
    const opened = openedBy('assemble', world.project(), 'standard', join(world.dir, 'out'))
    expect(opened.length).toBeGreaterThan(1)
    const holdsZod = (file: string) => readFileSync(file, 'utf8').includes('ZodError')
    expect(opened.filter(holdsZod)).toEqual([])
  })
})
