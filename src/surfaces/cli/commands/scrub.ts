import type { Tell } from '../../../app/output/index.ts'
import {
  draftAllowEntries,
  type ScrubbedText,
  type ScrubEvents,
  type ScrubInput,
  type ScrubResult,
  scrubOutput,
  scrubTexts,
} from '../../../app/redaction/index.ts'
import { findNearest } from '../../../core/manifest/index.ts'
import { redactionRules } from '../../../core/redact/index.ts'
import { parseBytes } from '../amounts.ts'
import { type Call, defineCommandWithResult } from '../command.ts'
import { option } from '../options.ts'
import { usage } from '../parse.ts'
import { watched } from '../progress.ts'
import { checkLines, entryView, notices, summary, unreadableLine } from '../views/scrub.ts'
import { formatScrubSarif } from '../views/scrub-sarif.ts'
import { visibleJson, visibleLine } from '../visible.ts'
import { jsonOption } from '../words.ts'

const forms = ['check', 'diff', 'json', 'sarif', 'allow-entry'] as const
type Form = (typeof forms)[number] | 'text'
type Rules = Pick<ScrubInput, 'sets' | 'add' | 'without'>

export const scrub = defineCommandWithResult({
  name: 'scrub',
  summary: 'Find secrets in text, and replace them',
  about: [
    'Files and standard input are printed with every secret replaced by [REDACTED]. A directory is searched, and what was found is listed: never a value, nor a piece of one.',
    'In a repository, files that git ignores are left out. Links, binaries and large files are skipped, and counted.',
  ],
  args: [
    {
      name: 'path',
      about: 'Files and directories; none or - for standard input',
      required: false,
      many: true,
    },
  ],
  options: [
    { name: 'check', about: 'List findings instead of printing the text (as for a directory)' },
    {
      name: 'diff',
      about: 'Print a patch that takes the secrets out, for git apply; it holds them in its - lines',
    },
    jsonOption,
    { name: 'sarif', about: 'Print SARIF 2.1.0, for code scanning' },
    {
      name: 'set',
      value: 'SET',
      many: true,
      choices: ['default', 'published', 'personal'],
      about: 'Which rules: default (if none is named), published, personal',
    },
    { name: 'add', value: 'RULE', many: true, about: 'Add a rule of another set' },
    { name: 'without', value: 'RULE', many: true, about: 'Leave a rule out' },
    { name: 'labels', about: 'Say in each marker which rule found it: [REDACTED:rule#1]' },
    {
      name: 'allow',
      value: 'FILE',
      about: 'What is no secret: a list of entries with reasons (YAML or JSON)',
    },
    { name: 'allow-entry', about: 'Print an entry for the value on standard input, without the value' },
    { name: 'baseline', value: 'FILE', about: 'Findings that are known: only new ones count' },
    { name: 'write-baseline', value: 'FILE', about: 'Write down what was found as known' },
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
    [0, 'nothing was found, or nothing that is not allowed or known'],
    [1, 'something was found'],
    [2, 'the command, or a file it names, was not understood'],
    [3, 'something could not be read; the rest was looked through'],
  ],
  outputSchema: scrubOutput,
  async run(call): Promise<Result> {
    const { services, terminal } = call
    const form = formOf(call)
    const rules = rulesOf(call)
    if (form === 'allow-entry') return draftEntry(call, rules)
    const order = orderOf(call, form, rules)
    const tools = await services.scrub(order)
    const work = async (tell: Tell) => scrubTexts(tools, order, eventsFor(call, form, tell))
    // A text may end within a line, which a bar would overwrite.
    const answer = form === 'text' ? await work(() => undefined) : await watched(terminal, work)
    return resultOf(call, form, order, answer)
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
  /** Null for an entry of an allow-list. */
  readonly answer: ScrubResult | null
  readonly text: string
  readonly notices: string
}

function resultOf({ services }: Call, form: Form, order: ScrubInput, answer: ScrubResult): Result {
  return {
    answer,
    text: form === 'sarif' ? `${visibleJson(formatScrubSarif(answer, services.version))}\n` : '',
    notices: notices(answer, order) + (form === 'check' || form === 'diff' ? summary(answer) : ''),
  }
}

/** Texts of a whole directory in one stream are of no use to anybody: it is checked. */
function formOf({ command, parsed, services }: Call): Form {
  const asked = forms.filter((name) => parsed.options.has(name))
  if (asked.length > 1) throw usage(command, `--${asked[0]} and --${asked[1]} exclude each other`)
  const isSearched = parsed.args.some((path) => path !== '-' && services.isDirectory(path))
  return asked[0] ?? (isSearched ? 'check' : 'text')
}

function rulesOf({ command, parsed }: Call): Rules {
  const known: readonly string[] = redactionRules
  const named = (name: string) => {
    const rules = parsed.options.get(name) ?? []
    for (const rule of rules) if (!known.includes(rule)) throw usage(command, unknownRule(rule, known))
    return rules
  }
  // The table of commands has checked them.
  const sets = (parsed.options.get('set') ?? ['default']) as Rules['sets']
  return { sets, add: named('add'), without: named('without') }
}

function unknownRule(rule: string, known: readonly string[]): string {
  const meant = findNearest(rule, known) ?? known.find((one) => one.includes(rule))
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return `there is no rule "${rule}"${hint}`
}

const maxScrubBytes = 256 * 1024 * 1024

function orderOf({ command, parsed }: Call, form: Form, rules: Rules): ScrubInput {
  const size = option(parsed, 'max-size')
  const maxBytes = size === undefined ? 8_000_000 : parseBytes(size)
  if (maxBytes === null || maxBytes > maxScrubBytes)
    throw usage(command, `--max-size must be like 500kB or 8MB, at most 256MiB, not "${size}"`)
  return {
    ...rules,
    paths: parsed.args.length === 0 ? ['-'] : parsed.args,
    labels: parsed.options.has('labels'),
    output: form === 'text' ? 'text' : form === 'diff' ? 'patch' : 'findings',
    maxBytes,
    allow: option(parsed, 'allow') ?? null,
    baseline: option(parsed, 'baseline') ?? null,
    writeBaseline: option(parsed, 'write-baseline') ?? null,
  }
}

/** Prints as it goes, so that nothing has to be kept; the bar makes room first. */
function eventsFor({ terminal }: Call, form: Form, tell: Tell): ScrubEvents {
  const draws = form !== 'text' && terminal.progress
  const say = (to: 'out' | 'err', text: string) => {
    if (text === '') return
    if (draws) terminal.draw('')
    terminal[to](text)
  }
  return {
    progress: tell,
    unreadable: (file, reason) => say('err', unreadableLine(file, reason)),
    scrubbed(one) {
      say('out', shown(form, one))
      if (one.patch === null && one.findings.length > 0)
        say(
          'err',
          `${visibleLine(one.file)}, or its name, is not UTF-8: its findings are not in the patch.\n`,
        )
    },
  }
}

function shown(form: Form, one: ScrubbedText): string {
  if (form === 'text') return one.text
  if (form === 'diff') return one.patch ?? ''
  return form === 'check' ? checkLines(one.findings) : ''
}

/** For a value that is not a secret. The value itself is never printed. */
function draftEntry({ command, parsed, services }: Call, rules: Rules): Result {
  if (parsed.args.some((path) => path !== '-'))
    throw usage(command, '--allow-entry reads the value from standard input, and takes no path')
  const text = services.readText(null).replace(/\r?\n$/, '')
  if (text === '') throw usage(command, '--allow-entry: standard input is empty')
  const drafts = draftAllowEntries(text, rules, services.engine.hash)
  return { answer: null, text: entryView(drafts), notices: '' }
}
