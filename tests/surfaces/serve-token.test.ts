import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { ask, discover, mcpHeaders, serve, usualHeaders } from './serving.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project()
})
afterAll(() => world.remove())

const bearer = (token: string) => `Authorization: Bearer ${token}`
const status = async (port: number, headers: readonly string[], target = '/mcp') =>
  (await ask(port, { target, headers, body: discover })).status

describe('T21 the token', () => {
  it('is in its file only: not on the command line, not in the environment, not in a word that is said', async () => {
    await using served = await serve(world, repo, ['--log'])
    const { pid, port, token_file } = served.where
    expect(await status(port, [...usualHeaders(port), bearer(served.token)])).toBe(200)
    expect(await status(port, [...usualHeaders(port), bearer(`${served.token}x`)])).toBe(401)
    for (const name of ['cmdline', 'environ'])
      expect(readFileSync(`/proc/${pid}/${name}`, 'utf8')).not.toContain(served.token)
    const { out, err } = await served.stop()
    expect(JSON.parse(out)).toMatchObject({ token_file, token_needed: false })
    expect(err.split('\n')).toHaveLength(3)
    expect(out + err).not.toContain(served.token)
  })

  it.runIf(process.geteuid?.() === 0)('cannot be read by another user', async () => {
    await using served = await serve(world, repo)
    const { token_file } = served.where
    // Only the file and its directory can cause the failure.
    for (let path = dirname(dirname(token_file)); path.startsWith(world.dir); path = dirname(path))
      chmodSync(path, 0o755)
    const reading = spawnSync('/bin/cat', [token_file], { uid: 65_534, gid: 65_534, encoding: 'utf8' })
    expect([reading.status, reading.stdout]).toEqual([1, ''])
    expect(reading.stderr).toContain('Permission denied')
    expect(
      spawnSync('/bin/cat', [join(world.dir, 'home', '.local')], { uid: 65_534 }).stderr.toString(),
    ).toContain('Is a directory')
  })

  it('is needed by everybody where that is asked for, also for what is not there', async () => {
    await using served = await serve(world, repo, ['--require-token'])
    const { port, token_needed } = served.where
    expect(token_needed).toBe(true)
    for (const target of ['/mcp', '/health', '/nothing']) {
      expect(await status(port, usualHeaders(port), target)).toBe(401)
    }
    expect(await status(port, [...usualHeaders(port), bearer(served.token)])).toBe(200)
    expect(await status(port, [...usualHeaders(port), bearer(served.token)], '/nothing')).toBe(404)
  })

  it('is needed behind a proxy, whose name is answered then', async () => {
    await using served = await serve(world, repo, [
      '--allow-host=context.example.org',
      '--allow-host=lab:8443',
    ])
    const { port, token_needed, names } = served.where
    const to = (host: string, ...more: string[]) => status(port, [`Host: ${host}`, ...mcpHeaders, ...more])
    expect(token_needed).toBe(true)
    expect(names).toEqual([
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      'context.example.org',
      `context.example.org:${port}`,
      'lab:8443',
    ])
    expect(await to('context.example.org')).toBe(401)
    const token = bearer(served.token)
    const from = (origin: string) => `Origin: ${origin}`
    expect(await to('context.example.org', token)).toBe(200)
    expect(await to('context.example.org', token, from('https://context.example.org'))).toBe(200)
    expect(await to('lab:8443', token)).toBe(200)
    expect(await to('lab', token)).toBe(421)
    expect(await to('evil.context.example.org', token)).toBe(421)
    expect(await to('context.example.org', token, from('https://context.example.org.evil'))).toBe(403)
  })

  const outside = Object.values(networkInterfaces())
    .flatMap((some) => some ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address
  const places: [string, string][] = [['every address', '0.0.0.0']]
  if (outside !== undefined) places.push(['an address that others can reach', outside])
  it.each(places)('is needed beyond this machine: on %s', async (_, host) => {
    await using served = await serve(world, repo, [`--host=${host}`])
    const { port, names, token_needed } = served.where
    expect(token_needed).toBe(true)
    expect(names).not.toContain(`0.0.0.0:${port}`)
    expect(names.includes(`${host}:${port}`)).toBe(host !== '0.0.0.0')
    if (host !== '0.0.0.0') return
    expect(await status(port, usualHeaders(port))).toBe(401)
    expect(await status(port, [...usualHeaders(port), bearer(served.token)])).toBe(200)
  })

  it('becomes another one with --new-token, and the one before is worth nothing', async () => {
    await using old = await serve(world, repo)
    await using served = await serve(world, repo, ['--new-token'])
    expect(served.token).not.toBe(old.token)
    const { port } = served.where
    expect(await status(port, [...usualHeaders(port), bearer(served.token)])).toBe(200)
    expect(await status(port, [...usualHeaders(port), bearer(old.token)])).toBe(401)
  })

  it.each([
    ['a file that others can read', (file: string) => chmodSync(file, 0o644), 'chmod 600'],
    ['a directory that others can look into', (file: string) => chmodSync(dirname(file), 0o755), 'chmod 700'],
    ['a file that holds something else', (file: string) => writeFileSync(file, 'hunter2\n'), 'Move '],
  ])('is refused in %s, and nothing is served', async (_, spoil, fix) => {
    const { where } = await (async () => {
      await using served = await serve(world, repo)
      return served
    })()
    const { token_file } = where
    try {
      spoil(token_file)
      const { code, out, err } = world.foreword(['serve', `--repo=${repo}`, '--preset=outpost', '--port=0'])
      expect([code, out]).toEqual([3, ''])
      expect(err).toContain(fix)
      expect(err).not.toContain('hunter2')
    } finally {
      chmodSync(dirname(token_file), 0o700)
      rmSync(token_file)
    }
  })

  it('has no place without a home of one’s own', () => {
    const env = { HOME: 'relative', XDG_STATE_HOME: 'relative' }
    const { code, err } = world.foreword(['serve', `--repo=${repo}`, '--preset=outpost', '--port=0'], { env })
    expect(code).toBe(3)
    expect(err).toContain('XDG_STATE_HOME')
  })
})
