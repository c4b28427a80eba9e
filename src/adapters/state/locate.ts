import { join, resolve } from 'node:path'
import { uidFrom } from '../../core/ledger/index.ts'
import { fingerprint } from '../../core/values/index.ts'
import type { LedgerKey, StoreTrouble } from '../../ports/index.ts'
import { below, homeDirectory, realPath, segmentsBelow } from '../disk/index.ts'
import { type Destination, databaseOf, spoolName } from './destination.ts'
import { misplaced } from './guard.ts'
import { originOf } from './origin.ts'
import { projectName, settingOf } from './setting.ts'
import { type Home, ownHome, type Repository, sharedHome, type Way } from './worktree.ts'

export interface StateOptions {
  readonly root: string
  readonly repository: Repository | null
  /** FOREWORD_STORE. */
  readonly setting: string | undefined
  /** FOREWORD_PROJECT. */
  readonly project: string | undefined
  /** The state directory of the user; null when there is none. */
  readonly userState: string | null
}

export type Place = {
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
  readonly home: Home
  readonly project: string | null
  readonly userState: string | null
}

/** Runs at every hook: a few looks at the disk, and nothing is started, made or written. */
export function locateState(options: StateOptions): Place {
  const setting = settingOf(options.setting)
  if (setting.kind === 'off') return { kind: 'off', trouble: null }
  const root = realPath(options.root) ?? resolve(options.root)
  const home = (setting.kind === 'isolate' ? ownHome : sharedHome)(root, options.repository)
  const owner = { home, project: projectName(options.project), userState: options.userState }
  if (setting.kind === 'postgres') return inPostgres(setting.url, owner)
  if (setting.kind === 'directory')
    return inSqlite(wayTo(fromRoot(root, setting.path), root), sharedKey(owner), owner)
  return inSqlite(home, { uid: null, name: owner.project ?? home.name }, owner)
}

function inSqlite(way: Way, key: LedgerKey, { home, userState }: Owner): Place {
  const fault = misplaced(way, besideStore(key))
  if (fault === null) return sqliteIn(below(way.base, ...way.steps), key, userState)
  if (userState === null)
    return { kind: 'off', trouble: { code: 'no-record', detail: `${fault}. ${remedy}` } }
  const directory = join(userState, 'state', fingerprint(home.place))
  const trouble = misplacement(`${fault}; ${directory} is used instead`)
  return { ...sqliteIn(directory, key, userState), trouble }
}

function sqliteIn(directory: string, key: LedgerKey, userState: string | null): Place {
  const own = below(directory, ...besideStore(key))
  const spools = [own, ...userSpools(userState, { kind: 'sqlite', where: directory, uid: key.uid })]
  return { kind: 'sqlite', directory, file: below(directory, 'store.db'), key, spools, trouble: null }
}

/** Leads to the store in the same directory, wherever that is: a project that is moved takes its parcels along. */
function besideStore({ uid }: LedgerKey): string[] {
  return ['spool', spoolName({ kind: 'sqlite', where: '', uid })]
}

function inPostgres(url: string, owner: Owner): Place {
  const { home, userState } = owner
  const key = sharedKey(owner)
  const destination = { kind: 'postgres', where: databaseOf(url), uid: key.uid } as const
  const spool = ['spool', spoolName(destination)]
  const fault = misplaced(home, spool)
  const own = fault === null ? [join(home.base, ...home.steps, ...spool)] : []
  const trouble = fault === null ? null : misplacement(fault)
  return { kind: 'postgres', url, key, spools: [...own, ...userSpools(userState, destination)], trouble }
}

/** For a project that cannot be written to. */
function userSpools(userState: string | null, destination: Destination): string[] {
  return userState === null ? [] : [below(userState, 'spool', spoolName(destination))]
}

/** Only what lies in the project can have come with a clone. */
function wayTo(directory: string, root: string): Way {
  const steps = segmentsBelow(root, directory)
  return steps === null ? { base: directory, steps: [] } : { base: root, steps }
}

function fromRoot(root: string, path: string): string {
  return resolve(root, path.replace(/^~(?=[/\\])/, homeDirectory))
}

/** In a store for many. Where nothing tells two projects of one name apart, their places do. */
function sharedKey({ home, project }: Owner): LedgerKey {
  if (project !== null) return { uid: uidFrom(project), name: project }
  const origin = home.commonDir === null ? null : originOf(home.commonDir)
  const uid =
    origin === null
      ? `${home.name}~${fingerprint(home.place)}`
      : [origin, home.below].filter((part) => part !== '').join('/')
  return { uid: uidFrom(uid), name: home.name }
}

const remedy = 'Put a plain directory there, or name another place in FOREWORD_STORE.'

function misplacement(fault: string): StoreTrouble {
  return { code: 'store-misplaced', detail: `${fault}. ${remedy}` }
}
