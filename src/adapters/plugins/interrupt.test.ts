import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gone, makeWorld, until, type World } from './world.fixture.ts'

let world: World
beforeEach(() => {
  world = makeWorld()
})
afterEach(() => world.remove())

describe('a plugin', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'does not outlive a program that is ended by %s, which ends as it would have',
    async (signal) => {
      const pid = world.trace('pid')
      const write = `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid))`
      const command = [
        world.program(`process.on('SIGTERM', () => {}); ${write}; setInterval(() => {}, 1000)`),
      ]
      const fixture = JSON.stringify(join(import.meta.dirname, 'open-plugins.ts'))
      const it = {
        how: 'command',
        command,
        url: null,
        projects: null,
        timeoutMs: 60_000,
        maxBytes: 9,
        env: [],
        bearer: null,
      }
      const program = `const { openPlugins } = await import(${fixture})
        const plugins = new Map([['it', ${JSON.stringify(it)}]])
        await openPlugins({ configuration: { file: '', plugins, fault: null }, env: process.env, root: '/nowhere', project: 'p',
          scheme: 's', hash: () => '', now: () => new Date(0), version: '1' }).read({ plugin: 'it', path: '', provides: [] })`
      const temporary = join(world.home, 'work')
      const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
        env: { ...process.env, TMPDIR: temporary },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      const ended = once(child, 'exit')
      const started = () => existsSync(pid) && readFileSync(pid, 'utf8') !== ''
      expect(await until(started)).toBe(true)
      child.kill(signal)
      expect(await ended).toEqual([null, signal])
      expect(await gone(Number(readFileSync(pid, 'utf8')))).toBe(true)
      expect(readdirSync(temporary).filter((name) => name.startsWith('foreword-plugin-'))).toEqual([])
    },
  )

  it('goes on when another caller of plugins is done', async () => {
    const begun = world.trace('begun')
    const go = world.trace('go')
    const slow = world.program(
      `const fs = require('fs'); fs.writeFileSync(${JSON.stringify(begun)}, '')
       const wait = setInterval(() => { if (!fs.existsSync(${JSON.stringify(go)})) return; clearInterval(wait); console.log('late') }, 10)`,
    )
    const plugins = world.plugins({ command: [slow] })
    const other = world.plugins({ command: [world.program('')] })
    const answer = plugins.read({ plugin: 'it', path: '', provides: [] })
    expect(await until(() => existsSync(begun))).toBe(true)
    await other.close()
    writeFileSync(go, '')
    expect(await answer).toMatchObject({ state: 'found', text: 'late\n' })
    await plugins.close()
  })
})
