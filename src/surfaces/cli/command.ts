// A command is one value: its description, its action and its output. The parser, the help, the reference page, the schema of `--json`
// and the type of that document all come from it.
import type { Output, OutputSchema } from '../../app/output/index.ts'
import type { Services } from '../../app/services/index.ts'
import { formatVisibleJson } from './make-visible.ts'
import { makePaint, type Paint } from './views/paint.ts'

export interface CommandArgument {
  readonly name: string
  readonly about: string
  readonly required: boolean
  readonly many?: boolean
  /** Takes all words after `--`. */
  readonly rest?: boolean
  /** Values that shells complete. */
  readonly suggestions?: readonly string[]
}

export interface CommandOption {
  readonly name: string
  /** One letter: `-h` is also `--help`. */
  readonly short?: string
  readonly about: string
  /** Placeholder for the value in the help. A switch has none. */
  readonly value?: string
  /** Whether the value may be left out. */
  readonly optional?: boolean
  readonly many?: boolean
  /** The required argument that this option makes unnecessary. */
  readonly without?: string
  /** All allowed values. */
  readonly choices?: readonly string[]
  /** Values that shells complete, if other values are allowed too. */
  readonly suggestions?: readonly string[]
}

/** Everything that the parser and the help need to know about a command. */
export interface CommandDescription {
  /** One word, or two if the command is in a group: `store export`. */
  readonly name: string
  readonly summary: string
  readonly about: readonly string[]
  readonly args: readonly CommandArgument[]
  readonly options: readonly CommandOption[]
  readonly examples: readonly string[]
  readonly exits: readonly (readonly [number, string])[]
}

export interface Command extends CommandDescription {
  /** Null if the command has no `--json`. */
  readonly outputSchema: OutputSchema | null
  /** Runs the command, prints its result, and returns the exit code. */
  execute(call: CommandCall): Promise<number>
}

/** One invocation of a command with its parsed arguments. */
export interface CommandCall {
  readonly command: CommandDescription
  readonly parsed: ParsedArguments
  readonly services: Services
  readonly terminal: CommandTerminal
  /** Loads the module of every command. */
  loadCommands(): Promise<readonly CommandDescription[]>
}

export interface ParsedArguments {
  readonly args: readonly string[]
  /** A switch has the value '', as has an option whose value was left out. */
  readonly options: ReadonlyMap<string, readonly string[]>
  /** The words after `--`, if the command takes them as a whole. */
  readonly rest: readonly string[]
}

/** The output streams and the prompt of a command. */
export interface Terminal {
  out(text: string): void
  err(text: string): void
  /** Draws a line on standard error in place of the last drawn one. '' removes it. */
  draw(line: string): void
  /** Returns the line that the user types. Null without a terminal. */
  ask(question: string): string | null
  /** `colour` only if standard output is a terminal. */
  readonly style: 'plain' | 'colour'
  /** Whether standard error is a terminal, so that lines can be drawn. */
  readonly progress: boolean
}

/** With `--quiet`, `err` prints nothing and `fail` prints. */
export interface CommandTerminal extends Terminal {
  /** Prints an error on standard error. */
  fail(text: string): void
  readonly isQuiet: boolean
}

/** Runs a command and formats its result: a document with `--json`, otherwise a text. */
interface CommandAction<Result> {
  run(call: CommandCall): Promise<Result>
  view(result: Result, paint: Paint, call: CommandCall): string
  /** Text for standard error, printed after the result. */
  notices?(result: Result, call: CommandCall): string
  /** The default is 0. */
  exitCode?(result: Result, call: CommandCall): number | Promise<number>
}

interface Definition<Schema extends OutputSchema> extends CommandDescription, CommandAction<Output<Schema>> {
  readonly outputSchema: Schema
}

/** Defines a command whose result is the document of `--json`. */
export function defineCommand<Schema extends OutputSchema>(definition: Definition<Schema>): Command {
  return defineCommandWithResult<Schema, Output<Schema>>({ ...definition, output: (result) => result })
}

interface ResultDefinition<Schema extends OutputSchema, Result>
  extends CommandDescription,
    CommandAction<Result> {
  readonly outputSchema: Schema
  /** The document of `--json`. Null prints nothing. */
  output(result: Result, call: CommandCall): Output<Schema> | null
}

/** Defines a command whose text needs more facts than the document of `--json` has. */
export function defineCommandWithResult<Schema extends OutputSchema, Result>(
  definition: ResultDefinition<Schema, Result>,
): Command {
  const { outputSchema } = definition
  return { ...pickDescription(definition), outputSchema, execute: (call) => runAndPrint(definition, call) }
}

/** Defines a command without a result of its own, such as a server. */
export function defineSilentCommand(
  definition: CommandDescription & { run(call: CommandCall): Promise<void> },
): Command {
  return {
    ...pickDescription(definition),
    outputSchema: null,
    async execute(call) {
      await definition.run(call)
      return 0
    },
  }
}

function pickDescription({
  name,
  summary,
  about,
  args,
  options,
  examples,
  exits,
}: CommandDescription): CommandDescription {
  return { name, summary, about, args, options, examples, exits }
}

async function runAndPrint<Schema extends OutputSchema, Result>(
  { run, output, view, notices, exitCode }: ResultDefinition<Schema, Result>,
  call: CommandCall,
): Promise<number> {
  const { parsed, terminal } = call
  const result = await run(call)
  if (parsed.options.has('json')) terminal.out(formatJson(output(result, call)))
  else terminal.out(view(result, makePaint(terminal.style), call))
  const notice = notices?.(result, call) ?? ''
  terminal.err(notice)
  const code = (await exitCode?.(result, call)) ?? 0
  // The notice of a command that failed gives the reason.
  if (terminal.isQuiet && code !== 0) terminal.fail(notice)
  return code
}

function formatJson(document: unknown): string {
  return document === null ? '' : `${formatVisibleJson(document as object)}\n`
}
