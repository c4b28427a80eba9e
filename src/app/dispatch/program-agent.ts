import { type Agent, agents } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'
import type { NamedAgent } from '../../ports/index.ts'

/** Makes an agent of the user's own program. It gets the prompt on standard input, unless its arguments name `{prompt_file}`. */
export function makeProgramAgent(words: readonly string[]): Agent {
  const generic = agents.find((agent) => agent.program === '')!
  const [program, ...args] = words
  if (program === undefined || program === '') {
    throw new Refusal(
      'usage',
      'Which program? --executor=generic needs --command="PROGRAM ARGUMENTS", or -- PROGRAM ARGUMENTS.',
    )
  }
  const prompt = args.some((word) => word.includes('{prompt_file}')) ? 'file' : 'stdin'
  const headless = { ...generic.headless, args, prompt, expansions: listExpansions(words) } as const
  return { ...generic, title: program, program, headless }
}

/** The words may start an agent that foreword knows, also through another program. */
function listExpansions(words: readonly string[]): Agent['headless']['expansions'] {
  const names = words.map((word) => word.slice(word.lastIndexOf('/') + 1))
  const known = agents.filter(({ program }) => program !== '' && names.includes(program))
  return known.flatMap(({ headless }) => headless.expansions)
}

/** Makes an agent of a program that the user has named. Its runs are reported under that name. */
export function makeNamedAgent({ id, command, prompt }: NamedAgent): Agent {
  const agent = makeProgramAgent(command)
  return { ...agent, id, title: id, headless: { ...agent.headless, prompt } }
}

/** Adds the user's own words to the arguments of an agent. A last "-" stands for standard input and stays the last. */
export function addAgentArguments(agent: Agent, words: readonly string[]): Agent {
  const { args } = agent.headless
  const at = args.at(-1) === '-' ? args.length - 1 : args.length
  return { ...agent, headless: { ...agent.headless, args: args.toSpliced(at, 0, ...words) } }
}

/** Splits a command line into words. Supports quotes and backslashes and no other shell syntax. Null if a quote is not closed. */
export function splitCommandLine(line: string): string[] | null {
  const words: string[] = []
  let word: string | null = null
  let quote = ''
  for (let i = 0; i < line.length; i++) {
    const sign = line[i]!
    if (quote === '' && /\s/.test(sign)) {
      if (word !== null) words.push(word)
      word = null
    } else if (sign === quote) quote = ''
    else if (quote === '' && (sign === '"' || sign === "'")) {
      quote = sign
      word ??= ''
    } else if (sign === '\\' && quote !== "'" && i + 1 < line.length) word = (word ?? '') + line[++i]
    else word = (word ?? '') + sign
  }
  if (quote !== '') return null
  return word === null ? words : [...words, word]
}
