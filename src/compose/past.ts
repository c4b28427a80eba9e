// Everything about past injections, put together. Loaded when somebody asks: a hook never does.
import { resolve } from 'node:path'
import { hash } from '../adapters/digest/index.ts'
import { type Lines, openLines, readLines } from '../adapters/lines/index.ts'
import { contextOf, lastRefused, lastSent, sectionsTold } from '../app/past/context.ts'
import { arrivedOf } from '../app/past/delivered.ts'
import { diff } from '../app/past/diff.ts'
import type { PastTools as Asked, PastInjection } from '../app/past/find.ts'
import { log } from '../app/past/log.ts'
import { prune } from '../app/past/prune.ts'
import { replay } from '../app/past/replay.ts'
import { report } from '../app/past/report.ts'
import { show } from '../app/past/show.ts'
import { asRefusal } from '../app/record/store-refusal.ts'
import { reportOf } from '../core/report/index.ts'
import { Refusal } from '../core/values/index.ts'
import type { StoreTrouble, Workshop } from '../ports/index.ts'
import type { Past, PastChoice, Tell } from '../surfaces/cli/index.ts'
import { forgetSessions } from './session.ts'
import { type OpenAs, type Opened, openStore, repairStore, statsOf, waitingAt } from './store.ts'
import type { Surroundings } from './surroundings.ts'

export interface PastTools {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly warn: (trouble: StoreTrouble) => void
}

export function openPast({ around, shop, warn }: PastTools): Past {
  const tools = { env: around.env, warn }
  /** Opens, asks, closes. */
  const asking = async <T>(
    choice: PastChoice,
    ask: (opened: Opened) => Promise<T>,
    as: OpenAs = {},
  ): Promise<T> => {
    const opened = await openStore(tools, choice, as)
    try {
      return await ask(opened)
    } catch (error) {
      throw asRefusal(error)
    } finally {
      // Closing a SQLite file tidies it up, which takes longer than most answers: the process ends without it.
      if (as.make || opened.store.engine === 'postgres') await opened.store.close()
    }
  }
  return {
    now: () => shop.clock.now(),
    context: (choice) =>
      asking(choice, async (opened) => {
        const past = opened.ledger === null ? null : recorded(opened)
        const last = past === null ? null : await lastSent(past)
        const delivery = past === null || last === null ? null : await arrivedOf(past, last)
        const refused = past === null ? null : await lastRefused(past)
        return contextOf(opened.name, { last, delivery, refused, waiting: waitingAt(opened.place) })
      }),
    contextShow: (choice, request, limit) =>
      asking(choice, async (opened) => {
        const { store, ledger, name } = opened
        const trail = ledger === null ? [] : await store.log(ledger.uid, { limit })
        const past = ledger === null ? null : recorded(opened)
        const last = past === null ? null : await lastSent(past)
        const known = past === null || last === null ? nothingKnown : await knownOf(past, last)
        const { contextShow } = await import('../app/past/context-show.ts')
        const { toolCost } = await import('../app/offer/tools.ts')
        return contextShow(shop, {
          ...{ project: choice.project, request, ledger: name, last, ...known, trail },
          toolCost: (scheme) => toolCost(shop, scheme),
        })
      }),
    log: (choice, query) =>
      asking(choice, async (opened) =>
        opened.ledger === null
          ? { project: opened.name, injections: [], next: null }
          : log(recorded(opened), query),
      ),
    show: (choice, ref) => asking(choice, (opened) => show(recorded(opened), ref)),
    diff: (choice, before, after) => asking(choice, (opened) => diff(recorded(opened), before, after)),
    replay: (choice, ref) => asking(choice, (opened) => replay(recorded(opened), ref)),
    why: (choice, asked, ref) =>
      asking(choice, async (opened) => {
        const { whyWith } = await import('./why.ts')
        return whyWith({ around, shop, past: recorded(opened) }, choice.project, { asked, ref })
      }),
    bisect: (choice, order, tell) =>
      asking(choice, async (opened) => {
        const { bisectWith } = await import('./bisect.ts')
        return bisectWith({ around, past: recorded(opened) }, order, tell)
      }),
    report: (choice, since) =>
      asking(choice, async ({ store, ledger, name }) =>
        ledger === null
          ? { project: name, since, ...reportOf({ runs: [], sections: [], unended: 0, interrupted: 0 }) }
          : report(store, { project: name, uid: ledger.uid, since }),
      ),
    async verify(choice, order, tell) {
      const { proveWith } = await import('./prove.ts')
      return order.file === null
        ? asking(choice, (opened) => proveWith({ around, warn }, { ...order, source: opened }, tell))
        : proveWith({ around, warn }, { ...order, source: resolve(around.cwd, order.file) }, tell)
    },
    storeStats: (choice) => asking(choice, statsOf, { any: true }),
    storeExport: (choice, to, tell) =>
      asking(choice, (opened) => exportTo(opened, toLines(to, around.cwd), tell)),
    storeImport: (choice, file, tell) =>
      asking(
        choice,
        async ({ store }) => {
          const { importLines } = await import('../app/past/exchange.ts')
          const lines = readLines(file === null ? null : resolve(around.cwd, file))
          return importLines(store, lines, (done) => tell({ done, total: null, what: 'lines' }))
        },
        { make: true },
      ),
    storePrune: (choice, order, tell) =>
      asking(choice, async (opened) => {
        const { store, key, name } = opened
        tell({ done: 0, total: null, what: 'looking at what is kept' })
        const pruned = await prune(store, shop, { ...order, key, uid: recorded(opened).uid, project: name })
        const { before, dryRun } = order
        if (before === null) return { ...pruned, sessions: 0 }
        return { ...pruned, sessions: await forgetSessions(around.env, choice, { before, dryRun }) }
      }),
    storeRepair(choice, tell) {
      tell({ done: 0, total: null, what: 'saving what can be read' })
      return repairStore(tools, choice)
    },
  }
}

const nothingKnown = { told: null, delivery: null }

async function knownOf(past: Asked, last: PastInjection) {
  return { told: await sectionsTold(past, last), delivery: await arrivedOf(past, last) }
}

/** Where there must have been something. */
function recorded({ store, ledger, name }: Opened): Asked {
  if (ledger !== null) return { store, uid: ledger.uid, project: name, hash }
  const fix = '"foreword dispatch" and "foreword assemble" leave a record.'
  throw new Refusal('not-recorded', `Nothing was recorded for ${name} yet.`, fix)
}

function toLines(to: string | ((text: string) => void), cwd: string): Lines {
  const nothing = () => undefined
  return typeof to === 'string'
    ? openLines(resolve(cwd, to))
    : { write: to, finish: nothing, abandon: nothing }
}

async function exportTo(opened: Opened, sink: Lines, tell: Tell) {
  const { uid, project } = recorded(opened)
  const { head } = opened.ledger!
  const total = head?.seq ?? 0
  const { exportLines } = await import('../app/past/exchange.ts')
  const lines = exportLines(opened.store, { uid, name: project, head }, (done) =>
    tell({ done: Math.min(done, total), total, what: 'entries' }),
  )
  try {
    for (;;) {
      const step = await lines.next()
      if (step.done) {
        sink.finish()
        return step.value
      }
      sink.write(step.value)
    }
  } catch (error) {
    sink.abandon()
    throw error
  }
}
