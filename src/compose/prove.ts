import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hash } from '../adapters/digest/index.ts'
import { userDirectory } from '../adapters/disk/index.ts'
import { fingerprint, openKeys, verifySignature } from '../adapters/keys/index.ts'
import { openLines, readLines } from '../adapters/lines/index.ts'
import { anchorFile, readAnchor, writeAnchor } from '../adapters/state/index.ts'
import type { Verdict } from '../app/past/examine.ts'
import {
  conclude,
  nothingThere,
  openCheckpoint,
  type ProveOrder,
  type ProveTools,
  seenOf,
  withoutLedger,
} from '../app/past/prove.ts'
import { verify } from '../app/past/verify.ts'
import { verifyExport } from '../app/past/verify-export.ts'
import type { Head } from '../core/ledger/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { StoreTrouble } from '../ports/index.ts'
import type { Tell } from '../surfaces/cli/index.ts'
import type { Opened } from './store.ts'
import type { Surroundings } from './surroundings.ts'

export interface ProveWith extends ProveOrder {
  /** A store, or the file of an export. */
  readonly source: Opened | string
}

export interface ProveRoom {
  readonly around: Surroundings
  readonly warn: (trouble: StoreTrouble) => void
}

export async function proveWith(room: ProveRoom, order: ProveWith, tell: Tell) {
  const tools = proveTools(room)
  const known = openCheckpoint(tools, order)
  const { source } = order
  const place = typeof source === 'string' ? null : placeName(source)
  const seen = (uid: string) => seenOf(tools, known, { uid, place })
  const verdict =
    typeof source === 'string'
      ? await verifyExport(hash, {
          lines: () => readLines(source),
          seen,
          tell: (done) => tell({ done, total: null, what: 'lines' }),
        })
      : await verifyStore(source, seen, tell)
  return conclude(tools, verdict, { order, known, place })
}

/** A store that lies in a project has one ledger of its own; one that is gone is missed by its place. */
function placeName({ place, own }: Opened): string {
  return own && place.kind === 'sqlite' && place.key.uid === null ? `at ${place.file}` : ''
}

async function verifyStore(
  { store, ledger, name }: Opened,
  seen: (uid: string) => ReturnType<typeof seenOf>,
  tell: Tell,
): Promise<Verdict> {
  const orphans = await store.orphans()
  if (orphans > 0) return withoutLedger(name, orphans)
  if (ledger === null) return nothingThere(name, seen(''))
  const total = ledger.head?.seq ?? 0
  return verify(store, hash, {
    ledger,
    seen: seen(ledger.uid),
    tell: (done) => tell({ done, total, what: 'entries' }),
  })
}

const largest = 1024 * 1024

/** Anywhere but in the state directory of the user, a key could be committed or handed on. */
const noKeys: ReturnType<typeof openKeys> = {
  own: () => null,
  sign() {
    throw new Refusal(
      'not-writable',
      'There is no state directory to keep a key in.',
      'Set HOME or XDG_STATE_HOME to an absolute path.',
    )
  },
}

function proveTools({ around: { env, cwd }, warn }: ProveRoom): ProveTools {
  const state = userDirectory('state', env)
  const keys = state === null ? noKeys : openKeys(join(state, 'keys'))
  return {
    signers: { sign: keys.sign, own: keys.own, isSigned: verifySignature, fingerprint },
    anchor: {
      read(name) {
        const file = state === null ? null : anchorFile(state, name)
        const head = file === null ? null : readAnchor(file)
        return head === null || file === null ? null : { ...head, file }
      },
      write(name, head) {
        if (state !== null) remember(anchorFile(state, name), head, warn)
      },
    },
    readText(file) {
      try {
        const path = resolve(cwd, file)
        if (statSync(path).size > largest)
          throw new Refusal('not-readable', `${file} is too large for a checkpoint.`)
        return readFileSync(path, 'utf8')
      } catch (error) {
        if (error instanceof Refusal) throw error
        throw new Refusal('not-readable', `Cannot read ${file}: ${(error as NodeJS.ErrnoException).code}.`)
      }
    },
    writeText(file, text) {
      const lines = openLines(resolve(cwd, file))
      try {
        lines.write(text)
        lines.finish()
      } finally {
        lines.abandon()
      }
    },
    now: () => new Date(),
  }
}

/** The ledger was found to hold, whether or not that can be put down. */
function remember(file: string, head: Head, warn: ProveRoom['warn']): void {
  try {
    writeAnchor(file, head)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    warn({ code: 'store-read-only', detail: `the end of the ledger cannot be remembered: ${message}` })
  }
}
