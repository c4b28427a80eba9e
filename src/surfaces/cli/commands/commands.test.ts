import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../command.ts'
import { commandNames, loadCommands } from './index.ts'

const commands = await loadCommands()

describe('the list of commands', () => {
  it('has each command under its own name', () => {
    expect(commands.map(({ name }) => name)).toEqual(commandNames)
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
