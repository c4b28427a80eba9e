// Everything that a user can observe, as literals. A change here changes the product and belongs in the changelog.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import { ruleSets } from '../../src/core/redact/index.ts'
import { refusalCodes } from '../../src/core/values/index.ts'
import { loadCommands } from '../../src/surfaces/cli/commands/index.ts'
import { globalOptions } from '../../src/surfaces/cli/global-options.ts'
import { at, json, World } from '../surfaces/program.ts'

const commands = await loadCommands()
const world = new World()
afterAll(() => world.remove())

describe('the product', () => {
  it('has these commands with these options', () => {
    const table = commands.map((command) => [
      command.name,
      command.args.map((arg) => arg.name).join(' '),
      command.options.map((option) => option.name).join(' '),
    ])
    expect(table).toEqual([
      [
        'dispatch',
        'repo task command',
        'executor command jobs context context-optional check keep-secrets timeout runs-dir clean force dry-run debug json repo preset manifest var root role flag no-cache now',
      ],
      [
        'assemble',
        'repo level output_dir',
        'executor session debug json repo preset manifest var root role flag no-cache now',
      ],
      [
        'explain',
        'repo level',
        'task executor debug json repo preset manifest var root role flag no-cache now',
      ],
      [
        'load',
        'repo',
        'project-dir repo task max-files max-chars-per-file profile fallback tactical adapter strict out-file force explain json session preset manifest var root role flag no-cache now',
      ],
      ['hook', 'event', 'agent part limit timeout repo no-cache'],
      [
        'read',
        'uri',
        'budget session task executor json repo preset manifest var root role flag no-cache now',
      ],
      ['ls', 'uri', 'json repo preset manifest var root role flag no-cache now'],
      ['mcp', 'repo', 'with-hooks repo preset manifest'],
      ['serve', 'repo', 'repo preset manifest host port allow-host require-token new-token log json'],
      [
        'refresh',
        'repo',
        'session turn tool level executor debug json repo preset manifest var root role flag no-cache now',
      ],
      ['sessions', 'repo', 'limit repo store json'],
      ['plugins', 'repo', 'task preset manifest json repo'],
      ['check', 'repo', 'only skip show fail-on explain baseline write-baseline sarif json repo'],
      [
        'scrub',
        'path',
        'check diff json sarif set add without labels allow allow-entry baseline write-baseline max-size',
      ],
      ['setup', 'repo', 'yes agent dry-run repo json'],
      ['init', 'repo', 'preset var yes dry-run repo json'],
      ['trust', 'repo', 'show yes revoke list manifest repo json'],
      ['install', 'agent', 'all user project dry-run json repo no-mcp force'],
      ['uninstall', 'agent', 'all user project dry-run json repo'],
      ['completion', 'shell', ''],
      ['doctor', 'agent', 'no-run timeout json repo'],
      ['knowledge build', 'repo name', 'check force dry-run json repo preset manifest now'],
      ['memory add', 'text', 'class tag retention expires source-ref by repo store json preset manifest now'],
      ['memory search', 'words', 'class tag expired limit repo store json now'],
      ['memory list', 'repo', 'class tag expired limit repo store json now'],
      ['memory prune', 'repo', 'expired before dry-run repo store json now'],
      ['memory promote', 'id', 'to repo store json preset manifest now'],
      ['context', 'repo', 'repo store ledger json'],
      [
        'context show',
        'level',
        'verbose executor repo store ledger json preset manifest var root role flag no-cache now',
      ],
      ['log', 'repo', 'session agent section source outcome since before limit repo store ledger json'],
      ['show', 'injection', 'repo store ledger json'],
      ['diff', 'before after', 'repo store ledger json'],
      ['why', 'text|path injection', 'repo store ledger json'],
      ['replay', 'injection', 'repo store ledger json'],
      ['bisect', 'good bad command', 'repo store ledger json'],
      ['report', 'repo', 'since repo store ledger json'],
      ['verify', 'repo', 'checkpoint write-checkpoint signer file repo store ledger json'],
      ['store stats', 'repo', 'repo store ledger json'],
      ['store export', 'file', 'repo store ledger json'],
      ['store import', 'file', 'repo store ledger json'],
      ['store prune', 'repo', 'older-than max-size dry-run repo store json'],
      ['store repair', 'repo', 'repo store json'],
    ])
  })

  it('has these options on every command', () => {
    expect(globalOptions.map(({ name }) => name)).toEqual(['quiet', 'help'])
  })

  it('refuses with these exit codes', () => {
    expect(Object.fromEntries(Object.entries(refusalCodes).map(([code, { exit }]) => [code, exit]))).toEqual({
      usage: 2,
      'unknown-level': 2,
      'level-out-of-range': 2,
      'manifest-invalid': 3,
      'no-bundle': 3,
      'manifest-missing': 3,
      'not-trusted': 3,
      'unknown-address': 3,
      'repo-missing': 3,
      'source-missing': 3,
      'over-ceiling': 3,
      'agent-missing': 3,
      'not-readable': 3,
      'store-unavailable': 3,
      'not-recorded': 3,
      'unknown-record': 3,
      prohibited: 3,
      pruned: 3,
      'not-verified': 3,
      'import-invalid': 3,
      'settings-invalid': 3,
      'too-late': 3,
      'hook-failed': 3,
      'not-writable': 3,
      'cannot-listen': 3,
    })
  })

  it('starts these agents like this', () => {
    const started = agents.map(({ id, program, headless: { args, prompt } }) => [
      id,
      program,
      args.join(' '),
      prompt,
    ])
    expect(started).toEqual([
      ['claude', 'claude', '-p --output-format json', 'stdin'],
      [
        'codex',
        'codex',
        'exec --json --skip-git-repo-check -c features.unbounded_connection_retries=false -c features.plugins=false -o {message_file} -',
        'stdin',
      ],
      ['gemini', 'gemini', '-o json', 'stdin'],
      ['opencode', 'opencode', 'run --format json', 'stdin'],
      ['aider', 'aider', '--message-file {prompt_file} --yes-always --no-stream --no-pretty', 'file'],
      ['generic', '', '', 'stdin'],
    ])
  })

  it('Z-24 has exactly the fifteen published redaction rules in a set of their own', () => {
    expect(Object.keys(ruleSets)).toEqual(['default', 'published', 'personal'])
    expect(ruleSets.published).toHaveLength(15)
    expect(ruleSets.published.every((rule) => rule.startsWith('published-'))).toBe(true)
    expect(ruleSets.default.some((rule) => rule.startsWith('published-'))).toBe(false)
  })

  it('writes these keys', () => {
    const root = world.project()
    const { output } = world.assemble(root, 'full')
    expect(readdirSync(output).sort()).toEqual(['context.json', 'context.md', 'receipt.json'])
    expect(Object.keys(json(output, 'context.json'))).toEqual(
      'injection_id timestamp run_id repo executor level sections provenance token_counts budget over_budget journal_age_days journal_summarized journal_strategy trimming security warnings outcome'.split(
        ' ',
      ),
    )
    const receipt = json(output, 'receipt.json')
    expect(Object.keys(receipt).sort()).toEqual(
      'agent budget ceiling commit diagnostics engine error injection_id left_out level like manifest manifest_digest map measure outcome over_budget packet_digest receipt redaction repo role run_id sections session_id status timestamp total'.split(
        ' ',
      ),
    )
    expect(Object.keys(receipt.sections[0]).sort()).toEqual(
      'age_days authority cap date date_basis id redactions reductions sent_digest size source sources strategy tier'.split(
        ' ',
      ),
    )
  })
})

