// Runs the command line once, with values for everything that a process has: directory, variables, input and output.
// tests/build.ts bundles this file; tests/surfaces/in-process-worker.ts loads the bundle again for every run.
import packageJson from '../../package.json' with { type: 'json' }
import { composeHook } from '../../src/compose/hook.ts'
import { compose } from '../../src/compose/index.ts'
import { main } from '../../src/surfaces/cli/index.ts'
import { answerHook } from '../../src/surfaces/hook/index.ts'

export interface Run {
  readonly words: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** All of standard input. */
  readonly input: string
  /** The directory of the package, which has `presets/` and `dist/`. */
  readonly home: string
}

export interface Output {
  out(text: string): void
  err(text: string): void
}

/** Returns the exit code. */
export async function run({ words, cwd, env, input, home }: Run, output: Output): Promise<number> {
  const processInfo = { build: 'in-process', version: packageJson.version, env: { ...env }, cwd, home }
  const isHook = words[0] === 'hook' && !words.includes('--help') && !words.includes('-h')
  if (isHook) return runHook(processInfo, words, { input, output })
  const terminal = { ...output, draw: output.err, ask: () => null, style: 'plain', progress: false } as const
  return main(words, processInfo.version, (settings) => compose(processInfo, settings), terminal)
}

type Around = Parameters<typeof compose>[0]

/** As bin/main.ts does it: whatever fails, a hook ends with 0 and says why on standard error. */
async function runHook(
  processInfo: Around,
  words: readonly string[],
  { input, output }: { input: string; output: Output },
): Promise<number> {
  const app = composeHook(processInfo, { cache: !words.includes('--no-cache') })
  const text = input.startsWith('\ufeff') ? input.slice(1) : input
  const now = { startedAt: Date.now(), readInput: async () => text }
  try {
    return await answerHook({ ...app, ...now }, words.slice(1), output)
  } catch (error) {
    const reason = String(error instanceof Error ? error.message : error).replace(/[\s\p{Cc}]+/gu, ' ')
    output.err(`foreword: no project context this time: ${reason.slice(0, 600)}\n`)
    return 0
  }
}
