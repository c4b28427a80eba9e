import { type Command, commands } from '../../app/index.ts'
import { optionForm } from './parse.ts'

export function overview(version: string): string {
  const width = Math.max(...commands.map((command) => command.name.length))
  return [
    `foreword ${version}: the right context in front of every coding agent's task, with a receipt.`,
    '',
    'Usage: foreword <command> …',
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.summary}`),
    '',
    'Examples:',
    ...commands.map((command) => `  ${command.examples[0]}`),
    '',
    '"foreword <command> --help" says more.',
    '',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const args = command.args.map((arg) => {
    const name = arg.many ? `${arg.name}…` : arg.name
    return arg.required ? `<${name}>` : `[${name}]`
  })
  return [
    `Usage: ${['foreword', command.name, ...args].join(' ')} [options]`,
    '',
    `${command.summary}.`,
    ...command.about.flatMap((text) => wrap(text, 80)),
    '',
    ...table(command.args.map((arg) => [arg.name, arg.about])),
    '',
    'Options:',
    ...table(command.options.map((option) => [optionForm(option), option.about])),
    '',
    'Examples:',
    ...command.examples.map((example) => `  ${example}`),
    '',
    'Exit codes:',
    ...command.exits.map(([code, meaning]) => `  ${code}  ${meaning}`),
    '',
  ].join('\n')
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(24, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.flatMap(([left, right]) => {
    const [first = '', ...rest] = wrap(right, 80 - width - 4)
    const indent = ' '.repeat(width + 4)
    const head =
      left.length > width ? [`  ${left}`, `${indent}${first}`] : [`  ${left.padEnd(width)}  ${first}`]
    return [...head, ...rest.map((line) => indent + line)]
  })
}

/** Breaks at spaces. */
function wrap(text: string, width: number): string[] {
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
