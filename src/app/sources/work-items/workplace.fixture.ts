// A temporary home with a project, a user configuration and programs. All of them are real files.
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { hash } from '../../../adapters/cache/index.ts'
import { openFiles } from '../../../adapters/files/index.ts'
import { openPlugins } from '../../../adapters/plugins/index.ts'
import { readPlugins } from '../../../adapters/user-config/index.ts'
import { makeManifest } from '../../../core/manifest/manifest.fixture.ts'
import { createSanitiser, listProhibitedClasses } from '../../../core/redact/index.ts'
import type { AdapterResult } from './adapter-result.ts'
import { askAdapters } from './ask-adapters.ts'

interface Asked {
  readonly adapters?: object
  readonly ranking?: object
  readonly names: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly task?: string | null
  readonly trusted?: boolean
}

export function workplace(exclude: readonly string[] = []) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'workplace-')))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const root = join(home, 'shop')
  mkdirSync(root)
  const env = { HOME: home, XDG_CONFIG_HOME: join(home, 'config'), PATH: '/usr/bin:/bin' }
  const at = (path: string) => join(home, path)
  const write = (path: string, text: string | Uint8Array = '') => {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
    return at(path)
  }
  let count = 0
  return {
    root,
    at,
    write,
    /** Writes an executable and returns its path. It is JavaScript (CommonJS) unless `by` names another interpreter. */
    program(body: string, by = process.execPath): string {
      const file = write(`bin/program-${++count}.cjs`, `#!${by}\n${body}\n`)
      chmodSync(file, 0o755)
      return file
    },
    /** Writes the user's plugin configuration. JSON is valid YAML. */
    enable(plugins: object): void {
      chmodSync(write('config/foreword/plugins.yaml', JSON.stringify({ plugins })), 0o600)
    },
    async ask(asked: Asked): Promise<readonly AdapterResult[]> {
      const { names, files = {}, task = null, trusted = true } = asked
      const { adapters, ranking } = makeManifest({
        adapters: asked.adapters ?? {},
        ranking: asked.ranking ?? {},
      })
      const configuration = readPlugins({ env, root })
      const options = { hash, now: () => new Date(), version: '1', project: 'shop', scheme: 'foreword' }
      const plugins = openPlugins({ ...options, configuration, env, root })
      const reader = openFiles({ root, exclude, hash })
      const deps = {
        reader,
        plugins: async () => ({ configuration, plugins }),
        trusted: async () => trusted,
      }
      const sanitiser = createSanitiser({ classes: listProhibitedClasses({}) })
      return askAdapters(deps, { adapters, ranking, names, files, task, sanitiser })
    },
  }
}

export type Workplace = ReturnType<typeof workplace>

/** Starts a local server for the duration of the test and returns its URL. */
export async function startServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** Formats a list in the published shape. */
export function formatWorkList(...items: object[]): string {
  return JSON.stringify({ adapter_id: 'beads', adapter_fetched_at: '2026-02-24T05:00:00Z', items })
}

export function workItem(id: string, over: object = {}) {
  return {
    id,
    state: 'ready',
    priority: 1,
    title: `Item ${id}`,
    summary: 'What it is about.',
    tags: ['governance'],
    source_updated_at: '2026-02-24T04:57:00Z',
    ...over,
  }
}
