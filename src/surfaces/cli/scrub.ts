import type { ScrubAnswer, Scrubbed, ScrubEvents, ScrubOrder } from '../../app/index.ts'
import { nearest } from '../../core/manifest/index.ts'
import { bytesOf } from './amounts.ts'
import type { Tell } from './app.ts'
import { type Call, option } from './options.ts'
import { usage } from './parse.ts'
import { watched } from './progress.ts'
import { checkLines, entryView, notices, summary, unreadableLine } from './views/scrub.ts'
import { sarifOf } from './views/scrub-sarif.ts'
import { visibleJson, visibleLine } from './visible.ts'

const forms = ['check', 'diff', 'json', 'sarif', 'allow-entry'] as const
type Form = (typeof forms)[number] | 'text'
type Rules = Pick<ScrubOrder, 'sets' | 'add' | 'without'>

export async function scrub(call: Call): Promise<number> {
  const form = formOf(call)
  const rules = await rulesOf(call)
  if (form === 'allow-entry') return draftEntry(call, rules)
  const order = orderOf(call, form, rules)
  const work = (tell: Tell) => call.app.scrub(order, eventsFor(call, form, tell))
  // A text may end within a line, which a bar would overwrite.
  const answer = form === 'text' ? await work(() => undefined) : await watched(call.terminal, work)
  conclude(call, { form, order, answer })
  if (answer.unreadable.length > 0) return 3
  return answer.findings.length === 0 || answer.baseline?.wrote ? 0 : 1
}

/** Texts of a whole directory in one stream are of no use to anybody: it is checked. */
function formOf({ command, parsed, app }: Call): Form {
  const asked = forms.filter((name) => parsed.options.has(name))
  if (asked.length > 1) throw usage(command, `--${asked[0]} and --${asked[1]} exclude each other`)
  const isSearched = parsed.args.some((path) => path !== '-' && app.isDirectory(path))
  return asked[0] ?? (isSearched ? 'check' : 'text')
}

async function rulesOf({ command, parsed, app }: Call): Promise<Rules> {
  const known = await app.redactionRules()
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
  const meant = nearest(rule, known) ?? known.find((one) => one.includes(rule))
  const hint = meant === undefined ? '' : `; did you mean "${meant}"?`
  return `there is no rule "${rule}"${hint}`
}

const largest = 256 * 1024 * 1024

function orderOf({ command, parsed }: Call, form: Form, rules: Rules): ScrubOrder {
  const size = option(parsed, 'max-size')
  const maxBytes = size === undefined ? 8_000_000 : bytesOf(size)
  if (maxBytes === null || maxBytes > largest)
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

function shown(form: Form, one: Scrubbed): string {
  if (form === 'text') return one.text
  if (form === 'diff') return one.patch ?? ''
  return form === 'check' ? checkLines(one.findings) : ''
}

interface Done {
  readonly form: Form
  readonly order: ScrubOrder
  readonly answer: ScrubAnswer
}

function conclude({ app, terminal }: Call, { form, order, answer }: Done): void {
  if (form === 'json') terminal.out(`${visibleJson(answer)}\n`)
  if (form === 'sarif') terminal.out(`${visibleJson(sarifOf(answer, app.version))}\n`)
  if (form === 'json') return
  terminal.err(notices(answer, order))
  if (form === 'check' || form === 'diff') terminal.err(summary(answer))
}

/** For somebody who knows that a value is no secret. It is never printed. */
async function draftEntry({ command, parsed, app, terminal }: Call, rules: Rules): Promise<number> {
  if (parsed.args.some((path) => path !== '-'))
    throw usage(command, '--allow-entry reads the value from standard input, and takes no path')
  const text = app.readText(null).replace(/\r?\n$/, '')
  if (text === '') throw usage(command, '--allow-entry: standard input is empty')
  terminal.out(entryView(await app.draftEntries(text, rules)))
  return 0
}
