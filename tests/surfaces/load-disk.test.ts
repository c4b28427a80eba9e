import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { governance, Loading, pathsIn } from './load-project.ts'
import { expectHarmless, keepsToTheScreen } from './past-asking.ts'
import { secrets } from './program.ts'

const open: Loading[] = []
afterAll(() => {
  for (const loading of open) loading.remove()
})
function loadingOf(files: Readonly<Record<string, string>> = {}): Loading {
  const loading = new Loading(files)
  open.push(loading)
  return loading
}
const warningsOf = (bundle: { warnings: string[] }, path: string) =>
  bundle.warnings.filter((warning) => warning.includes(path))

describe('a file on the disk of a project', () => {
  it('C-34 C-X15 is not read if it is outside of the project, is reported, and takes no place', () => {
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

  it.skipIf(process.getuid?.() === 0)(
    'C-44 without read permission is reported, and the rest goes on',
    () => {
      const loading = loadingOf({ 'policies/closed.md': 'closed' })
      chmodSync(loading.at('policies/closed.md'), 0)
      const bundle = loading.bundle()
      expect(pathsIn(bundle, 'task')).toEqual(governance)
      expect(warningsOf(bundle, 'policies/closed.md')).toHaveLength(1)
    },
  )

  it('C-11 C-23 C-57 is cut at the limit in bounded time if it is large, and reported if it is not text', () => {
    const loading = loadingOf({
      'policies/a-300k.md': 'lorem ipsum\n'.repeat(25_000),
      'policies/b-5m.md': 'lorem ipsum\n'.repeat(420_000),
      'policies/c-line.md': 'x'.repeat(200_000),
    })
    writeFileSync(loading.at('policies/d-latin.md'), Buffer.from([0xe9, 0x74, 0xe9]))
    const bundle = loading.bundle('--max-files=20')
    const task = bundle.files.filter((file: { source_class: string }) => file.source_class === 'task')
    const large = task.filter(({ truncated }: { truncated: boolean }) => truncated)
    expect(large.map((file: { path: string }) => file.path)).toEqual([
      'policies/a-300k.md',
      'policies/b-5m.md',
      'policies/c-line.md',
    ])
    for (const file of large) expect([...file.excerpt]).toHaveLength(2500)
    expect(large[0].original_chars).toBe(299_999)
    expect(warningsOf(bundle, 'policies/b-5m.md')[0]).toContain('its beginning and end were read')
    expect(large[1].original_chars).toBeNull()
    expect(warningsOf(bundle, 'policies/d-latin.md')[0]).toContain('is not UTF-8 at byte 0')
  })

  it('C-57 C-X14 is cut at a character and marked as truncated, also if all of it was requested', () => {
    const text = Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`).join('')
    const loading = loadingOf({ 'specs/a-large.md': text })
    for (const args of [['--max-chars-per-file=10000000'], ['--max-files=1', '--fallback=unrestricted']]) {
      const bundle = JSON.parse(loading.text(['--task=spec', ...args]))
      const [large] = bundle.files.filter((file: { path: string }) => file.path === 'specs/a-large.md')
      expect(large).toMatchObject({ truncated: true, original_chars: null })
      expect(large.excerpt.length).toBeGreaterThan(100_000)
      expect(text.startsWith(large.excerpt)).toBe(true)
      expect(bundle.truncated_file_count).toBe(1)
    }
    const { out } = loading.run(['--task=spec', '--max-chars-per-file=10000000', '--explain'])
    expect(out).toMatch(/specs\/a-large\.md +\d+ of more/)
  })

  it('C-53 C-68 is told whole of a control file however large it is, and of one line as of many', () => {
    const register = (count: number) => ({
      entries: Array.from({ length: count }, (_, i) => ({
        status: 'promoted',
        promoted_at: i === 2000 ? '2026-05-01' : '2026-01-01',
        decision_artifact: `.cortex/artifacts/decisions/decision_${i}_v1.md`,
        title: 'A title that takes its place. '.repeat(3),
      })),
    })
    const path = '.cortex/reports/decision_candidates_v0.json'
    const newest = '.cortex/artifacts/decisions/decision_2000_v1.md'
    const loading = loadingOf({ [newest]: '# The newest\n', 'specs/a-line.md': 'word '.repeat(300_000) })
    for (const indent of [2, 0]) {
      loading.write({ [path]: JSON.stringify(register(4000), null, indent) })
      const { control_plane, files, warnings } = JSON.parse(loading.text(['--strict', '--task=spec']))
      expect(control_plane).toMatchObject({ status: 'ok', promoted_decision_count: 4000 })
      expect(files.map((file: { path: string }) => file.path)).toContain(newest)
      const line = files.find((file: { path: string }) => file.path === 'specs/a-line.md')
      expect([line.excerpt.length, line.truncated]).toEqual([2500, true])
      expect(warnings.filter((warning: string) => warning.includes(path))).toEqual([])
    }
    loading.write({ [path]: `{"entries": "${'x'.repeat(17_000_000)}"}` })
    const large = JSON.parse(loading.run(['--strict']).out)
    expect(large.control_plane).toMatchObject({ status: 'degraded', promoted_decision_count: null })
    expect(warningsOf(large, `malformed_control_plane_file:${path}: too large`)).toHaveLength(1)
    expect(warningsOf(large, 'missing_control_plane_file')).toEqual([])
  })

  it('C-12 C-48 is told in a line, of a control file that has megabytes to tell', () => {
    const path = '.cortex/manifest_v0.json'
    const loading = loadingOf({ [path]: JSON.stringify({ project_id: 'x '.repeat(7_000_000) }) })
    const { code, out } = loading.run(['--strict'])
    expect(code).toBe(0)
    expect(JSON.parse(out).control_plane.files[0].summary.project_id).toHaveLength(200)
    expect(out.length).toBeLessThan(30_000)
  })

  it.each([
    ['empty', (at: string) => writeFileSync(at, '')],
    ['a directory', (at: string) => mkdirSync(at)],
    ['binary', (at: string) => writeFileSync(at, Buffer.from([0x7b, 0, 0x7d]))],
    ['not UTF-8', (at: string) => writeFileSync(at, Buffer.from([0x22, 0xe9, 0x22]))],
    ['a link to nothing', (at: string) => symlinkSync('nowhere.json', at)],
  ])('C-53 C-68 C-X5 fails --strict where a control file is %s, also one that may be missing', (_, make) => {
    for (const path of ['.cortex/reports/audit_needed_v0.json', '.cortex/manifest_v0.json']) {
      const loading = loadingOf()
      loading.world.shell(`rm '${loading.at(path)}'`)
      make(loading.at(path))
      const { code, out, err } = loading.run(['--strict'])
      expect(code, err).toBe(1)
      expect(err).toContain(`foreword: not whole: ${path}: `)
      const bundle = JSON.parse(out)
      expect(bundle.control_plane.status).toBe('degraded')
      const { nothing } = JSON.parse(loading.run(['--explain', '--json']).out)
      expect(nothing.map((entry: { source: string }) => entry.source)).toContain(`file:${path}`)
      expect(bundle.control_plane.files.find((file: { path: string }) => file.path === path)).toMatchObject({
        present: true,
        parsed: false,
      })
      expect(warningsOf(bundle, path)).toEqual([expect.stringMatching(/^malformed_control_plane_file:/)])
    }
  })

  it('C-30 C-46 C-48 is left out where the whole would take more than it may, and is told and counted', () => {
    const large = Array.from({ length: 24 }, (_, i) => [
      `specs/large-${i + 10}.md`,
      'lorem ipsum\n'.repeat(20_000),
    ])
    const loading = loadingOf(Object.fromEntries(large))
    const args = ['--task=spec', '--max-files=60', '--max-chars-per-file=1000000']
    const text = loading.text(args)
    const { files, budget, warnings } = JSON.parse(text)
    const { task } = budget.partitions
    const kept = files.filter((file: { source_class: string }) => file.source_class === 'task').length
    expect(text.length).toBeLessThanOrEqual(4_000_000)
    expect(task).toMatchObject({ used_files: kept, refused_files: task.refused.length })
    expect(kept + task.refused_files).toBe(27)
    expect(warnings).toEqual([
      `left_out_over_budget:${task.refused_files} documents of task had to be left out: the whole may take 4000000 (chars), and does not hold more`,
    ])
    const { out } = loading.run([...args, '--explain', '--json'])
    const { refused, selected } = JSON.parse(out)
    expect(refused.map(({ path }: { path: string }) => path).sort()).toEqual([...task.refused].sort())
    expect(refused.every(({ why }: { why: string }) => why === 'over budget')).toBe(true)
    expect(selected).toHaveLength(files.length)
  })

  it('C-24 C-11 has the same excerpt with line ends and a mark of another system', () => {
    const loading = loadingOf({
      'policies/a.md': '# Same\n\nText\n',
      'policies/b.md': '\ufeff# Same\r\n\r\nText\r\n',
    })
    const [a, b] = ['policies/a.md', 'policies/b.md'].map((path) =>
      loading.bundle().files.find((file: { path: string }) => file.path === path),
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
    // Without the invisible characters.
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
