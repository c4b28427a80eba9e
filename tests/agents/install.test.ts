import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { releases } from '../../scripts/agents.ts'

const script = join(import.meta.dirname, '../../scripts/agents.ts')

/** A fake npm that records its arguments and writes a program that prints its version. */
const npm = `#!/bin/sh
echo "$*" >> "$CALLS"
while [ "$1" != --prefix ]; do shift; done
[ -e "$CALLS.fail" ] && { echo 'npm error: no such registry' >&2; exit 1; }
version="\${3##*@}"
mkdir -p "$2/node_modules/.bin" "$2/node_modules/@anthropic-ai" "$2/node_modules/@openai" "$2/node_modules/@google"
for name in claude codex gemini opencode; do
  printf '#!/bin/sh\\necho %s\\n' "$version" > "$2/node_modules/.bin/$name"
  chmod +x "$2/node_modules/.bin/$name"
done
`

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agents-install-'))
  mkdirSync(join(dir, 'bin'))
  writeFileSync(join(dir, 'bin/npm'), npm, { mode: 0o755 })
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const cache = () => join(dir, 'cache')
const calls = () => readFileSync(join(dir, 'calls'), 'utf8').trim().split('\n')
const names = releases.map(({ id, version }) => `${id}@${version}`).sort()

function install(): Promise<{ code: number; out: string; err: string }> {
  const env = {
    PATH: `${join(dir, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: dir,
    CALLS: join(dir, 'calls'),
    FOREWORD_AGENTS_DIR: cache(),
  }
  return new Promise((fulfil) => {
    execFile(process.execPath, [script], { env }, (error, out, err) =>
      fulfil({ code: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

describe('npm run agents', () => {
  it('installs each at its version, without scripts, and prints where the programs are', async () => {
    const { code, out } = await install()
    expect(code).toBe(0)
    expect(readdirSync(cache()).sort()).toEqual(names)
    expect(out.trim().split('\n')).toEqual(
      releases.map(({ id, version, program }) => join(cache(), `${id}@${version}`, 'bin', program)),
    )
    expect(calls()).toHaveLength(4)
    for (const call of calls()) expect(call).toContain('--no-save --ignore-scripts')
    expect(calls()[0]).toMatch(/ @anthropic-ai\/claude-code@\d+\.\d+\.\d+$/)
  })

  it('does nothing a second time, and only what is missing', async () => {
    await install()
    expect((await install()).err).toBe('')
    expect(calls()).toHaveLength(4)
    rmSync(join(cache(), names[1]!), { recursive: true })
    await install()
    expect(calls()).toHaveLength(5)
  })

  it('waits for another that installs at the same time', async () => {
    const ran = await Promise.all([install(), install(), install()])
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0])
    expect(calls()).toHaveLength(4)
  })

  it('takes over from one that was killed', async () => {
    mkdirSync(join(cache(), 'lock'), { recursive: true })
    // A process id that does not exist.
    writeFileSync(join(cache(), 'lock/pid'), '999999999')
    expect((await install()).code).toBe(0)
    expect(readdirSync(cache()).sort()).toEqual(names)
  })

  it('says what npm said when it fails, and leaves nothing half done', async () => {
    writeFileSync(join(dir, 'calls.fail'), '')
    const { code, err } = await install()
    expect(code).toBe(1)
    expect(err).toContain(`npm could not install @anthropic-ai/claude-code@`)
    expect(err).toContain('no such registry')
    expect(readdirSync(cache())).toEqual([])
  })
})

it('the guide names the versions that are tested', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/real-agents.md'), 'utf8')
  for (const release of releases) expect(guide).toContain(`| \`${release.package}\` | ${release.version} |`)
})
