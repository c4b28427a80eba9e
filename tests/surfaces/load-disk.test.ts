import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { governance, Loading, pathsIn } from './load-project.ts'
import { expectHarmless, keepsToTheScreen } from './past-asking.ts'
import { secrets } from './program.ts'

const open: Loading[] = []
afterAll(() => {
  for (const one of open) one.remove()
})
function loadingOf(files: Readonly<Record<string, string>> = {}): Loading {
  const loading = new Loading(files)
  open.push(loading)
  return loading
}
const warningsOf = (bundle: { warnings: string[] }, path: string) =>
  bundle.warnings.filter((one) => one.includes(path))

describe('what lies on the disk of a project', () => {
  it('C-34 C-X15 is not read where it is no file of the project, is told, and takes no place', () => {
    const loading = loadingOf()
    const away = join(loading.world.dir, 'away.md')
    writeFileSync(away, 'CANARY-OUTSIDE')
    symlinkSync(away, loading.at('policies/a-link.md'))
    symlinkSync('access.md', loading.at('policies/b-inside.md'))
    symlinkSync('c-loop.md', loading.at('policies/c-loop.md'))
    mkdirSync(loading.at('policies/d-directory.md'))
    loading.world.shell(`mkfifo '${loading.at('policies/e-pipe.md')}'`)
    const text = loading.text(['--task=policy', '--max-files=11'])
    const bundle = JSON.parse(text)
    expect(text).not.toContain('CANARY')
    expect(pathsIn(bundle, 'task')).toEqual([
      governance[0],
      governance[1],
      'policies/b-inside.md',
      governance[2],
    ])
    for (const path of ['policies/a-link.md', 'policies/c-loop.md', 'policies/e-pipe.md'])
      expect(warningsOf(bundle, path), path).toHaveLength(1)
    expect(bundle.budget.partitions.task).toMatchObject({ used_files: 4, max_files: 4, refused_files: 3 })
  })

  it('C-34 C-35 reads what the patterns of the task name, and nothing below or beside it', () => {
    const loading = loadingOf({
      'policies/deep/a.md': 'CANARY',
      'policies/a.txt': 'CANARY',
      'policies/.hidden.md': 'CANARY',
      'policies/old.md.bak': 'CANARY',
      'specs/a.md': 'CANARY',
      '.env.md': 'CANARY',
    })
    const text = loading.text()
    expect(text).not.toContain('CANARY')
    expect(pathsIn(JSON.parse(text), 'task')).toEqual(governance)
  })

  it.skipIf(process.getuid?.() === 0)('C-44 that nobody may read is told, and the rest goes on', () => {
    const loading = loadingOf({ 'policies/closed.md': 'closed' })
    chmodSync(loading.at('policies/closed.md'), 0)
    const bundle = loading.bundle()
    expect(pathsIn(bundle, 'task')).toEqual(governance)
    expect(warningsOf(bundle, 'policies/closed.md')).toHaveLength(1)
  })

  it('C-11 C-23 C-57 is cut at the limit where it is large, in bounded time, and what is no text is told', () => {
    const loading = loadingOf({
      'policies/a-300k.md': 'lorem ipsum\n'.repeat(25_000),
      'policies/b-5m.md': 'lorem ipsum\n'.repeat(420_000),
      'policies/c-line.md': 'x'.repeat(200_000),
    })
    writeFileSync(loading.at('policies/d-latin.md'), Buffer.from([0xe9, 0x74, 0xe9]))
    const bundle = loading.bundle('--max-files=20')
    const task = bundle.files.filter((one: { source_class: string }) => one.source_class === 'task')
    const large = task.filter(({ truncated }: { truncated: boolean }) => truncated)
    expect(large.map((one: { path: string }) => one.path)).toEqual([
      'policies/a-300k.md',
      'policies/b-5m.md',
      'policies/c-line.md',
    ])
    for (const one of large) expect([...one.excerpt]).toHaveLength(2500)
    expect(large[0].original_chars).toBe(299_999)
    expect(warningsOf(bundle, 'policies/b-5m.md')[0]).toContain('its beginning and end were read')
    expect(warningsOf(bundle, 'policies/d-latin.md')[0]).toContain('is not UTF-8 at byte 0')
  })

  it('C-24 C-11 has the same excerpt with line ends and a mark of another system', () => {
    const loading = loadingOf({
      'policies/a.md': '# Same\n\nText\n',
      'policies/b.md': '\ufeff# Same\r\n\r\nText\r\n',
    })
    const [a, b] = ['policies/a.md', 'policies/b.md'].map((path) =>
      loading.bundle().files.find((one: { path: string }) => one.path === path),
    )
    expect([b.excerpt, b.original_chars]).toEqual([a.excerpt, a.original_chars])
    loading.write({ '.cortex/manifest_v0.json': '\ufeff{"project_id": "bom"}\r\n' })
    expect(loading.bundle().control_plane).toMatchObject({
      status: 'ok',
      files: [{ summary: { project_id: 'bom' } }, {}, {}, {}],
    })
  })

  it('C-36 may have any name', () => {
    const names = [
      'policies/new\nline.md',
      `policies/🎉 "q'.md`,
      'policies/\u001b[31mred.md',
      'policies/[x].md',
    ]
    const loading = loadingOf(Object.fromEntries(names.map((name) => [name, `# ${name.length}`])))
    const args = ['--task=policy', '--max-files=20']
    const { code, out, err } = loading.run(args)
    expect([code, err]).toEqual([0, ''])
    expectHarmless(out)
    // Without what nobody would see.
    const shown = names.map((name) => name.replace('\u001b[31m', ''))
    const places = [...names, ...governance.slice(1)].sort()
    expect(pathsIn(JSON.parse(out), 'task')).toEqual([
      governance[0],
      ...places.map((name) => shown[names.indexOf(name)] ?? name),
    ])
    const explained = loading.run([...args, '--explain'])
    keepsToTheScreen(explained.out)
    expect(explained.code).toBe(0)
  })

  it.each([
    ['is in', 'policies/NAME.md', '# Short'],
    ['is large', 'policies/NAME.md', 'lorem ipsum\n'.repeat(420_000)],
    ['has no room', 'policies/zNAME.md', '# Short'],
    ['is no text', 'policies/NAME.md', 'a\u0000b'],
    ['is a decision', '.cortex/artifacts/decisions/decision_NAME_v1.md', '# Short'],
  ])(
    'C-51 shows no secret in the name of a file that %s, in the bundle, on record or when asked',
    (_, path, text) => {
      const loading = loadingOf({ [path.replace('NAME', secrets.github)]: text })
      const args = ['--task=policy', `--max-files=${path.includes('zNAME') ? 8 : 12}`]
      const shown = [
        loading.run(args),
        loading.run([...args, '--explain']),
        loading.run([...args, '--explain', '--json']),
        loading.world.foreword(['show', 'latest', '--json'], { cwd: loading.repo }),
        loading.world.foreword(['show', 'latest'], { cwd: loading.repo }),
        loading.world.foreword(['explain', loading.repo, '--preset=cortex', '--task=policy', '--debug']),
      ]
      for (const { code, out, err } of shown) {
        expect(code, err).toBe(0)
        expect(out + err).not.toContain(secrets.github)
      }
    },
  )
})
