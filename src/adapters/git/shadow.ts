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
import type { Git, GitAnswer, GitOptions } from './command.ts'
import type { Repository } from './repository.ts'

/** How files on disk compare with files in git. None of them names a command, and no other is read. */
const ofCore = 'filemode|symlinks|ignorecase|precomposeunicode|autocrlf|eol|excludesfile'
const harmless = `^(core\\.(${ofCore}|sparsecheckout|sparsecheckoutcone)|index\\.sparse|extensions\\.objectformat)$`

/**
 * A git directory of its own that shares the objects and starts with a copy of the index. Filters, drivers
 * and helpers in the repository's configuration do not exist there, and what is added to its index or
 * objects is gone afterwards.
 */
export interface Shadow {
  readonly git: Git
  readonly top: string
  readonly directory: string
  readonly settings: string
  /** Never throws. */
  remove(): void
}

/** Lends a shadow. */
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
  const settings = settingsOf(git, repository)
  return castShadow(git, repository, { head, settings, indexes: { index: repository.gitDir }, objects: [] })
}

/**
 * Goes on with the index and the objects of an earlier shadow, in a new place: whoever ran in between could
 * write to the old one, so its configuration is not read again. `theirIndex` is what the repository has now.
 */
export function resumeShadow(
  git: Git,
  repository: Repository,
  earlier: Shadow,
): Shadow & { theirIndex: string } {
  const shadow = castShadow(git, repository, {
    head: null,
    settings: earlier.settings,
    indexes: { index: earlier.directory, 'their-index': repository.gitDir },
    objects: [join(earlier.directory, 'objects')],
  })
  return { ...shadow, theirIndex: join(shadow.directory, 'their-index') }
}

interface Start {
  readonly head: string | null
  readonly settings: string
  /** Names here, and the git directories they are copied from. */
  readonly indexes: Readonly<Record<string, string>>
  /** Read besides those of the repository. */
  readonly objects: readonly string[]
}

function castShadow(git: Git, repository: Repository, start: Start): Shadow {
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
  const inside = (args: readonly string[], asking: GitOptions = {}): GitAnswer =>
    git(['-C', top, ...args], { ...asking, env: { ...asking.env, ...place } })
  return { git: inside, top, directory, settings: start.settings, remove }
}

function discard(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {
    // A leftover in the temporary directory is no reason to lose an answer.
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

function build(directory: string, { gitDir, commonDir }: Repository, start: Start): void {
  for (const folder of ['refs', 'info', 'objects/info'])
    mkdirSync(join(directory, folder), { recursive: true })
  const objects = [join(commonDir, 'objects'), ...start.objects]
  writeFileSync(join(directory, 'HEAD'), `${start.head ?? 'ref: refs/heads/none'}\n`)
  writeFileSync(join(directory, 'config'), start.settings)
  writeFileSync(join(directory, 'objects/info/alternates'), objects.map((at) => `${quoted(at)}\n`).join(''))
  // The temporary directory can be inside of the working tree.
  writeFileSync(join(directory, '.gitignore'), '*\n')
  for (const file of ['shallow', 'info/exclude']) copyIfFile(join(commonDir, file), join(directory, file))
  copyIfFile(join(gitDir, 'info/sparse-checkout'), join(directory, 'info/sparse-checkout'))
  for (const [name, from] of Object.entries(start.indexes)) copyIndex(from, directory, name)
}

/** With the parts of a split index, which git looks for in the git directory by the digest in their names. */
function copyIndex(gitDir: string, directory: string, name: string): void {
  const parts = readdirSync(gitDir).filter((part) => part.startsWith('sharedindex.'))
  for (const part of parts) copyIfFile(join(gitDir, part), join(directory, part))
  copyIfFile(join(gitDir, 'index'), join(directory, name))
}

/** Keeps the time, rounded down: git trusts what the index says only about files older than the index. */
function copyIfFile(from: string, to: string): void {
  const stat = lstatSync(from, { throwIfNoEntry: false })
  if (!stat?.isFile()) return
  copyFileSync(from, to)
  const seconds = Math.floor(stat.mtimeMs / 1000)
  utimesSync(to, seconds, seconds)
}
