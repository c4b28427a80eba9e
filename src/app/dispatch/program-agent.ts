import { type Agent, agents } from '../../agents/index.ts'
import { Refusal } from '../../core/values/index.ts'

/** A program of the person's own as an agent. The prompt is its standard input, unless its words name the file. */
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
  return { ...generic, title: program, program, headless: { ...generic.headless, args, prompt } }
}

/** Words of a command line, with quotes and backslashes and nothing else of a shell. Null where a quote is open. */
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
