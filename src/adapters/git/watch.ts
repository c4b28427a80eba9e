import type { Changes, ChangeWatch } from '../../ports/index.ts'
import type { Git } from './command.ts'
import { describeMissingPatch, listPathLines, makePatch, maxPatchBytes } from './patch.ts'
import { findRepository, type Repository, readHead } from './repository.ts'
import { openShadow, resumeShadow, type Shadow } from './shadow.ts'
import { describeFile, type LeftOutFiles, listStagedNames, stageFiles } from './stage-files.ts'

export function watchChanges(git: Git, directory: string): ChangeWatch {
  const repository = findRepository(git, directory)
  const before = readHead(git, repository)
  let snapshot = repository === null ? null : takeSnapshot(git, repository, before)
  return {
    head: before,
    finish() {
      const taken = snapshot
      snapshot = null
      const now = repositoryNow(git, directory, repository)
      const head = readHead(git, now)
      const difference = taken === null || now === null ? null : differenceFrom(git, now, taken)
      taken?.shadow.remove()
      return changesOf({ before, head }, difference)
    },
  }
}

/** Where the one that was watched is gone, a repository around it knows nothing. */
function repositoryNow(git: Git, directory: string, watched: Repository | null): Repository | null {
  const found = findRepository(git, watched?.top ?? directory)
  return watched === null || found?.top === watched.top ? found : null
}

interface Snapshot {
  readonly shadow: Shadow
  readonly tree: string
  readonly leftOut: LeftOutFiles
}

/** Null when it cannot be taken: without git, without room, or with files that move under our feet. */
function takeSnapshot(git: Git, repository: Repository, head: string | null): Snapshot | null {
  return attempt(() => {
    const shadow = openShadow(git, repository, head)
    const leftOut = attempt(() => stageFiles(shadow, { limit: maxPatchBytes, also: [], without: new Map() }))
    const tree = leftOut === null ? null : writeTree(shadow.git)
    if (leftOut !== null && tree !== null) return { shadow, tree, leftOut }
    shadow.remove()
    return null
  })
}

/** The patch from then to now, empty when there is none to speak of; null when it cannot be known. */
function differenceFrom(git: Git, now: Repository, then: Snapshot): string | null {
  return attempt(() => {
    const shadow = resumeShadow(git, now, then.shadow)
    try {
      // Whoever ran in between may have cleaned up the temporary directory.
      const isWhole = writeTree(shadow.git) === then.tree
      const also = isWhole ? trackedSince(shadow.git, shadow.theirIndex, then.tree) : null
      if (also === null) return null
      const leftOut = stageFiles(shadow, { limit: maxPatchBytes, also, without: then.leftOut })
      const tree = leftOut === null ? null : writeTree(shadow.git)
      if (leftOut === null || tree === null) return null
      const patch = tree === then.tree ? '' : makePatch(shadow.git, then.tree)
      return leftOutLines(now.top, then.leftOut, leftOut) + patch
    } finally {
      shadow.remove()
    }
  })
}

function changesOf(
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
  // A HEAD that lost its commit moved too, but nothing was committed.
  return { kind: difference === '' && head === before ? 'none' : 'uncommitted', head, patch: difference }
}

function writeTree(shadow: Git): string | null {
  // What a partial clone has not fetched is missing, and nobody asks for it.
  const { code, stdout } = shadow(['write-tree', '--missing-ok'])
  return code === 0 ? stdout.toString().trim() : null
}

/** What came into the index since, with force even from among the ignored. */
function trackedSince(shadow: Git, index: string, tree: string): string[] | null {
  const options = ['--diff-filter=A', '--no-renames', '--name-only', '-z', '--ignore-submodules=dirty']
  const listed = shadow(['diff-index', '--cached', ...options, tree, '--'], {
    env: { GIT_INDEX_FILE: index },
  })
  return listed.code === 0 ? listStagedNames(listed) : null
}

function leftOutLines(top: string, then: LeftOutFiles, now: LeftOutFiles): string {
  const changed = [...then].map(([path, looked]) => ({ path, looked, looks: describeFile(top, path) }))
  const gone = changed.filter(({ looked, looks }) => looks === null && looked !== null)
  const different = changed.filter(({ looked, looks }) => looks !== null && looks !== looked)
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
