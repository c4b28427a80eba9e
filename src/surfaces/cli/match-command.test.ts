import { describe, expect, it } from 'vitest'
import { groupByPurpose } from './command-purposes.ts'
import { commandNames, loadCommands } from './commands/index.ts'
import { formatCommandHelp, formatGroupHelp, formatOverviewHelp } from './help.ts'
import { matchCommand, matchCommandOrRefuse } from './match-command.ts'
import { parseArguments } from './parse-arguments.ts'

const commands = await loadCommands()

const nameOf = async (words: readonly string[]) => {
  const found = await matchCommand(words)
  return found === null
    ? null
    : found.kind === 'group'
      ? [found.name, found.rest]
      : [found.command.name, found.rest]
}

describe('the words of a command', () => {
  it.each([
    [
      ['log', '--json'],
      ['log', ['--json']],
    ],
    [['context'], ['context', []]],
    [
      ['context', '--json'],
      ['context', ['--json']],
    ],
    [
      ['context', 'show', 'full'],
      ['context show', ['full']],
    ],
    [['store'], ['store', []]],
    [
      ['store', 'prune', '--dry-run'],
      ['store prune', ['--dry-run']],
    ],
    [['stor'], null],
    [[], null],
  ])('are matched by the longest name: %j', async (words, expected) => {
    expect(await nameOf(words)).toEqual(expected)
  })

  it.each([
    [['stor'], 'Unknown command "stor". Did you mean "store"?'],
    [['store', 'exprot'], 'Unknown command "store exprot". Did you mean "store export"?'],
    [['context', 'shwo'], 'Unknown command "context shwo". Did you mean "context show"?'],
    [['xyzzy'], 'Unknown command "xyzzy".'],
  ])('are answered with what was meant: %j', async (words, message) => {
    await expect(matchCommandOrRefuse(words)).rejects.toThrow(message)
  })
})

describe('the table', () => {
  const pages = [
    formatOverviewHelp('10.10.10', commands),
    formatGroupHelp(
      'store',
      commands.filter((command) => command.name.startsWith('store ')),
    ),
    ...commands.map(formatCommandHelp),
  ]

  it('gives help that fits into 80 columns', () => {
    const wide = pages.flatMap((page) => page.split('\n')).filter((line) => [...line].length > 80)
    expect(wide).toEqual([])
  })

  it('shows the commands of the first day first, then every other command once, by purpose', () => {
    const groups = groupByPurpose(commands)
    expect(groups[0]?.title).toBe('First day')
    expect(groups[0]?.commands.length).toBeLessThanOrEqual(8)
    expect(groups.map(({ title }) => title)).not.toContain('Other')
    const names = groups.flatMap((group) => group.commands.map(({ name }) => name))
    expect(names.toSorted()).toEqual(commandNames.toSorted())
    const lines = pages[0]!.match(/^ {2}(?!foreword)\S.*/gm)!
    expect(lines.map((line) => line.trim().split(/ {2,}/)[0])).toEqual(names)
  })

  it('takes --repo in every command that works on a project, and the path first where that place is free', () => {
    const without = ['hook', 'scrub', 'completion']
    for (const { name, args, options } of commands.filter((command) => !without.includes(command.name))) {
      expect([name, options.some((option) => option.name === 'repo')]).toEqual([name, true])
      const isFree = args.length === 0 || args.some((arg) => arg.name === 'repo')
      expect([name, isFree && args[0]?.name !== 'repo']).toEqual([name, false])
    }
  })

  it('shows a command without a purpose last', () => {
    const stranger = { ...commands[0]!, name: 'stranger' }
    expect(groupByPurpose([stranger, ...commands]).at(-1)).toEqual({ title: 'Other', commands: [stranger] })
  })

  it.each(commands.flatMap((command) => command.examples.map((example) => [command.name, example])))(
    'has examples of %s that its own parser takes: %s',
    async (name, example) => {
      const words = example.slice(example.indexOf('foreword ')).match(/"[^"]*"|'[^']*'|[^\s"']+/g)!
      const end = words.findIndex((word) => /^[|<>]/.test(word))
      const found = await matchCommandOrRefuse(words.slice(1, end === -1 ? undefined : end))
      expect(found.kind === 'command' && found.command.name).toBe(name)
      if (found.kind === 'command') parseArguments(found.command, found.rest, () => false)
    },
  )
})

describe('a command behind two dashes', () => {
  const bisect = commands.find((command) => command.name === 'bisect')!
  const read = (...words: string[]) => parseArguments(bisect, words, () => false)

  it('is taken as it stands', () => {
    expect(read('a', 'b', '--json', '--', 'npm', '--', '--json')).toMatchObject({
      args: ['a', 'b'],
      rest: ['npm', '--', '--json'],
    })
  })

  it.each([
    [['a', 'b'], '<command> is missing after --'],
    [['a', 'b', '--'], '<command> is missing after --'],
    [['a', '--', 'npm'], '<bad> is missing'],
    [['a', 'b', 'npm'], 'unexpected argument "npm"; put -- before <command>'],
  ])('is asked for: %j', (words, message) => {
    expect(() => read(...words)).toThrow(message)
  })
})
