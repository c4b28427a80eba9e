// The command line: reads words, calls a use case, prints. It decides nothing that another surface would have to decide again.
import { commands } from '../../app/index.ts'
import { nearest } from '../../core/manifest/index.ts'
import { Refusal, refusalCodes } from '../../core/values/index.ts'
import type { Terminal } from './app.ts'
import { commandHelp, overview } from './help.ts'
import { type MakeApp, run } from './run.ts'
import { visible } from './visible.ts'

export type { App, AppSettings, Terminal } from './app.ts'
export type { MakeApp } from './run.ts'

const bug = 70

export async function main(
  argv: readonly string[],
  version: string,
  make: MakeApp,
  { out, err }: Terminal,
): Promise<number> {
  const terminal: Terminal = { out, err: (text) => err(visible(text)) }
  const [name, ...rest] = argv
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      const wanted = commands.find((command) => command.name === rest[0])
      terminal.out(wanted === undefined ? overview(version) : commandHelp(wanted))
      return name === undefined ? 2 : 0
    }
    if (name === '--version' || name === '-v' || name === 'version') {
      terminal.out(`${version}\n`)
      return 0
    }
    const command = commands.find((one) => one.name === name)
    if (command === undefined) throw unknownCommand(name)
    const end = rest.indexOf('--')
    const words = end === -1 ? rest : rest.slice(0, end)
    if (words.includes('--help') || words.includes('-h')) {
      terminal.out(commandHelp(command))
      return 0
    }
    return await run(command, rest, make, terminal)
  } catch (error) {
    if (error instanceof Refusal) {
      terminal.err(`${error.message}\n${error.fix === undefined ? '' : `${error.fix}\n`}`)
      return refusalCodes[error.code].exit
    }
    const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
    terminal.err(`foreword ${version} has a bug. Please report this, it is all that is needed:\n${trace}\n`)
    return bug
  }
}

function unknownCommand(name: string): Refusal {
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names)
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return new Refusal(
    'usage',
    `There is no command "${name}".${hint}`,
    `Commands: ${names.join(', ')}. See "foreword --help".`,
  )
}
