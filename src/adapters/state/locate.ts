import { homedir } from 'node:os'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { uidFrom } from '../../core/ledger/index.ts'
import type { LedgerKey, StoreTrouble } from '../../ports/index.ts'
import { fingerprint } from './fingerprint.ts'
import { misplaced } from './guard.ts'
import { originOf } from './origin.ts'
import { realPath } from './read.ts'
import { projectName, settingOf } from './setting.ts'
import { type Home, ownHome, type Repository, sharedHome } from './worktree.ts'

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

interface Kept {
  readonly key: LedgerKey
  /** To be tried in this order. All of them are drained. */
  readonly spools: readonly string[]
}

export type Place = (
  | { readonly kind: 'off' }
  | (Kept & { readonly kind: 'sqlite'; readonly directory: string; readonly file: string })
  | (Kept & { readonly kind: 'postgres'; readonly url: string })
) & {
  /** Why the project's own place is not used. */
  readonly trouble: StoreTrouble | null
}

/** Runs at every hook: a few looks at the disk, and nothing is started, made or written. */
export function locateState(options: StateOptions): Place {
  const setting = settingOf(options.setting)
  if (setting.kind === 'off') return { kind: 'off', trouble: null }
  const root = realPath(options.root) ?? resolve(options.root)
  const home = (setting.kind === 'isolate' ? ownHome : sharedHome)(root, options.repository)
  const project = projectName(options.project)
  const site = { home, project, userState: options.userState }
  if (setting.kind === 'postgres') return inPostgres(setting.url, site)
  if (setting.kind === 'directory') return inNamed(fromRoot(root, setting.path), root, site)
  const spot = { base: home.base, steps: home.steps, spool: ['spool'] }
  return inSqlite(spot, { uid: null, name: project ?? home.name }, site)
}

interface Site {
  readonly home: Home
  readonly project: string | null
  readonly userState: string | null
}

/** A directory by its steps from what is trusted, and where in it the spool lies. */
interface Spot {
  readonly base: string
  readonly steps: readonly string[]
  readonly spool: readonly string[]
}

function inSqlite({ base, steps, spool }: Spot, key: LedgerKey, site: Site): Place {
  const fault = misplaced(base, steps)
  const { userState, home } = site
  if (fault === null)
    return sqlite(join(base, ...steps), key, [join(base, ...steps, ...spool), ...userSpools(site)])
  if (userState === null)
    return { kind: 'off', trouble: { code: 'no-record', detail: `${fault}. ${remedy}` } }
  const directory = join(userState, 'state', fingerprint(home.place))
  const trouble = misplacement(`${fault}; ${directory} is used instead`)
  return { ...sqlite(directory, key, [join(directory, 'spool'), ...userSpools(site)]), trouble }
}

function sqlite(directory: string, key: LedgerKey, spools: readonly string[]): Place {
  return { kind: 'sqlite', directory, file: join(directory, 'store.db'), key, spools, trouble: null }
}

function inPostgres(url: string, site: Site): Place {
  const { base, steps } = site.home
  const fault = misplaced(base, steps)
  const own = fault === null ? [join(base, ...steps, 'spool')] : []
  const trouble = fault === null ? null : misplacement(fault)
  return { kind: 'postgres', url, key: sharedKey(site), spools: [...own, ...userSpools(site)], trouble }
}

/** A directory that serves many projects. A parcel does not say whose it is, so each project has its own spool there. */
function inNamed(directory: string, root: string, site: Site): Place {
  const key = sharedKey(site)
  const spool = ['spool', fingerprint(key.uid ?? key.name)]
  const below = relative(root, directory)
  const outside = isAbsolute(below) || below.split(sep)[0] === '..'
  // Only what lies in the project can have come with a clone.
  if (outside) return inSqlite({ base: directory, steps: [], spool }, key, site)
  return inSqlite({ base: root, steps: below.split(sep).filter((step) => step !== ''), spool }, key, site)
}

function fromRoot(root: string, path: string): string {
  return resolve(root, path.replace(/^~(?=[/\\])/, homedir))
}

function sharedKey({ home, project }: Site): LedgerKey {
  if (project !== null) return { uid: uidFrom(project), name: project }
  const origin = home.commonDir === null ? null : originOf(home.commonDir)
  const uid = origin === null ? home.name : [origin, home.below].filter((part) => part !== '').join('/')
  return { uid: uidFrom(uid), name: home.name }
}

/** For a project that cannot be written to. */
function userSpools({ userState, home }: Site): string[] {
  return userState === null ? [] : [join(userState, 'spool', fingerprint(home.place))]
}

const remedy = 'Put a plain directory there, or name another place in FOREWORD_STORE.'

function misplacement(fault: string): StoreTrouble {
  return { code: 'store-misplaced', detail: `${fault}. ${remedy}` }
}
