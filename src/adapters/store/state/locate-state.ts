import { join, resolve } from 'node:path'
import { makeUid } from '../../../core/receipt/index.ts'
import { computeFingerprint } from '../../../core/values/index.ts'
import type { LedgerKey, StoreTrouble } from '../../../ports/index.ts'
import { getHomeDirectory, getSegmentsBelow, joinBelow, resolveRealPath } from '../../disk/index.ts'
import { type Destination, identifyDatabase, makeSpoolName } from './destination.ts'
import { findMisplacement } from './find-misplacement.ts'
import { readOrigin } from './origin.ts'
import {
  getOwnHome,
  getSharedHome,
  type ProjectHome,
  type StatePath,
  type StateRepository,
} from './project-home.ts'
import { parseProjectName, parseStoreSetting } from './store-setting.ts'

export interface StateOptions {
  readonly root: string
  readonly repository: StateRepository | null
  /** FOREWORD_STORE. */
  readonly setting: string | undefined
  /** FOREWORD_PROJECT. */
  readonly project: string | undefined
  /** The user's state directory, or null. */
  readonly userState: string | null
  /** The user named another store for one command. The parcels of the project do not go there. */
  readonly other?: boolean
}

export type StatePlace = {
  /** Why the project's own directory is not used. */
  readonly trouble: StoreTrouble | null
} & (
  | { readonly kind: 'off' }
  | ({
      readonly key: LedgerKey
      /** In the order in which they are tried. All of them are drained. */
      readonly spools: readonly string[]
    } & (
      | { readonly kind: 'sqlite'; readonly directory: string; readonly file: string }
      | { readonly kind: 'postgres'; readonly url: string }
    ))
)

/** The project that the state belongs to. */
interface Owner {
  readonly home: ProjectHome
  readonly project: string | null
  readonly userState: string | null
  readonly other: boolean
}

/** Runs at every hook: it reads a few directory entries, and starts, creates and writes nothing. */
export function locateState(options: StateOptions): StatePlace {
  const setting = parseStoreSetting(options.setting)
  if (setting.kind === 'off') return { kind: 'off', trouble: null }
  const root = resolveRealPath(options.root) ?? resolve(options.root)
  const home = (setting.kind === 'isolate' ? getOwnHome : getSharedHome)(root, options.repository)
  const { userState, other = false } = options
  const owner = { home, project: parseProjectName(options.project), userState, other }
  if (setting.kind === 'postgres') return placeInPostgres(setting.url, owner)
  if (setting.kind === 'directory')
    return placeInSqlite(makePath(resolveFromRoot(root, setting.path), root), makeSharedKey(owner), owner)
  return placeInSqlite(home, { uid: null, name: owner.project ?? home.name }, owner)
}

function placeInSqlite(path: StatePath, key: LedgerKey, owner: Owner): StatePlace {
  const { home, userState } = owner
  const fault = findMisplacement(path, makeSpoolPath(key.uid))
  if (fault === null) return makeSqlitePlace(joinBelow(path.base, ...path.steps), key, owner)
  if (userState === null)
    return { kind: 'off', trouble: { code: 'no-record', detail: `${fault}. ${remedy}` } }
  const directory = join(userState, 'state', computeFingerprint(home.place))
  const trouble = makeTrouble(`${fault}; ${directory} is used instead`)
  return { ...makeSqlitePlace(directory, key, owner), trouble }
}

function makeSqlitePlace(directory: string, key: LedgerKey, owner: Owner): StatePlace {
  const { uid } = key
  const own = [
    joinBelow(directory, ...makeSpoolPath(uid)),
    ...listUserSpools(owner.userState, { kind: 'sqlite', where: directory, uid }),
  ]
  const shared = locateProjectSpools(owner).spools
  const named = uid === null && owner.project !== null
  const spools = [...new Set(named ? [...shared, ...own] : [...own, ...shared])]
  return { kind: 'sqlite', directory, file: joinBelow(directory, 'store.db'), key, spools, trouble: null }
}

/** Names the spool of the store in the same directory without its path, so that a moved project takes its parcels along. */
function makeSpoolPath(uid: LedgerKey['uid']): string[] {
  return ['spool', makeSpoolName({ kind: 'sqlite', where: '', uid })]
}

/**
 * Finds the spools of the project, whichever store it has. A setting that was wrong when a parcel was written may be right when a later
 * process takes the parcel in. FOREWORD_PROJECT names a project, so it has spools of its own.
 */
function locateProjectSpools({ home, project, userState, other }: Owner) {
  const uid = project === null ? null : makeUid(project)
  const directory = joinBelow(home.base, ...home.steps)
  const path = makeSpoolPath(uid)
  const fault = findMisplacement(home, path)
  const own = fault === null ? [joinBelow(directory, ...path)] : []
  const spools = [...own, ...listUserSpools(userState, { kind: 'sqlite', where: directory, uid })]
  return { spools: other ? [] : spools, fault }
}

function placeInPostgres(url: string, owner: Owner): StatePlace {
  const { home, userState } = owner
  const key = makeSharedKey(owner)
  const project = locateProjectSpools(owner)
  // Earlier versions had a spool for each database. Parcels may still wait there.
  const destination = { kind: 'postgres', where: identifyDatabase(url), uid: key.uid } as const
  const earlier = ['spool', makeSpoolName(destination)]
  const fault = project.fault ?? findMisplacement(home, earlier)
  const own = fault === null ? [join(home.base, ...home.steps, ...earlier)] : []
  const spools = [...project.spools, ...own, ...listUserSpools(userState, destination)]
  return { kind: 'postgres', url, key, spools, trouble: fault === null ? null : makeTrouble(fault) }
}

/** For a project that is not writable. */
function listUserSpools(userState: string | null, destination: Destination): string[] {
  return userState === null ? [] : [joinBelow(userState, 'spool', makeSpoolName(destination))]
}

/** Only a directory in the project can come from a clone. */
function makePath(directory: string, root: string): StatePath {
  const steps = getSegmentsBelow(root, directory)
  return steps === null ? { base: directory, steps: [] } : { base: root, steps }
}

function resolveFromRoot(root: string, path: string): string {
  return resolve(root, path.replace(/^~(?=[/\\])/, getHomeDirectory))
}

/** Returns the key in a shared store. If two projects have the same name and no origin, their paths distinguish them. */
function makeSharedKey({ home, project }: Owner): LedgerKey {
  if (project !== null) return { uid: makeUid(project), name: project }
  const origin = home.commonDir === null ? null : readOrigin(home.commonDir)
  const uid =
    origin === null
      ? `${home.name}~${computeFingerprint(home.place)}`
      : [origin, home.below].filter((part) => part !== '').join('/')
  return { uid: makeUid(uid), name: home.name }
}

const remedy = 'Replace it by a plain directory, or set FOREWORD_STORE to another directory.'

function makeTrouble(fault: string): StoreTrouble {
  return { code: 'store-misplaced', detail: `${fault}. ${remedy}` }
}
