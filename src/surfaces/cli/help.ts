import type { CommandDescription } from './command.ts'
import { groupByPurpose } from './command-purposes.ts'
import { listOptions } from './global-options.ts'
import { formatOption } from './parse-arguments.ts'

export function formatOverviewHelp(version: string, commands: readonly CommandDescription[]): string {
  const groups = groupByPurpose(commands)
  const width = Math.max(...commands.map(({ name }) => name.length))
  const [first] = groups
  return [
    `foreword ${version}: the right context for every coding agent, with a receipt.`,
    '',
    'Usage: foreword <command> …',
    '',
    ...groups.flatMap((group) => [`${group.title}:`, ...formatSummaries(group.commands, width), '']),
    'Examples:',
    ...(first?.commands.slice(0, 3).map((command) => `  ${command.examples[0]}`) ?? []),
    '',
    'Run "foreword <command> --help" for details.',
    '',
  ].join('\n')
}

/** The help of a group of commands. */
export function formatGroupHelp(name: string, members: readonly CommandDescription[]): string {
  return [
    `Usage: foreword ${name} <command> …`,
    '',
    ...formatSummaries(members),
    '',
    'Examples:',
    ...members.map((command) => `  ${command.examples[0]}`),
    '',
    `Run "foreword ${name} <command> --help" for details.`,
    '',
  ].join('\n')
}

function formatSummaries(commands: readonly CommandDescription[], width?: number): string[] {
  return formatTable(
    commands.map((command) => [command.name, command.summary]),
    width,
  )
}

/** `foreword log [repo] [options]` */
export function formatUsage(command: CommandDescription): string {
  const args = command.args.map((arg) => {
    const name = arg.many ? `${arg.name}…` : arg.name
    const rest = arg.rest ? '-- ' : ''
    return arg.required ? `${rest}<${name}>` : `[${rest}${name}]`
  })
  // Options come before `--`, because the words after it belong to another program.
  const restIndex = command.args.findIndex((arg) => arg.rest)
  args.splice(restIndex === -1 ? args.length : restIndex, 0, '[options]')
  return ['foreword', command.name, ...args].join(' ')
}

export function formatCommandHelp(command: CommandDescription): string {
  return [
    `Usage: ${formatUsage(command)}`,
    '',
    `${command.summary}.`,
    ...command.about.flatMap((text) => wrapText(text, 80)),
    '',
    ...formatTable(command.args.map((arg) => [arg.name, arg.about])),
    ...(command.args.length === 0 ? [] : ['']),
    'Options:',
    ...formatTable(listOptions(command).map((option) => [formatOption(option), option.about])),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
    'Exit codes:',
    ...command.exits.map(([code, meaning]) => `  ${code}  ${meaning}`),
    '',
  ].join('\n')
}

function formatTable(rows: readonly (readonly [string, string])[], minWidth = 0): string[] {
  const width = Math.min(24, Math.max(minWidth, ...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrapText(right, 80 - width - 4)
    const indent = ' '.repeat(width + 4)
    const head =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`]
    return [...head, ...rest.map((line) => indent + line)]
  })
}

/** Breaks at spaces. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}
