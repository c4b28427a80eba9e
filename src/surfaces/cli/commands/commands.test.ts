import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CommandCall, defineCommand } from '../command.ts'
import { formatCommandHelp } from '../help.ts'
import { parseArguments } from '../parse-arguments.ts'
import { commandNames, loadCommands } from './index.ts'

const commands = await loadCommands()

describe('the list of commands', () => {
  it('has each command under its own name', () => {
    expect(commands.map(({ name }) => name)).toEqual(commandNames)
  })

  it('has every file of this folder, and a command is one file', () => {
    const files = readdirSync(import.meta.dirname).filter((file) => !/^index\.ts$|\.test\.ts$/.test(file))
    const expected = commandNames.map((name) => `${name.replace(' ', '-')}.ts`)
    expect(files.toSorted()).toEqual(expected.toSorted())
  })

  it.each(commands.map((command) => [command.name, command] as const))(
    'has a schema of what "%s" prints just where it has --json',
    (_, { options, outputSchema }) => {
      const hasJson = options.some(({ name }) => name === 'json')
      expect(outputSchema !== null).toBe(hasJson)
      if (outputSchema !== null) expect(outputSchema(z)).toBeInstanceOf(z.ZodType)
    },
  )

  it('does not compile with a command that has no schema, or answers something else', () => {
    const words = { name: 'x', summary: '', about: [], args: [], options: [], examples: [], exits: [] }
    // @ts-expect-error The schema is missing.
    defineCommand({ ...words, run: async () => ({ a: 1 }), view: () => '' })
    const outputSchema = (zod: typeof z) => zod.strictObject({ a: zod.number() })
    // @ts-expect-error The answer is not what the schema says.
    defineCommand({ ...words, outputSchema, run: async () => ({ a: 'text' }), view: () => '' })
    expect(
      defineCommand({ ...words, outputSchema, run: async () => ({ a: 1 }), view: () => '' }),
    ).toMatchObject({ outputSchema })
  })
})

describe('a command', () => {
  const greet = defineCommand({
    name: 'greet',
    summary: 'Greet a person',
    about: [],
    args: [{ name: 'person', about: 'The person', required: true }],
    options: [
      { name: 'times', value: 'COUNT', about: 'How often' },
      { name: 'json', about: 'Print JSON' },
    ],
    examples: ['foreword greet Ada'],
    exits: [[4, 'no answer']],
    outputSchema: (zod: typeof z) => zod.strictObject({ said: zod.array(zod.string()) }),
    run: async ({ parsed: { args, options } }) => ({
      said: Array.from({ length: Number(options.get('times')?.[0] ?? 1) }, () => `Hello ${args[0]}`),
    }),
    view: ({ said }) => `${said.join(', ')}\n`,
    exitCode: () => 4,
  })

  async function run(...words: readonly string[]) {
    const printed: string[] = []
    const terminal = { style: 'plain', err: () => undefined, out: (text: string) => printed.push(text) }
    const parsed = parseArguments(greet, words, () => false)
    const code = await greet.execute({ command: greet, parsed, terminal } as unknown as CommandCall)
    return { code, out: printed.join('') }
  }

  it('is one value that gives the parser, the help, the text, the document and the exit code', async () => {
    expect(await run('Ada', '--times=2')).toEqual({ code: 4, out: 'Hello Ada, Hello Ada\n' })
    const { out } = await run('Ada', '--json')
    expect(greet.outputSchema?.(z).parse(JSON.parse(out))).toEqual({ said: ['Hello Ada'] })
    await expect(run()).rejects.toThrow('<person> is missing')
    await expect(run('Ada', '--time=2')).rejects.toThrow('did you mean --times?')
    const help = formatCommandHelp(greet)
    for (const text of ['<person>', '--times=COUNT', 'foreword greet Ada', 'no answer'])
      expect(help).toContain(text)
  })
})