// Each test waits until the cache may trust the files; they wait together.
describe.concurrent('a warm start', () => {
  /** Lists the modules that the last of three calls loads. The first call creates the store, which changes the directory. */
  async function loadedBy(call: (env: Record<string, string>) => unknown): Promise<string[]> {
    const seen = join(world.dir, `seen-${Math.random().toString(36).slice(2)}`)
    mkdirSync(seen)
    const spy = join(seen, 'spy.cjs')
    const list = join(seen, 'list')
    // Node lists its loaded modules and files; other files are opened through `fs`.
    writeFileSync(
      spy,
      `const fs = require('node:fs')
       const { writeFileSync } = fs
       const files = []
       for (const name of ['readFileSync', 'openSync']) {
         const real = fs[name]
         fs[name] = (file, ...rest) => {
           files.push(String(file))
           return real(file, ...rest)
         }
       }
       const end = () => writeFileSync(${JSON.stringify(list)}, [...files, ...Object.keys(require.cache), ...process.moduleLoadList].join('\\n'))
       process.on('exit', end)`,
    )
    const env = { NODE_OPTIONS: `--require ${spy}` }
    call(env)
    await rest(3300)
    call(env)
    call(env)
    return readFileSync(list, 'utf8').split('\n')
  }
  /** Node's own modules that an empty program loads. */
  const bare = () =>
    new Set(
      execFileSync(process.execPath, ['-p', 'process.moduleLoadList.join("\\n")'], {
        encoding: 'utf8',
      }).split('\n'),
    )
  const nodes = (loaded: readonly string[]) => {
    const anyway = bare()
    return loaded.flatMap((name) => {
      const own = /^NativeModule ((?!internal\/).*)$/.exec(name)?.[1]
      return own === undefined || anyway.has(name) ? [] : [own]
    })
  }
  const hook = ['build.json', 'hook.cjs']
  const commandLine = ['build.json', 'command-line.cjs', 'packet.cjs', 'rolldown-runtime.cjs']
  const judging = ['agents.cjs', 'find-injection.cjs', 'record-delivery.cjs', 'sent-reads.cjs']
  const ours = (loaded: readonly string[]) =>
    [...new Set(loaded)]
      .filter((file) => file.includes('/dist/'))
      .map((file) => basename(file))
      .sort()
  const heavy = (loaded: readonly string[]) =>
    loaded.filter((name) => /NativeModule (child_process|http|tty|zlib|os)$/.test(name))

  it('loads no YAML, no schema, no Markdown, no token table, no process spawning and no query builder', async () => {
    const root = world.project({}, 'resting')
    const out = join(world.dir, 'warm')
    const loaded = await loadedBy((env) =>
      expect(world.program(['assemble', root, 'standard', out, '--var=app_id=shop', at], { env }).code).toBe(
        0,
      ),
    )
    expect(ours(loaded)).toEqual(commandLine)
    expect(heavy(loaded)).toEqual([])
  })

  it('for a bundle loads no YAML, no Markdown, no packet for people, and of Node only SQLite and its crypto', async () => {
    const root = world.repository({ 'policies/p.md': '# Policy\n\nBooks.\n' }, 'bundled')
    const loaded = await loadedBy((env) =>
      expect(
        world.program(['load', '--project-dir', root, '--task', 'Set the strategy'], { env }).out,
      ).toContain('Books.'),
    )
    const files = [...commandLine, 'engine.cjs', 'load.cjs', 'select-documents.cjs']
    expect(ours(loaded)).toEqual([...files, 'cortex.json', 'cortex.yaml'].sort())
    expect(nodes(loaded).filter((name) => !name.startsWith('stream') && name !== 'string_decoder')).toEqual([
      'crypto',
      'sqlite',
    ])
    expect(heavy(loaded)).toEqual([])
  })

  const engine = (name: string, tiers = '') => {
    const root = world.repository(
      {
        '.foreword/manifest.yaml': [
          'foreword: 1',
          'name: shop',
          'measure: chars/4',
          'levels: { standard: { budget: 500 } }',
          'default_level: standard',
          'ceiling: 500',
          'sections: { project: { sources: ["file:README.md"] } }',
          tiers,
        ].join('\n'),
        'README.md': '# Shop\n\nBooks.\n',
      },
      name,
    )
    expect(world.program(['trust', root, '--yes']).code).toBe(0)
    return root
  }

  it.each([
    ['no trigger', [], ''],
    [
      'a trigger',
      ['engine.cjs', 'refresh-plan.cjs', 'refresh.cjs', 'rolldown-runtime.cjs'],
      'tiers: { work: { refresh: [{ every_turns: 50 }] } }\n',
    ],
  ])(
    'for a prompt with %s loads %j, the check for a model that has not answered, and no query builder',
    async (name, more, tiers) => {
      const root = engine(name.replaceAll(' ', '-'), tiers)
      const call = (event: string, name: string, env: Record<string, string> = {}) => {
        const input = JSON.stringify({
          cwd: root,
          session_id: 'asking',
          hook_event_name: name,
          source: 'startup',
        })
        const { code, err } = world.program(['hook', event, '--agent=claude'], { input, env })
        expect([code, err]).toEqual([0, ''])
      }
      const prompt = (env: Record<string, string>) => call('prompt', 'UserPromptSubmit', env)
      call('session-start', 'SessionStart')
      const unjudged = await loadedBy(prompt)
      expect(ours(unjudged)).toEqual([...hook, ...judging, ...more].sort())
      call('session-end', 'SessionEnd')
      const loaded = await loadedBy(prompt)
      expect(ours(loaded)).toEqual([...hook, ...more].sort())
      expect(heavy(loaded)).toEqual([])
    },
  )

  it('for a change loads no schema and no query builder', async () => {
    const root = engine('changing')
    let count = 0
    const loaded = await loadedBy((env) => {
      count += 1
      writeFileSync(join(root, 'README.md'), `# Shop\n\nBooks ${count}.\n`)
      const input = JSON.stringify({ cwd: root, hook_event_name: 'SessionStart', source: 'startup' })
      const { out } = world.program(['hook', 'session-start', '--agent=claude'], { input, env })
      expect(out).toContain(`Books ${count}.`)
    })
    const yaml = 'public-api.cjs'
    const markdown = 'outline.cjs'
    expect(ours(loaded)).toEqual(
      [...hook, 'engine.cjs', 'last-good-packet.cjs', 'rolldown-runtime.cjs', markdown, yaml].sort(),
    )
  })

  it('for a hook loads one bundle, and of Node only SQLite, crypto, and the reader of its standard input', async () => {
    const root = engine('starting')
    let count = 0
    const input = () =>
      JSON.stringify({
        cwd: root,
        session_id: `ses-${'x'.repeat(++count)}`,
        hook_event_name: 'SessionStart',
        source: 'startup',
      })
    const loaded = await loadedBy((env) =>
      expect(
        world.program(['hook', 'session-start', '--agent=claude'], { input: input(), env }).out,
      ).toContain('Books.'),
    )
    expect(ours(loaded)).toEqual(hook)
    expect(
      nodes(loaded)
        .filter((name) => !name.startsWith('str'))
        .sort(),
    ).toEqual(['crypto', 'net', 'sqlite'])
    expect(heavy(loaded)).toEqual([])
  })
})
