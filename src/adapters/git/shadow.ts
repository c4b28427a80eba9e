import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Answer, Asking, Git } from './command.ts'
import type { Repository } from './repository.ts'

/** How files on disk compare with files in git. None of them names a command, and no other is read. */
const ofCore = 'filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|excludesfile'
const harmless = `^(core\\.(${ofCore}|sparsecheckout|sparsecheckoutcone)|index\\.sparse|extensions\\.objectformat)$`

/**
 * Lends a git directory of its own that shares the objects and starts with a copy of the index. Filters,
 * drivers and helpers in the repository's configuration do not exist there, and what is added to its index
 * or objects is gone afterwards.
 */
export function withShadow<T>(git: Git, repository: Repository, head: string, use: (shadow: Git) => T): T {
  const directory = mkdtempSync(join(tmpdir(), 'foreword-git-'))
  try {
    build(directory, repository, head, settingsOf(git, repository))
    const place = { GIT_DIR: directory, GIT_WORK_TREE: repository.top }
    const shadow = (args: readonly string[], asking: Asking = {}): Answer =>
      git(['-C', repository.top, ...args], { ...asking, env: { ...asking.env, ...place } })
    return use(shadow)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

function settingsOf(git: Git, { top }: Repository): string {
  const listed = git(['-C', top, 'config', '-z', '--get-regexp', harmless]).stdout.toString()
  const settings = listed.split('\0').flatMap((entry) => {
    const [key = '', value] = splitOnce(entry, '\n')
    const [section, name] = splitOnce(key, '.')
    return name === undefined ? [] : [`[${section}]\n${name} = ${quoted(value ?? 'true')}`]
  })
  // Version 0 knows no extensions, and git refuses them there.
  const version = settings.some((setting) => setting.startsWith('[extensions]')) ? 1 : 0
  return `[core]\nrepositoryformatversion = ${version}\nbare = false\n${settings.join('\n')}\n`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + at.length)]
}

function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

function build(directory: string, { gitDir, commonDir }: Repository, head: string, settings: string): void {
  for (const folder of ['refs', 'info', 'objects/info'])
    mkdirSync(join(directory, folder), { recursive: true })
  writeFileSync(join(directory, 'HEAD'), `${head}\n`)
  writeFileSync(join(directory, 'config'), settings)
  writeFileSync(join(directory, 'objects/info/alternates'), `${quoted(join(commonDir, 'objects'))}\n`)
  for (const file of ['shallow', 'info/exclude']) copyIfFile(join(commonDir, file), join(directory, file))
  const shared = readdirSync(gitDir).filter((name) => name.startsWith('sharedindex.'))
  for (const file of ['index', 'info/sparse-checkout', ...shared]) {
    copyIfFile(join(gitDir, file), join(directory, file))
  }
}

/** Keeps the time, rounded down: git trusts what the index says only about files older than the index. */
function copyIfFile(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false })
  if (!stat?.isFile()) return
  copyFileSync(from, to)
  const seconds = Math.floor(stat.mtimeMs / 1000)
  utimesSync(to, seconds, seconds)
}
