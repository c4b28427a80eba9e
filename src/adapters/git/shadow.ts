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
import type { Git, GitOptions, GitResult } from './git-command.ts'
import type { Repository } from './repository.ts'

/**
 * Settings that decide how files on disk compare with files in git. None of them names a command. The shadow has no other
 * settings.
 */
const coreSettings = 'filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|excludesfile'
const copiedSettings = `^(core\\.(${coreSettings}|sparsecheckout|sparsecheckoutcone)|index\\.sparse|extensions\\.objectformat)$`

/**
 * A separate git directory that shares the objects of the repository and starts with a copy of its index. Filters, drivers and
 * helpers of the repository's configuration do not exist there. `remove` deletes everything that was added to its index or
 * objects.
 */
export interface Shadow {
  readonly git: Git
  readonly top: string
  readonly directory: string
  readonly settings: string
  /** Never throws. */
  remove(): void
}

/** Opens a shadow, passes it to `use` and removes it. */
export function withShadow<T>(
  git: Git,
  repository: Repository,
  head: string | null,
  use: (shadow: Git) => T,
): T {
  const shadow = openShadow(git, repository, head)
  try {
    return use(shadow.git)
  } finally {
    shadow.remove()
  }
}

export function openShadow(git: Git, repository: Repository, head: string | null): Shadow {
  const settings = readSettings(git, repository)
  return createShadow(git, repository, { head, settings, indexes: { index: repository.gitDir }, objects: [] })
}

/**
 * Continues with the index and the objects of an earlier shadow in a new directory. A program that ran in between could have
 * written to the old one, so its configuration is not read again. `theirIndex` is the current index of the repository.
 */
export function resumeShadow(
  git: Git,
  repository: Repository,
  earlier: Shadow,
): Shadow & { theirIndex: string } {
  const shadow = createShadow(git, repository, {
    head: null,
    settings: earlier.settings,
    indexes: { index: earlier.directory, 'their-index': repository.gitDir },
    objects: [join(earlier.directory, 'objects')],
  })
  return { ...shadow, theirIndex: join(shadow.directory, 'their-index') }
}

interface ShadowStart {
  readonly head: string | null
  readonly settings: string
  /** File names in the shadow, and the git directories that they are copied from. */
  readonly indexes: Readonly<Record<string, string>>
  /** Object directories in addition to the repository's own. */
  readonly objects: readonly string[]
}

function createShadow(git: Git, repository: Repository, start: ShadowStart): Shadow {
  const { top } = repository
  const directory = mkdtempSync(join(tmpdir(), 'foreword-git-'))
  const remove = () => discard(directory)
  try {
    build(directory, repository, start)
  } catch (error) {
    remove()
    throw error
  }
  const place = { GIT_DIR: directory, GIT_WORK_TREE: top }
  const inside = (args: readonly string[], options: GitOptions = {}): GitResult =>
    git(['-C', top, ...args], { ...options, env: { ...options.env, ...place } })
  return { git: inside, top, directory, settings: start.settings, remove }
}

function discard(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {
    // Ignored: the result matters more than a leftover in the temporary directory.
  }
}

function readSettings(git: Git, { top }: Repository): string {
  const output = git(['-C', top, 'config', '-z', '--get-regexp', copiedSettings]).stdout.toString()
  const settings = output.split('\0').flatMap((entry) => {
    const [key = '', value] = splitOnce(entry, '\n')
    const [section, name] = splitOnce(key, '.')
    return name === undefined ? [] : [`[${section}]\n${name} = ${quoteValue(value ?? 'true')}`]
  })
  // Git refuses extensions in repository format version 0.
  const version = settings.some((setting) => setting.startsWith('[extensions]')) ? 1 : 0
  return `[core]\nrepositoryformatversion = ${version}\nbare = false\n${settings.join('\n')}\n`
}

function splitOnce(text: string, at: string): [string, string | undefined] {
  const index = text.indexOf(at)
  return index < 0 ? [text, undefined] : [text.slice(0, index), text.slice(index + at.length)]
}

function quoteValue(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`
}

function build(directory: string, { gitDir, commonDir }: Repository, start: ShadowStart): void {
  for (const folder of ['refs', 'info', 'objects/info'])
    mkdirSync(join(directory, folder), { recursive: true })
  const objects = [join(commonDir, 'objects'), ...start.objects]
  writeFileSync(join(directory, 'HEAD'), `${start.head ?? 'ref: refs/heads/none'}\n`)
  writeFileSync(join(directory, 'config'), start.settings)
  writeFileSync(
    join(directory, 'objects/info/alternates'),
    objects.map((at) => `${quoteValue(at)}\n`).join(''),
  )
  // The temporary directory can be inside of the working tree.
  writeFileSync(join(directory, '.gitignore'), '*\n')
  for (const file of ['shallow', 'info/exclude']) copyIfFile(join(commonDir, file), join(directory, file))
  copyIfFile(join(gitDir, 'info/sparse-checkout'), join(directory, 'info/sparse-checkout'))
  for (const [name, from] of Object.entries(start.indexes)) copyIndex(from, directory, name)
}

/** Copies the parts of a split index too: git looks for them in the git directory, by the digest in their names. */
function copyIndex(gitDir: string, directory: string, name: string): void {
  const parts = readdirSync(gitDir).filter((part) => part.startsWith('sharedindex.'))
  for (const part of parts) copyIfFile(join(gitDir, part), join(directory, part))
  copyIfFile(join(gitDir, 'index'), join(directory, name))
}

/** Keeps the modification time, rounded down, because git trusts index entries only for files older than the index. */
function copyIfFile(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false })
  if (!stat?.isFile()) return
  copyFileSync(from, to)
  const seconds = Math.floor(stat.mtimeMs / 1000)
  utimesSync(to, seconds, seconds)
}
