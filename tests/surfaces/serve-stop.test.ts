import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { World } from './program.ts'
import { ask, discover, openSession, openStream, serve, usualHeaders } from './serving.ts'

let world: World
let repo: string
beforeAll(() => {
  world = new World()
  repo = world.project()
})
afterAll(() => world.remove())

const options = (more: readonly string[]) => ['serve', `--repo=${repo}`, '--preset=outpost', ...more]

/** A request whose last byte is missing, so the server waits for it. */
async function halfAsked(port: number): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const headers = [...usualHeaders(port), `Content-Length: ${discover.length}`, 'Expect: 100-continue']
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /mcp HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  socket.write(discover.slice(0, -1))
  return {
    socket,
    async finish() {
      let said = ''
      socket.on('data', (some) => {
        said += some.toString()
      })
      socket.write(discover.slice(-1))
      await once(socket, 'close')
      return said
    },
  }
}

const isClosed = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(false)
    })
    socket.once('error', () => resolve(true))
  })

describe('a server that is told to stop', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'by %s ends with 0 and says nothing more',
    async (signal) => {
      await using served = await serve(world, repo)
      const { code, err } = await served.stop(signal)
      expect([code, err]).toEqual([0, ''])
    },
  )

  it('takes nothing new, finishes what runs, and ends with 0', async () => {
    await using served = await serve(world, repo)
    const { port } = served.where
    const { finish } = await halfAsked(port)
    const ended = served.stop()
    await expect.poll(() => isClosed(port)).toBe(true)
    expect(served.child.exitCode).toBeNull()
    const said = await finish()
    expect(said).toMatch(/^HTTP\/1\.1 200 /)
    expect(said).toContain('"supportedVersions"')
    expect(await ended).toMatchObject({ code: 0, err: '' })
  })

  it('ends at once when it is told a second time', async () => {
    await using served = await serve(world, repo)
    const { port } = served.where
    const { socket } = await halfAsked(port)
    socket.on('error', () => {})
    const ended = served.stop()
    await expect.poll(() => isClosed(port)).toBe(true)
    expect(served.child.exitCode).toBeNull()
    await served.stop()
    expect((await ended).code).toBeNull()
    expect(served.child.signalCode).toBe('SIGTERM')
  })

  it('ends the streams and sessions of its clients', async () => {
    await using served = await serve(world, repo)
    const { port } = served.where
    const stream = await openStream(port, await openSession(port))
    stream.resume()
    const over = once(stream, 'end')
    expect(await served.stop()).toMatchObject({ code: 0, err: '' })
    await over
  })
})

describe('a server that cannot start', () => {
  it('says which port is taken and what to do', async () => {
    await using served = await serve(world, repo)
    const { port } = served.where
    const { code, out, err } = world.foreword(options([`--port=${port}`]))
    expect([code, out]).toEqual([3, ''])
    expect(err).toBe(
      `Cannot listen on 127.0.0.1:${port}: another program uses that port.\n` +
        'If the other program is foreword, you can use it. Otherwise choose another port with --port=NUMBER, or any free port with --port=0.\n',
    )
  })

  it.each([
    [['--host=192.0.2.77', '--port=0'], 3, 'this machine has no such address'],
    [['--host=no.such.name.invalid', '--port=0'], 3, 'that name cannot be resolved'],
    [['--port=70000'], 2, '--port must be a number from 0 to 65535, not "70000"'],
    [['--port=http'], 2, '--port must be a number'],
    [['--port=0', '--allow-host=http://x/'], 2, '--allow-host takes a name or an address'],
    [['--port=0', '--allow-host=*'], 2, '--allow-host takes a name or an address'],
    [['--port=0', '--token=x'], 2, '--token'],
  ])('%j: %i', (given, exit, words) => {
    const { code, out, err } = world.foreword(options(given))
    expect([code, out]).toEqual([exit, ''])
    expect(err).toContain(words)
  })

  it('names what is wrong with the manifest before it listens', () => {
    const broken = world.project({ '.foreword/manifest.yaml': 'sections: 7\n' }, 'broken')
    const { code, err } = world.foreword(['serve', `--repo=${broken}`, '--port=0'])
    expect(code).toBe(3)
    expect(err).toContain('manifest.yaml')
  })
})

describe('a server that starts', () => {
  it('tells a person where it listens, for which project, and where the token is', async () => {
    const started = world.start([...options(['--port=0'])])
    let said = ''
    started.child.stdout?.on('data', (some: string) => {
      said += some
    })
    await expect.poll(() => said, { timeout: 10_000 }).toContain('Ctrl-C')
    started.child.kill('SIGINT')
    expect(await started.ended).toMatchObject({ code: 0, err: '' })
    const port = /:(\d+)\/mcp/.exec(said)?.[1]
    expect(said).toBe(
      [
        `Serving shop at http://127.0.0.1:${port}/mcp`,
        `  project  ${repo}`,
        `  token    ${world.dir}/home/.local/state/foreword/serve/token`,
        `  names    127.0.0.1:${port}, localhost:${port}, [::1]:${port}`,
        'Programs on this machine may read; writes need the token. Ctrl-C stops.',
        '',
      ].join('\n'),
    )
  })

  it.each(['::1', '[::1]'])('on IPv6 is reached there: %s', async (host) => {
    await using served = await serve(world, repo, [`--host=${host}`])
    const { url, port, token_needed } = served.where
    expect([url, token_needed]).toEqual([`http://[::1]:${port}`, false])
    expect((await fetch(`${url}/health`)).status).toBe(200)
  })

  it('under the name localhost listens on this machine only, whatever the name leads to', async () => {
    await using served = await serve(world, repo, ['--host=localhost'])
    expect(served.where).toMatchObject({ host: '127.0.0.1', token_needed: false })
    const { port } = served.where
    expect((await ask(port, { headers: usualHeaders(port), body: discover })).status).toBe(200)
  })
})
