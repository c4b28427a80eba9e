import type { ReportProgress } from '../../../app/output/index.ts'
import {
  draftAllowEntries,
  type ScrubbedText,
  type ScrubEvents,
  type ScrubInput,
  type ScrubResult,
  scrubOutput,
  scrubTexts,
} from '../../../app/redaction/index.ts'
import { findNearestName } from '../../../core/manifest/index.ts'
import { redactionRules } from '../../../core/redact/index.ts'
import { parseByteAmount } from '../amounts.ts'
import { jsonOption } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { formatVisibleJson, makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { readOption } from '../read-options.ts'
import {
  formatAllowEntries,
  formatScrubFindings,
  formatScrubNotices,
  formatScrubSummary,
  formatUnreadableFile,
} from '../views/format-scrub-findings.ts'
import { formatScrubSarif } from '../views/format-scrub-sarif.ts'

const forms = ['check', 'diff', 'json', 'sarif', 'allow-entry'] as const
type Form = (typeof forms)[number] | 'text'
type Rules = Pick<ScrubInput, 'sets' | 'add' | 'without'>

export const scrub = defineCommandWithResult({
  name: 'scrub',
  summary: 'Find secrets in text and replace them',
  about: [
    'Prints files and standard input with every secret replaced by [REDACTED]. Searches directories and lists the findings, never a secret or a part of it.',
    'In a repository, leaves out files that git ignores. Skips and counts links, binaries and large files.',
  ],
  args: [
    {
      name: 'path',
      about: 'Files and directories; without a path, or for -, standard input',
      required: false,
      many: true,
    },
  ],
  options: [
    { name: 'check', about: 'List findings instead of printing the text, as for a directory' },
    {
      name: 'diff',
      about: 'Print a patch for git apply that removes the secrets; its - lines contain them',
    },
    jsonOption,
    { name: 'sarif', about: 'Print SARIF 2.1.0, for code scanning' },
    {
      name: 'set',
      value: 'SET',
      many: true,
      choices: ['default', 'published', 'personal'],
      about: 'Which rules to use: default (also if left out), published, personal',
    },
    { name: 'add', value: 'RULE', many: true, about: 'Also use this rule of another set' },
    { name: 'without', value: 'RULE', many: true, about: 'Do not use this rule' },
    { name: 'labels', about: 'Name the rule in each marker: [REDACTED:rule#1]' },
    {
      name: 'allow',
      value: 'FILE',
      about: 'A list of values that are not secrets, with reasons (YAML or JSON)',
    },
    {
      name: 'allow-entry',
      about: 'Print an --allow entry for the value on standard input, without the value',
    },
    { name: 'baseline', value: 'FILE', about: 'A list of known findings; report only new ones' },
    { name: 'write-baseline', value: 'FILE', about: 'Write the findings to this file as known' },
    { name: 'max-size', value: 'SIZE', about: 'Skip larger files in directories (default 8MB)' },
  ],
  examples: [
    'git log -3 -p | foreword scrub > shareable.txt',
    'foreword scrub . --baseline=known.json',
    'foreword scrub --check notes.md journal.md',
    'foreword scrub . --diff | git apply',
    'foreword scrub . --allow=allow.yaml --sarif > scrub.sarif',
  ],
  exits: [
    [0, 'no findings, or only allowed or known ones'],
    [1, 'findings'],
    [2, 'wrong usage, or a file given with an option is invalid'],
    [3, 'a file could not be read; the others were searched'],
  ],
  outputSchema: scrubOutput,
  async run(call): Promise<Result> {
    const { services, terminal } = call
    const form = chooseForm(call)
    const rules = readRules(call)
    if (form === 'allow-entry') return draftEntry(call, rules)
    const input = readInput(call, form, rules)
    const deps = await services.scrub(input)
    const work = async (tell: ReportProgress) => scrubTexts(deps, input, makeEvents(call, form, tell))
    // No progress bar here: the printed text may end within a line, and the bar would overwrite it.
    const answer = form === 'text' ? await work(() => undefined) : await withProgressBar(terminal, work)
    return makeResult(call, form, input, answer)
  },
  output: ({ answer }) => answer,
  view: ({ text }) => text,
  notices: (result, { parsed }) => (parsed.options.has('json') ? '' : result.notices),
  exitCode({ answer }) {
    if (answer === null) return 0
    if (answer.unreadable.length > 0) return 3
    return answer.findings.length === 0 || answer.baseline?.wrote ? 0 : 1
  },
})

interface Result {
  /** Null with --allow-entry. */
  readonly answer: ScrubResult | null
  readonly text: string
  readonly notices: string
}

function makeResult({ services }: CommandCall, form: Form, input: ScrubInput, answer: ScrubResult): Result {
  return {
    answer,
    text: form === 'sarif' ? `${formatVisibleJson(formatScrubSarif(answer, services.version))}\n` : '',
    notices:
      formatScrubNotices(answer, input) +
      (form === 'check' || form === 'diff' ? formatScrubSummary(answer) : ''),
  }
}

/** A directory is always checked, because the texts of all its files in one stream are useless. */
function chooseForm({ command, parsed, services }: CommandCall): Form {
  const chosen = forms.filter((name) => parsed.options.has(name))
  if (chosen.length > 1)
    throw makeUsageRefusal(command, `--${chosen[0]} and --${chosen[1]} exclude each other`)
  const isSearched = parsed.args.some((path) => path !== '-' && services.isDirectory(path))
  return chosen[0] ?? (isSearched ? 'check' : 'text')
}

function readRules({ command, parsed }: CommandCall): Rules {
  const known: readonly string[] = redactionRules
  const named = (name: string) => {
    const rules = parsed.options.get(name) ?? []
    for (const rule of rules)
      if (!known.includes(rule)) throw makeUsageRefusal(command, describeUnknownRule(rule, known))
    return rules
  }
  // The parser has checked them against `choices`.
  const sets = (parsed.options.get('set') ?? ['default']) as Rules['sets']
  return { sets, add: named('add'), without: named('without') }
}

function describeUnknownRule(rule: string, known: readonly string[]): string {
  const meant = findNearestName(rule, known) ?? known.find((name) => name.includes(rule))
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return `unknown rule "${rule}"${hint}`
}

const maxScrubBytes = 256 * 1024 * 1024

function readInput({ command, parsed }: CommandCall, form: Form, rules: Rules): ScrubInput {
  const size = readOption(parsed, 'max-size')
  const maxBytes = size === undefined ? 8_000_000 : parseByteAmount(size)
  if (maxBytes === null || maxBytes > maxScrubBytes)
    throw makeUsageRefusal(command, `--max-size must be like 500kB or 8MB, at most 256MiB, not "${size}"`)
  return {
    ...rules,
    paths: parsed.args.length === 0 ? ['-'] : parsed.args,
    labels: parsed.options.has('labels'),
    output: form === 'text' ? 'text' : form === 'diff' ? 'patch' : 'findings',
    maxBytes,
    allow: readOption(parsed, 'allow') ?? null,
    baseline: readOption(parsed, 'baseline') ?? null,
    writeBaseline: readOption(parsed, 'write-baseline') ?? null,
  }
}

/** Prints each result at once, so that memory use stays flat. The progress bar is cleared first. */
function makeEvents({ terminal }: CommandCall, form: Form, tell: ReportProgress): ScrubEvents {
  const draws = form !== 'text' && terminal.progress
  const print = (to: 'out' | 'err' | 'fail', text: string) => {
    if (text === '') return
    if (draws) terminal.draw('')
    terminal[to](text)
  }
  return {
    progress: tell,
    unreadable: (file, reason) => print('fail', formatUnreadableFile(file, reason)),
    scrubbed(text) {
      print('out', formatScrubbed(form, text))
      if (text.patch === null && text.findings.length > 0)
        print(
          'err',
          `${makeVisibleLine(text.file)}, or its name, is not UTF-8; its findings are not in the patch.\n`,
        )
    },
  }
}

function formatScrubbed(form: Form, text: ScrubbedText): string {
  if (form === 'text') return text.text
  if (form === 'diff') return text.patch ?? ''
  return form === 'check' ? formatScrubFindings(text.findings) : ''
}

/** Drafts an allow-list entry for a value that is not a secret. Never prints the value itself. */
function draftEntry({ command, parsed, services }: CommandCall, rules: Rules): Result {
  if (parsed.args.some((path) => path !== '-'))
    throw makeUsageRefusal(command, '--allow-entry reads the value from standard input and takes no path')
  const text = services.readText(null).replace(/\r?\n$/, '')
  if (text === '') throw makeUsageRefusal(command, '--allow-entry: standard input is empty')
  const drafts = draftAllowEntries(text, rules, services.engine.hash)
  return { answer: null, text: formatAllowEntries(drafts), notices: '' }
}
