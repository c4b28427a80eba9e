import { Refusal } from '../../../core/values/index.ts'
import { type Output, outputFields, type Zod } from '../../output/index.ts'

/** One run of the command. */
export function bisectTryField(z: Zod) {
  const { text, maybeAmount } = outputFields(z)
  return z.strictObject({ what: text, exit_code: maybeAmount, passes: z.boolean() })
}

type BisectTry = Output<typeof bisectTryField>

/** A command to try. */
export interface BisectTrial {
  readonly command: readonly string[]
  /** Runs the command with a packet. Returns the exit code; null if the command could not be started. */
  test(text: string): Promise<number | null>
  tell(progress: { readonly done: number; readonly total: number | null; readonly what: string }): void
}

/** The exit code of a command that cannot decide, as in `git bisect`. */
const cannotTell = 125

/** Runs a command with one packet after another, and never twice with the same text. */
export class BisectTrials {
  readonly #list: BisectTry[] = []
  readonly #known = new Map<string, number>()
  readonly #trial: BisectTrial

  constructor(trial: BisectTrial) {
    this.#trial = trial
  }

  get list(): readonly BisectTry[] {
    return this.#list
  }

  /** Returns the exit code. */
  async run(what: string, text: string): Promise<number> {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    this.#trial.tell({ done: this.#list.length, total: null, what })
    const code = this.#checked(what, await this.#trial.test(text))
    this.#known.set(text, code)
    this.#list.push({ what, exit_code: code, passes: code === 0 })
    return code
  }

  async passes(what: string, text: string): Promise<boolean> {
    return (await this.run(what, text)) === 0
  }

  #checked(what: string, code: number | null): number {
    const command = this.#trial.command.join(' ')
    if (code === null) throw new Refusal('usage', `The command could not be run: ${command}`)
    if (code !== cannotTell) return code
    throw new Refusal(
      'usage',
      `The command ended with 125 at ${what}: it cannot tell whether that is good or bad.`,
    )
  }
}
