// Runs the tests with the real agents and prints which of them hold for each event and agent. `--write` keeps the table in the guide.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releases } from './agents.ts'

interface MatrixRow {
  readonly event: string
  /** Matches the file and the titles of the tests that show it. */
  readonly tests: RegExp
}

/** A test belongs to the first row that it matches. Tests of other subjects belong to none. */
const rows: readonly MatrixRow[] = [
  { event: 'a file that our text names with `@` is not sent', tests: /expansion|inert|@path/ },
  { event: 'a task that `dispatch` starts', tests: /dispatch\.test.*(?:is asked|is understood|blocked)/ },
  { event: 'instructions under several names come once', tests: /several names once/ },
  { event: 'the first prompt is edited', tests: /live\.test.*first prompt/ },
  { event: 'a later prompt is edited', tests: /live\.test.*edited prompt/ },
  { event: 'another hook blocks the prompt', tests: /live\.test.*hook blocks/ },
  { event: 'the hook after a compaction fails or hangs', tests: /hook after a compaction/ },
  { event: 'the conversation is compacted or compressed', tests: /compact|compresse/ },
  { event: 'the conversation is cleared', tests: /live\.test.*clear/ },
  { event: 'the session is resumed after a change', tests: /resumed after a change/ },
  { event: 'the start of a resumed session goes wrong', tests: /start of a resumed session/ },
  {
    event: 'the session is resumed',
    tests: /(?:sessions|delivery)\.test.*(?:resumed|goes on with a session)/,
  },
  { event: 'the hook at the start hangs', tests: /delivery\.test.*(?:hangs|late)/ },
  {
    event: 'the hook at the start fails, or its program is gone',
    tests: /delivery\.test.*(?:ends with|is missing|is gone|ended before)/,
  },
  {
    event: 'the output of the hook is altered',
    tests:
      /delivery\.test.*(?:cut off|printed|let(?:s)? less|put around|garbage|half of it|another event|change places|another plugin)/,
  },
  {
    event: '200,000 characters or more',
    tests: /(?:delivery|foreword)\.test.*(?:300000|200000|200,000|200 KB)/,
  },
  {
    event: '40,000 to 60,000 characters',
    tests: /(?:delivery|foreword)\.test.*(?:60000|40000|60 KB|40 KB|arrives: large)/,
  },
  {
    event: 'just above the limit of one output',
    tests: /(?:delivery|foreword)\.test.*(?:just over|arrives: over|exceeds the limit)/,
  },
  {
    event: 'just below the limit of one output',
    tests: /(?:delivery|foreword)\.test.*(?:just under|arrives: under)/,
  },
  { event: '1,000 characters', tests: /(?:delivery|foreword)\.test.*(?:: 1000$|1 KB|arrives: small)/ },
]

export interface TestResult {
  /** File and titles, joined. */
  readonly name: string
  readonly status: string
}

/** Builds a Markdown table with the versions of the agents in its head. */
export function formatMatrix(results: readonly TestResult[]): string {
  const head = `| | ${releases.map(({ id, version }) => `${id} ${version}`).join(' | ')} |`
  const lines = rows.toReversed().map(({ event, tests }) => {
    const shown = results.filter(({ name }) => rows.find((row) => row.tests.test(name))?.tests === tests)
    const cells = releases.map((release) =>
      formatCell(shown.filter(({ name }) => name.includes(`${release.package} ${release.version}`))),
    )
    return `| ${event} | ${cells.join(' | ')} |`
  })
  return [head, `| --- |${' --- |'.repeat(releases.length)}`, ...lines].join('\n')
}

function formatCell(results: readonly TestResult[]): string {
  const ran = results.filter(({ status }) => status === 'passed' || status === 'failed')
  if (ran.length === 0) return 'not tested'
  const failed = ran.filter(({ status }) => status === 'failed').length
  return failed === 0 ? `holds (${ran.length})` : `FAILS (${failed} of ${ran.length})`
}

/** The report of vitest, as far as it is read. */
interface VitestReport {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[]
      readonly title: string
      readonly status: string
    }[]
  }[]
}

export function readReport(json: string): TestResult[] {
  return (JSON.parse(json) as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      name: [name.slice(name.lastIndexOf('/') + 1), ...ancestorTitles, title].join(' > '),
      status,
    })),
  )
}

const home = join(import.meta.dirname, '..')
const guide = join(home, 'docs/guides/real-agents.md')
const marks = /(<!-- delivery matrix -->\n)[\s\S]*?(\n<!-- end of delivery matrix -->)/

/** Runs the tests and shows their progress on standard error. Null if they could not be run. */
function runTests(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'delivery-matrix-'))
  try {
    const report = join(directory, 'report.json')
    const vitest = join(home, 'node_modules/vitest/vitest.mjs')
    const options = [
      'run',
      '--project',
      'agents',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ]
    const env = { ...process.env, FOREWORD_AGENTS: '1' }
    spawnSync(process.execPath, [vitest, ...options], { cwd: home, env, stdio: ['ignore', 2, 2] })
    return existsSync(report) ? readFileSync(report, 'utf8') : null
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  const [option, path] = process.argv.slice(2)
  // `--from` formats the report of a run that has ended.
  const report = option === '--from' && path !== undefined ? readFileSync(path, 'utf8') : runTests()
  if (report === null) {
    console.error('delivery-matrix: the tests did not run; their output is above')
    process.exitCode = 1
  } else {
    const table = formatMatrix(readReport(report))
    console.log(table)
    if (process.argv.includes('--write'))
      writeFileSync(
        guide,
        readFileSync(guide, 'utf8').replace(marks, (_, start, end) => `${start}${table}${end}`),
      )
    if (table.includes('FAILS')) process.exitCode = 1
  }
}
