import type { Changes, ChangeWatch } from '../../ports/index.ts'
import type { Git } from './git-command.ts'
import { describeMissingPatch, listPathLines, makePatch, maxPatchBytes } from './patch.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { openShadow, resumeShadow, type Shadow } from './shadow.ts'
import { describeFile, type LeftOutFiles, listStagedNames, stageFiles } from './stage-files.ts'

export function watchChanges(git: Git, directory: string): ChangeWatch {
  const repository = findRepository(git, directory)
  const before = readHead(git, repository)
  let start = repository === null ? null : recordState(git, repository, before)
  return {
    head: before,
    finish() {
      const started = start
      start = null
      const now = findSameRepository(git, directory, repository)
      const head = readHead(git, now)
      const difference = started === null || now === null ? null : makeDifference(git, now, started)
      started?.shadow.remove()
      return describeChanges({ before, head }, difference)
    },
  }
}

/** If the watched repository is gone, a repository around it must not be used instead. */
function findSameRepository(git: Git, directory: string, watched: Repository | null): Repository | null {
  const found = findRepository(git, watched?.top ?? directory)
  return watched === null || found?.top === watched.top ? found : null
}

interface WatchedState {
  readonly shadow: Shadow
  readonly tree: string
  readonly leftOut: LeftOutFiles
}

/** Null if the state cannot be recorded: git is missing, the disk is full, or files change meanwhile. */
function recordState(git: Git, repository: Repository, head: string | null): WatchedState | null {
  return attempt(() => {
    const shadow = openShadow(git, repository, head)
    const leftOut = attempt(() => stageFiles(shadow, { limit: maxPatchBytes, also: [], without: new Map() }))
    const tree = leftOut === null ? null : writeTree(shadow.git)
    if (leftOut !== null && tree !== null) return { shadow, tree, leftOut }
    shadow.remove()
    return null
  })
}

/** Returns the patch from the recorded state to the current state, empty if nothing changed; null if it is unknown. */
function makeDifference(git: Git, now: Repository, then: WatchedState): string | null {
  return attempt(() => {
    const shadow = resumeShadow(git, now, then.shadow)
    try {
      // A program that ran in between may have emptied the temporary directory.
      const isWhole = writeTree(shadow.git) === then.tree
      const also = isWhole ? listTrackedSince(shadow.git, shadow.theirIndex, then.tree) : null
      if (also === null) return null
      const leftOut = stageFiles(shadow, { limit: maxPatchBytes, also, without: then.leftOut })
      const tree = leftOut === null ? null : writeTree(shadow.git)
      if (leftOut === null || tree === null) return null
      const patch = tree === then.tree ? '' : makePatch(shadow.git, then.tree)
      return formatLeftOutLines(now.top, then.leftOut, leftOut) + patch
    } finally {
      shadow.remove()
    }
  })
}

function describeChanges(
  heads: { before: string | null; head: string | null },
  difference: string | null,
): Changes {
  const { before, head } = heads
  if (head !== null && head !== before) {
    return {
      kind: 'committed',
      head,
      patch: difference ?? describeMissingPatch('the files as they were before are not known'),
    }
  }
  if (difference === null) return { kind: 'unknown', head, patch: '' }
  // A HEAD that lost its commit has moved, but nothing was committed.
  return { kind: difference === '' && head === before ? 'none' : 'uncommitted', head, patch: difference }
}

function writeTree(shadow: Git): string | null {
  // Objects that a partial clone has not fetched are not needed.
  const { code, stdout } = shadow(['write-tree', '--missing-ok'])
  return code === 0 ? stdout.toString().trim() : null
}

/** Lists the paths that were added to the index since, including ignored ones. */
function listTrackedSince(shadow: Git, index: string, tree: string): string[] | null {
  const options = ['--diff-filter=A', '--no-renames', '--name-only', '-z', '--ignore-submodules=dirty']
  const listed = shadow(['diff-index', '--cached', ...options, tree, '--'], {
    env: { GIT_INDEX_FILE: index },
  })
  return listed.code === 0 ? listStagedNames(listed) : null
}

function formatLeftOutLines(top: string, then: LeftOutFiles, now: LeftOutFiles): string {
  const changed = [...then].map(([path, before]) => ({ path, before, after: describeFile(top, path) }))
  const gone = changed.filter(({ before, after }) => after === null && before !== null)
  const different = changed.filter(({ before, after }) => after !== null && after !== before)
  const added = [...now.keys()].filter((path) => !then.has(path))
  return (
    listPathLines('untracked, too large or not readable as a file', [
      ...different.map(({ path }) => path),
      ...added,
    ]) +
    listPathLines(
      'gone, was untracked and too large or not readable as a file',
      gone.map(({ path }) => path),
    )
  )
}

function attempt<T>(act: () => T): T | null {
  try {
    return act()
  } catch {
    return null
  }
}
