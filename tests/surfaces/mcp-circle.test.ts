// Hooks send addresses and the server serves their content. Neither needs the other.
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Reachable, reachable, readText, versions, ways } from './mcp-client.ts'
import { blueProject } from './mcp-project.ts'
import { binary, type Ran, World } from './program.ts'

const world = new World()
let root: string
let there: Reachable
beforeAll(async () => {
  root = blueProject(world).root
  there = await reachable(world, root)
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  world.remove()
})

type Program = (args: readonly string[], input?: string) => Ran
const foreword: Program = (args, input = '') => world.foreword(args, { cwd: root, input })

/** The context that an agent gets at the start of a session. */
function pushed(session: string, program = foreword): string {
  const said = { cwd: root, session_id: session, hook_event_name: 'SessionStart', source: 'startup' }
  const { out } = program(['hook', 'session-start', '--agent=claude'], JSON.stringify(said))
  return JSON.parse(out).hookSpecificOutput.additionalContext
}

describe('M-41 M-43 a hook pushes addresses, and the server gives their content', () => {
  it.each(ways.flatMap((way) => versions.map((version) => ({ way, version }))))(
    '$way $version',
    async ({ way, version }) => {
      const context = pushed(`${way}-${version}`)
      expect(context).toContain('There is exactly one authoritative place for each fact 1')
      const declared = [...new Set(context.match(/blue:\/\/(?:state|context)\/[\w-]+/g))]
      expect(declared).toEqual(
        expect.arrayContaining([
          'blue://state/current-rfc',
          'blue://state/active-tasks',
          'blue://context/workflow',
        ]),
      )
      const client = await there.connect(way, version)
      for (const uri of declared) {
        const text = await readText(client, uri)
        expect(text).toBe(foreword(['read', uri]).out)
        // It was declared by address, not sent.
        expect(context).not.toContain(text.trim().split('\n').at(-1))
      }
    },
  )
})

describe('M-84 the hook and the command line go on when the server fails', () => {
  const works = (program: Program, session: string) => {
    expect(pushed(session, program)).toContain('There is exactly one authoritative place for each fact 1')
    expect(program(['read', 'blue://state/current-rfc'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/./),
    })
    expect(program(['context']).code).toBe(0)
  }

  it('because it was killed in the middle of a session', async () => {
    const other = await reachable(world, root)
    const client = await other.connect('http', '2025-11-25')
    await readText(client, 'blue://state/current-rfc')
    await other.served.stop('SIGKILL')
    await expect(readText(client, 'blue://state/current-rfc')).rejects.toThrow()
    works(foreword, 'killed')
    await client.close()
  })

  it('because it cannot even be loaded', () => {
    const copy = join(world.dir, 'copy')
    mkdirSync(copy)
    for (const part of ['bin', 'dist', 'presets', 'docs/reference', 'package.json'])
      cpSync(join(binary, '../..', part), join(copy, part), { recursive: true })
    breakServer(join(copy, 'dist'))
    const broken: Program = (args, input = '') => {
      const call = [join(copy, 'bin/foreword.cjs'), ...args]
      const ran = spawnSync(process.execPath, call, { cwd: root, input, env: world.env, encoding: 'utf8' })
      return { code: ran.status, out: ran.stdout, err: ran.stderr }
    }
    expect(broken(['mcp']).code).not.toBe(0)
    works(broken, 'broken')
    rmSync(copy, { recursive: true })
  })
})

/** Every file that uses the protocol. */
function breakServer(dist: string): void {
  const holding = globSync('*/*.cjs', { cwd: dist }).filter((name) =>
    readFileSync(join(dist, name), 'utf8').includes('notifications/initialized'),
  )
  expect(holding).not.toEqual([])
  for (const name of holding) writeFileSync(join(dist, name), 'throw new Error("broken")')
}
