// Wires the hook. Loaded at the start of every session, so nothing is imported here that only a change needs.
import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { below } from '../adapters/disk/index.ts'
import { endGitAt } from '../adapters/git/command.ts'
import { findProject, projectAround } from '../adapters/project/index.ts'
import { checkPendingDeliveries } from '../adapters/sql/pending-deliveries.ts'
import type { OpenLedger } from '../adapters/sql/sent-reads.ts'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { findUndelivered, type UndeliveredDeps } from '../app/hook/find-undelivered.ts'
import { hook } from '../app/hook/hook.ts'
import { inertness } from '../app/hook/inert.ts'
import type { HookAnswer, HookOrder } from '../app/hook/tools.ts'
import { withDeadline } from '../app/hook/with-deadline.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { HookApp } from '../surfaces/hook/index.ts'
import { openWorkshop } from './engine.ts'
import { openProjectStore } from './project-store.ts'
import { journalTools, noteDeliveryWith, refreshWith } from './session.ts'
import { readStandardInput } from './standard-input.ts'
import type { Surroundings } from './surroundings.ts'

interface HookParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
}

/** Without what only commands need: those have `compose`. */
export function composeHook(around: Surroundings, { cache }: { cache: boolean }): HookApp {
  const presets = below(around.home, 'presets')
  const shop = openWorkshop(around, { now: null, cache }, presets)
  const options = { cwd: around.cwd, presets, repositories: around.env.FOREWORD_REPOS }
  return {
    cwd: around.cwd,
    startedAt: Date.now() - process.uptime() * 1000,
    given: around.env.FOREWORD_INJECTION || null,
    // With a dot behind it, only a directory exists.
    isDirectory: (path) => existsSync(`${path}/.`),
    project: (choice) => findProject(choice, options),
    projectAround: (cwd = around.cwd) => projectAround(cwd, { presets, userHome: around.env.HOME ?? null }),
    readInput: readStandardInput,
    hook: (order) => runHook({ around, shop, presets }, order),
  }
}

function runHook(parts: HookParts, order: HookOrder): Promise<HookAnswer> {
  const { around } = parts
  const { recorder, counting, ledger } = openProjectStore(around.env, order.project)
  const late = { shop: parts.shop, recorder, counting }
  const timed = withDeadline(order.deadline, late)
  endGitAt(order.deadline.answerAt)
  return hook(
    {
      ...timed,
      late,
      inert: (project) => inertness(timed.shop, project, trustPlace(parts, project)),
      async refresh({ project, request, session, prompt }) {
        const refreshOrder = { project, request, session, happened: { kind: 'turn' as const, prompt } }
        const answer = await refreshWith(timed, refreshOrder)
        return { text: answer.text, elsewhere: answer.nothing?.reason === 'told-meanwhile' }
      },
      async lost(lostOrder) {
        const { project, input } = lostOrder
        const quick = input.session === null ? null : await ledger()
        const delivery = { ...timed, env: around.env, quick }
        const deps: UndeliveredDeps = {
          leftToJudge: (session) => (quick === null ? null : checkPendingDeliveries(quick, session)),
          compressTexts: async () => (quick === null ? undefined : compressTexts(quick)),
          exists: existsSync,
          noteDelivery: (deliveryOrder) => noteDeliveryWith(delivery, { project, ...deliveryOrder }),
        }
        return findUndelivered(deps, lostOrder)
      },
      async journal(journalOrder) {
        const { journalAtEnd } = await import('../app/session-end.ts')
        return journalAtEnd(await journalTools(around, timed.shop), journalOrder)
      },
    },
    order,
  )
}

async function compressTexts({ database, project }: OpenLedger): Promise<void> {
  const { compressBlobs } = await import('../adapters/sql/compress-blobs.ts')
  await database.write(() => compressBlobs(project.id))
}

/** The file that says whether the user trusts the manifest; null for a preset, which needs no trust. */
export function trustPlace(
  { around, shop, presets }: Pick<HookParts, 'around' | 'shop' | 'presets'>,
  { root, manifestFile }: Project,
): string | null {
  if (manifestFile.startsWith(presets + sep)) return null
  const book = openTrustBook({ directory: trustDirectory(around.env), hash: shop.hash })
  return book.place(realpathSync.native(root))
}
