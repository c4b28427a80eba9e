// A command is one value: its words, what it does, what it prints. Parser, help, reference page, the schema of `--json` and the type
// of that document are derived from it.
import type { Output, OutputSchema } from '../../app/output/index.ts'
import type { Services } from '../../app/services/index.ts'
import { makePaint, type Paint } from './views/paint.ts'
import { visibleJson } from './visible.ts'

export interface CommandArgument {
  readonly name: string
  readonly about: string
  readonly required: boolean
  readonly many?: boolean
  /** All words behind `--`. */
  readonly rest?: boolean
}

export interface CommandOption {
  readonly name: string
  readonly about: string
  /** The word behind the `=` in the help; none for a switch. */
  readonly value?: string
  /** The value may be left out. */
  readonly optional?: boolean
  readonly many?: boolean
  /** The argument that is not needed with it. */
  readonly without?: string
  /** All values there are. */
  readonly choices?: readonly string[]
}

/** The words of a command, for the parser and the help. */
export interface CommandWords {
  /** One word, or two: the first one then names a group. */
  readonly name: string
  readonly summary: string
  readonly about: readonly string[]
  readonly args: readonly CommandArgument[]
  readonly options: readonly CommandOption[]
  readonly examples: readonly string[]
  readonly exits: readonly (readonly [number, string])[]
}

export interface Command extends CommandWords {
  /** Null for a command that has no `--json`. */
  readonly outputSchema: OutputSchema | null
  /** Does what was asked, prints it, and gives the exit code. */
  execute(call: Call): Promise<number>
}

/** One invocation of a command, with its words read. */
export interface Call {
  readonly command: CommandWords
  readonly parsed: Parsed
  readonly services: Services
  readonly terminal: Terminal
}

/** The words behind the name of a command, read. */
export interface Parsed {
  readonly args: readonly string[]
  /** A switch is present with ''; so is an option whose value was left out. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** What stands behind `--`, where the command takes that as a whole. */
  readonly rest: readonly string[]
}

/** Where the words go. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** A line on standard error that takes the place of the one drawn before; '' takes it away. */
  draw(line: string): void
  /** What a person types behind the question; null where nobody can be asked. */
  ask(question: string): string | null
  /** Colour only where a person looks at standard output. */
  readonly style: 'plain' | 'colour'
  /** Whether a person looks at standard error, so that drawing makes sense. */
  readonly progress: boolean
}

/** How a command answers: with a document under `--json`, else with a text for people. */
interface Answering<Result> {
  run(call: Call): Promise<Result>
  view(result: Result, paint: Paint, call: Call): string
  /** For standard error, after the answer. */
  notices?(result: Result, call: Call): string
  /** 0 without it. */
  exitCode?(result: Result, call: Call): number | Promise<number>
}

interface Definition<Schema extends OutputSchema> extends CommandWords, Answering<Output<Schema>> {
  readonly outputSchema: Schema
}

/** A command whose result is the document of `--json`. */
export function defineCommand<Schema extends OutputSchema>(definition: Definition<Schema>): Command {
  return defineCommandWithResult<Schema, Output<Schema>>({ ...definition, output: (result) => result })
}

interface ResultDefinition<Schema extends OutputSchema, Result> extends CommandWords, Answering<Result> {
  readonly outputSchema: Schema
  /** The document of `--json`; null prints nothing. */
  output(result: Result, call: Call): Output<Schema> | null
}

/** A command whose text needs more than the document of `--json` has. */
export function defineCommandWithResult<Schema extends OutputSchema, Result>(
  definition: ResultDefinition<Schema, Result>,
): Command {
  const { outputSchema } = definition
  return { ...wordsOf(definition), outputSchema, execute: (call) => answer(definition, call) }
}

/** A command that has no answer of its own, as a server. */
export function defineSilentCommand(definition: CommandWords & { run(call: Call): Promise<void> }): Command {
  return {
    ...wordsOf(definition),
    outputSchema: null,
    async execute(call) {
      await definition.run(call)
      return 0
    },
  }
}

function wordsOf({ name, summary, about, args, options, examples, exits }: CommandWords): CommandWords {
  return { name, summary, about, args, options, examples, exits }
}

async function answer<Schema extends OutputSchema, Result>(
  { run, output, view, notices, exitCode }: ResultDefinition<Schema, Result>,
  call: Call,
): Promise<number> {
  const { parsed, terminal } = call
  const result = await run(call)
  if (parsed.options.has('json')) terminal.out(jsonText(output(result, call)))
  else terminal.out(view(result, makePaint(terminal.style), call))
  terminal.err(notices?.(result, call) ?? '')
  return (await exitCode?.(result, call)) ?? 0
}

function jsonText(document: unknown): string {
  return document === null ? '' : `${visibleJson(document as object)}\n`
}
