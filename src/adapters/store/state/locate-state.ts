import { join, resolve } from 'node:path'
import { makeUid } from '../../../core/receipt/index.ts'
import { computeFingerprint } from '../../../core/values/index.ts'
import type { LedgerKey, StoreTrouble } from '../../../ports/index.ts'
import { getHomeDirectory, getSegmentsBelow, joinBelow, realPath } from '../../disk/index.ts'
import { type Destination, identifyDatabase, makeSpoolName } from './destination.ts'
import { findMisplacement } from './misplaced.ts'
import { readOrigin } from './origin.ts'
import {
  getOwnHome,
  getSharedHome,
  type ProjectHome,
  type StatePath,
  type StateRepository,
} from './project-home.ts'
import { parseProjectName, parseStoreSetting } from './setting.ts'

export interface StateOptions {
  readonly root: string
  readonly repository: StateRepository | null
  /** FOREWORD_STORE. */
  readonly setting: string | undefined
  /** FOREWORD_PROJECT. */
  readonly project: string | undefined
  /** The state directory of the user; null when there is none. */
  readonly userState: string | null
}

export type StatePlace = {
  /** Why the project's own place is not used. */
  readonly trouble: StoreTrouble | null
} & (
  | { readonly kind: 'off' }
  | ({
      readonly key: LedgerKey
      /** To be tried in this order. All of them are drained. */
      readonly spools: readonly string[]
    } & (
      | { readonly kind: 'sqlite'; readonly directory: string; readonly file: string }
      | { readonly kind: 'postgres'; readonly url: string }
    ))
)

/** Whose state it is. */
interface Owner {
  readonly home: ProjectHome
  readonly project: string | null
  readonly userState: string | null
}

/** Runs at every hook: a few looks at the disk, and nothing is started, made or written. */
export function locateState(options: StateOptions): StatePlace {
  const setting = parseStoreSetting(options.setting)
  if (setting.kind === 'off') return { kind: 'off', trouble: null }
  const root = realPath(options.root) ?? resolve(options.root)
  const home = (setting.kind === 'isolate' ? getOwnHome : getSharedHome)(root, options.repository)
  const owner = { home, project: parseProjectName(options.project), userState: options.userState }
  if (setting.kind === 'postgres') return inPostgres(setting.url, owner)
  if (setting.kind === 'directory')
    return inSqlite(wayTo(fromRoot(root, setting.path), root), sharedKey(owner), owner)
  return inSqlite(home, { uid: null, name: owner.project ?? home.name }, owner)
}

function inSqlite(way: StatePath, key: LedgerKey, { home, userState }: Owner): StatePlace {
  const fault = findMisplacement(way, besideStore(key))
  if (fault === null) return sqliteIn(joinBelow(way.base, ...way.steps), key, userState)
  if (userState === null)
    return { kind: 'off', trouble: { code: 'no-record', detail: `${fault}. ${remedy}` } }
  const directory = join(userState, 'state', computeFingerprint(home.place))
  const trouble = misplacement(`${fault}; ${directory} is used instead`)
  return { ...sqliteIn(directory, key, userState), trouble }
}

function sqliteIn(directory: string, key: LedgerKey, userState: string | null): StatePlace {
  const own = joinBelow(directory, ...besideStore(key))
  const spools = [own, ...userSpools(userState, { kind: 'sqlite', where: directory, uid: key.uid })]
  return { kind: 'sqlite', directory, file: joinBelow(directory, 'store.db'), key, spools, trouble: null }
}

/** Leads to the store in the same directory, wherever that is: a project that is moved takes its parcels along. */
function besideStore({ uid }: LedgerKey): string[] {
  return ['spool', makeSpoolName({ kind: 'sqlite', where: '', uid })]
}

function inPostgres(url: string, owner: Owner): StatePlace {
  const { home, userState } = owner
  const key = sharedKey(owner)
  const destination = { kind: 'postgres', where: identifyDatabase(url), uid: key.uid } as const
  const spool = ['spool', makeSpoolName(destination)]
  const fault = findMisplacement(home, spool)
  const own = fault === null ? [join(home.base, ...home.steps, ...spool)] : []
  const trouble = fault === null ? null : misplacement(fault)
  return { kind: 'postgres', url, key, spools: [...own, ...userSpools(userState, destination)], trouble }
}

/** For a project that cannot be written to. */
function userSpools(userState: string | null, destination: Destination): string[] {
  return userState === null ? [] : [joinBelow(userState, 'spool', makeSpoolName(destination))]
}

/** Only what lies in the project can have come with a clone. */
function wayTo(directory: string, root: string): StatePath {
  const steps = getSegmentsBelow(root, directory)
  return steps === null ? { base: directory, steps: [] } : { base: root, steps }
}

function fromRoot(root: string, path: string): string {
  return resolve(root, path.replace(/^~(?=[/\\])/, getHomeDirectory))
}

/** In a store for many. Where nothing tells two projects of one name apart, their places do. */
function sharedKey({ home, project }: Owner): LedgerKey {
  if (project !== null) return { uid: makeUid(project), name: project }
  const origin = home.commonDir === null ? null : readOrigin(home.commonDir)
  const uid =
    origin === null
      ? `${home.name}~${computeFingerprint(home.place)}`
      : [origin, home.below].filter((part) => part !== '').join('/')
  return { uid: makeUid(uid), name: home.name }
}

const remedy = 'Put a plain directory there, or name another place in FOREWORD_STORE.'

function misplacement(fault: string): StoreTrouble {
  return { code: 'store-misplaced', detail: `${fault}. ${remedy}` }
}
