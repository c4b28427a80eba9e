import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digits, letters, made } from '../src/core/redact/published/published.fixture.ts'

const root = join(import.meta.dirname, '..')

/** The content of a typical context: prose, code, a git log, and some tokens. */
export function mixedText(bytes: number): string {
  const prose = ['README.md', 'presets/outpost/manifest.yaml', 'LICENSE'].map(read).join('\n')
  const code = [
    'src/compose/index.ts',
    'src/adapters/files/open-inside.ts',
    'src/core/redact/published/finders.ts',
  ]
    .map(read)
    .join('\n')
  const page = [prose, code, gitLog(60), secrets(), prose].join('\n')
  return page.repeat(Math.ceil(bytes / page.length)).slice(0, bytes)
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(/[^\n -~]/g, '-')
}

function gitLog(commits: number): string {
  const commit = (i: number) =>
    `commit ${made(40 + (i % 2), `${digits}abcdef`).slice(0, 40)}\nAuthor: Someone <someone@example.org>\nDate:   Mon Nov ${i % 30} 10:00:00 2026\n\n    Keep the eyes of step ${i} on the task-list; skip what it asks\n`
  return Array.from({ length: commits }, (_, i) => commit(i)).join('\n')
}

function secrets(): string {
  const alnum = letters + digits
  const token = `ghp_${made(36, alnum)}`
  const web = `eyJ${made(20, alnum)}.eyJ${made(60, alnum)}.${made(43, alnum)}`
  const key = `-----BEGIN PRIVATE KEY-----\n${made(64, alnum)}\n${made(64, alnum)}\n-----END PRIVATE KEY-----`
  return `token: ${token}\nAuthorization: Bearer ${web}\n${key}\n`
}

/** A part of our own guides, a different one for each number. */
export function proseOf(characters: number, number: number): string {
  const guides = globSync('docs/guides/*.md', { cwd: root }).sort().map(read).join('\n')
  const from = (number * characters) % (guides.length - characters)
  return `# Document ${number}\n\n${guides.slice(from, from + characters)}\n`
}
