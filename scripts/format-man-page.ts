// The man page foreword(1), from the table of commands. It has no date and no version, so that it changes only with the table.
import type { CommandDescription } from '../src/surfaces/cli/command.ts'
import { groupByPurpose } from '../src/surfaces/cli/command-purposes.ts'
import { globalOptions } from '../src/surfaces/cli/global-options.ts'
import { formatUsage } from '../src/surfaces/cli/help.ts'
import { formatOption } from '../src/surfaces/cli/parse-arguments.ts'

export function formatManPage(about: string, commands: readonly CommandDescription[]): string {
  const groups = groupByPurpose(commands)
  const ordered = groups.flatMap((group) => group.commands)
  return [
    '.\\" Made by `npm run docs` from the table of commands. Edit that.',
    '.TH FOREWORD 1 "" foreword "User Commands"',
    '.SH NAME',
    'foreword \\- give coding agents their context, and keep a receipt',
    '.SH SYNOPSIS',
    '.B foreword',
    escapeText('<command> …'),
    '.SH DESCRIPTION',
    escapeText(about),
    ...groups.flatMap((group) => [
      `.SS ${escapeText(group.title)}`,
      ...group.commands.flatMap(({ name, summary }) => formatEntry(name, summary)),
    ]),
    '.SH OPTIONS OF EVERY COMMAND',
    ...globalOptions.flatMap((option) => formatEntry(formatOption(option), option.about)),
    '.SH COMMANDS',
    ...ordered.flatMap(formatCommand),
    '',
  ].join('\n')
}

function formatCommand(command: CommandDescription): string[] {
  const { name, summary, about, args, options, examples, exits } = command
  return [
    `.SS ${escapeText(name)}`,
    `.B ${escapeText(formatUsage(command))}`,
    '.PP',
    escapeText(`${summary}.`),
    ...about.flatMap((text) => ['.PP', escapeText(text)]),
    ...args.flatMap((arg) => formatEntry(arg.name, arg.about)),
    ...options.flatMap((option) => formatEntry(formatOption(option), option.about)),
    '.PP',
    'Examples:',
    '.PP',
    '.EX',
    ...examples.map((example) => escapeText(`    ${example}`)),
    '.EE',
    '.PP',
    'Exit codes:',
    ...exits.flatMap(([code, meaning]) => formatEntry(String(code), meaning)),
  ]
}

function formatEntry(term: string, about: string): string[] {
  return ['.TP', `.B ${escapeText(term)}`, escapeText(about)]
}

/** Escapes characters that roff would interpret, and those outside ASCII, which not every reader of man pages accepts. */
function escapeText(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('"', '\\(dq')
    .replace(/^[.']/, '\\&$&')
    .replace(
      /[^\0-\x7f]/gu,
      (char) => `\\[u${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    )
}
