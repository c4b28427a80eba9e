// After `foreword install`, `foreword doctor` runs the real programs and shows that the context arrives.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agentsDirectory, programOf, releases } from '../../scripts/agents.ts'
import { startFakeModel } from '../../src/adapters/agents/index.ts'
import { drivers } from './drivers.ts'
import { describeAgent } from './installed.ts'

const binary = join(import.meta.dirname, '../../bin/foreword.cjs')

const manifest = `foreword: 1
name: shop
measure: chars/4
levels: { standard: { budget: 40000 } }
default_level: standard
ceiling: 40000
sections:
  guide: { sources: ["file:guide.md"] }
  rules: { sources: ["file:rules.md"] }
`

const text = (name: string, lines: number) =>
  `# ${name}\n\n${Array.from({ length: lines }, (_, i) => `- ${name} ${i * 7919}: a < b && c > d, "é 漢 😀"`).join('\n')}\n`

/** A user with one agent who has trusted the manifest of a project. */
class Person {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), 'doctor-')))
  readonly home = join(this.dir, 'home')
  readonly repo = join(this.dir, 'repo')
  readonly env: Record<string, string>

  constructor(id: keyof typeof drivers) {
    const bin = join(this.dir, 'bin')
    for (const path of [this.home, this.repo, bin, join(this.dir, 'tmp'), join(this.repo, '.foreword')])
      mkdirSync(path)
    const release = releases.find((release) => release.id === id)!
    symlinkSync(programOf(release), join(bin, release.program))
    symlinkSync(realpathSync(binary), join(bin, 'foreword'))
    this.env = {
      HOME: this.home,
      TMPDIR: join(this.dir, 'tmp'),
      PATH: `${bin}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      LANG: 'C.UTF-8',
    }
    writeFileSync(join(this.repo, '.foreword/manifest.yaml'), manifest)
    writeFileSync(join(this.repo, 'guide.md'), text('guide', 200))
    writeFileSync(join(this.repo, 'rules.md'), text('rules', 20))
    execFileSync('git', ['init', '-q', this.repo], { env: this.env })
    this.foreword('trust', '.', '--yes')
  }

  foreword(...args: string[]) {
    const options = { cwd: this.repo, env: this.env, encoding: 'utf8', timeout: 140_000 } as const
    const { stdout, stderr, status } = spawnSync(process.execPath, [binary, ...args], options)
    return { out: stdout, err: stderr, code: status }
  }

  // biome-ignore lint/suspicious/noExplicitAny: a document of the program, read field by field
  json(...args: string[]): any {
    const { out, err } = this.foreword(...args, '--json')
    if (out === '') throw new Error(err)
    return JSON.parse(out)
  }

  /** One real session of Claude Code against a fake model. */
  async session(): Promise<void> {
    const endpoint = await startFakeModel()
    try {
      const place = { home: this.home, repo: this.repo, url: endpoint.url }
      const env = { ...this.env, ...drivers.claude.env(place) }
      const child = spawn('claude', [...drivers.claude.args], {
        cwd: this.repo,
        env,
        detached: true,
        stdio: 'pipe',
      })
      child.stdin.end('Say hello.')
      const limit = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), 100_000)
      await new Promise((fulfil) => child.once('exit', fulfil))
      clearTimeout(limit)
    } finally {
      await endpoint.close()
    }
  }

  remove(): void {
    rmSync(this.dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isProtected(path: string): boolean {
  const { uid, mode } = statSync(path)
  const above = dirname(path)
  return uid === 0 && (mode & 0o022) === 0 && (above === path || isProtected(above))
}

describe('foreword doctor in', () => {
  for (const id of ['claude', 'codex', 'gemini', 'opencode'] as const) {
    describeAgent(id, () => {
      let person: Person
      beforeAll(() => {
        person = new Person(id)
      })
      afterAll(() => person.remove())

      it.each(['--user', '--project'])(
        'the entries that install wrote with %s deliver all of the context',
        (scope) => {
          expect(person.foreword('install', id, scope).code).toBe(0)
          const before = readdirSync(person.repo, { recursive: true }).sort()
          const [first] = person.json('doctor', id, '--timeout=100').agents
          expect(first.proof.detail).toContain('all 2 sections')
          expect(first.proof).toMatchObject({
            arrived: true,
            sections: [
              { id: 'guide', state: 'delivered' },
              { id: 'rules', state: 'delivered' },
            ],
          })
          const roles = { claude: 'system', codex: 'developer', gemini: 'user', opencode: 'system' }
          expect(first.proof.roles).toEqual([roles[id]])
          expect(readdirSync(person.repo, { recursive: true }).sort()).toEqual(before)
          expect(readdirSync(join(person.dir, 'tmp'))).toEqual([])
          expect(person.json('log').injections).toEqual([])
          person.foreword('uninstall', id, scope)
        },
      )

      it.runIf(id === 'codex')('it is asked whether it trusts the entries', () => {
        person.foreword('install', id)
        const [{ problems }] = person.json('doctor', id).agents
        expect(problems.join()).toContain('Codex CLI does not trust 4 of 4 entries yet')
      })

      it.runIf(id === 'codex' || id === 'gemini')(
        'a switch that turns hooks off counts, and is named',
        () => {
          const path = join(person.home, id === 'codex' ? '.codex/config.toml' : '.gemini/settings.json')
          const off = id === 'codex' ? 'features.hooks = false\n' : '{ "hooksConfig": { "enabled": false } }'
          mkdirSync(dirname(path), { recursive: true })
          writeFileSync(path, off)
          person.foreword('install', id)
          const [{ proof, problems }] = person.json('doctor', id, '--timeout=100').agents
          person.foreword('uninstall', id)
          rmSync(path)
          const detail = expect.stringContaining('did not run the hook')
          expect(proof).toMatchObject({ arrived: false, detail })
          expect(problems.join()).toContain(`is false in ${path}`)
          expect(problems.join()).not.toContain('does not trust 4')
        },
      )

      it.runIf(id === 'gemini')('entries in the list of disabled hooks are named, and do not run', () => {
        const path = join(person.home, '.gemini/settings.json')
        const examine = (count: number) => {
          person.foreword('install', id)
          const settings = JSON.parse(readFileSync(path, 'utf8'))
          const hooks = Object.values<{ hooks: { command: string }[] }[]>(settings.hooks)
          const disabled = hooks.map(([group]) => group!.hooks[0]!.command).slice(0, count)
          writeFileSync(path, JSON.stringify({ ...settings, hooksConfig: { disabled } }))
          const [{ proof, problems }] = person.json('doctor', id, '--timeout=100').agents
          person.foreword('uninstall', id)
          rmSync(path)
          const told = `skips ${count} of 3 entries: hooksConfig.disabled in ${path} lists ${disabled.join(', ')}`
          expect(problems.join()).toContain(told)
          return proof
        }
        const detail = expect.stringContaining('did not run the hook')
        expect(examine(3)).toMatchObject({ arrived: false, detail })
        // The first prompt brings the context that the start did not.
        expect(examine(1)).toMatchObject({ arrived: true })
      })

      it.runIf(id === 'gemini')('a switch in the settings of the machine counts, and is named', () => {
        // Gemini CLI skips such a file unless it and all directories above belong to root and no other user can write there.
        const machine = join(agentsDirectory(), `machine-${process.pid}.json`)
        writeFileSync(machine, '{ "hooksConfig": { "enabled": false } }', { mode: 0o644 })
        person.foreword('install', id)
        person.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH = machine
        const [{ proof, problems }] = person.json('doctor', id, '--timeout=100').agents
        delete person.env.GEMINI_CLI_SYSTEM_SETTINGS_PATH
        person.foreword('uninstall', id)
        const counts = isProtected(machine)
        rmSync(machine)
        expect(proof.arrived).toBe(!counts)
        expect(problems.join().includes(`hooksConfig.enabled is false in ${machine}`)).toBe(counts)
      })

      it.runIf(id === 'gemini')('a folder that it was told not to trust is named: it ends with 55', () => {
        person.foreword('install', id)
        const path = join(person.home, '.gemini/trustedFolders.json')
        writeFileSync(path, JSON.stringify({ [person.repo]: 'DO_NOT_TRUST' }))
        const env = { ...person.env, GEMINI_API_KEY: 'dummy' }
        const options = { cwd: person.repo, env, encoding: 'utf8', timeout: 100_000 } as const
        const { status } = spawnSync(join(person.dir, 'bin/gemini'), ['-p', 'Say hello.'], options)
        const { code, out } = person.foreword('doctor', id, '--no-run', '--json')
        person.foreword('uninstall', id)
        rmSync(path)
        expect(status).toBe(55)
        expect(code).toBe(1)
        const [{ problems }] = JSON.parse(out).agents
        expect(problems).toEqual([expect.stringContaining(`DO_NOT_TRUST in ${path}`)])
      })

      it.runIf(id === 'claude')('a switch counts that one person has set in the project', () => {
        person.foreword('install', id)
        const local = join(person.repo, '.claude/settings.local.json')
        mkdirSync(dirname(local), { recursive: true })
        writeFileSync(local, '{ "disableAllHooks": true }\n')
        const [{ proof, problems }] = person.json('doctor', id, '--timeout=100').agents
        rmSync(dirname(local), { recursive: true })
        expect(proof.arrived).toBe(false)
        expect(problems.join()).toContain('did not run the hook')
        expect(problems.join()).toContain(`disableAllHooks is true in ${local}`)
      })

      it.runIf(id === 'claude')(
        'the sections that arrived in a session are reported, with the model that answered',
        async () => {
          person.foreword('install', id)
          await person.session()
          const [{ deliveries }] = person.json('doctor', id, '--no-run').agents
          expect(deliveries).toHaveLength(1)
          const delivery = { agent: 'claude', model: expect.stringMatching(/^claude-/), why: null }
          expect(deliveries[0]).toMatchObject({ why: [], delivery })
          const states = deliveries[0].delivery.sections.map((section: { state: string }) => section.state)
          expect(states).toEqual(['delivered', 'delivered'])
          expect(person.json('context', 'show').delivery).toEqual(deliveries[0].delivery)
          expect(person.foreword('show', 'latest').out).toMatch(/claude-\S+ answered/)
        },
      )
    })
  }
})
