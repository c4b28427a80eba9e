// Wires the hook. Loaded at the start of every session, so nothing is imported here that only a change needs.
import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { below } from '../adapters/disk/index.ts'
import { endGitAt } from '../adapters/git/command.ts'
import { findProject, projectAround } from '../adapters/project/index.ts'
import { checkPendingDeliveries } from '../adapters/sql/pending-deliveries.ts'
import type { OpenLedger } from '../adapters/sql/sent-reads.ts'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { hook } from '../app/hook/hook.ts'
import { inertness } from '../app/hook/inert.ts'
import type { HookAnswer, HookOrder, HookTools } from '../app/hook/tools.ts'
import { withDeadline } from '../app/hook/with-deadline.ts'
import { StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, Workshop } from '../ports/index.ts'
import type { HookApp } from '../surfaces/hook/index.ts'
import { openWorkshop } from './engine.ts'
import { shopOfMoments } from './moments.ts'
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
  const shop = shopOfMoments(openWorkshop(around, { now: null, cache }, presets))
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
      lost: (lostOrder) => findLost({ ...timed, env: around.env, ledger }, lostOrder),
      async journal(journalOrder) {
        const { journalAtEnd } = await import('../app/session-end.ts')
        return journalAtEnd(await journalTools(around, timed.shop), journalOrder)
      },
    },
    order,
  )
}

interface LostParts {
  readonly env: NodeJS.ProcessEnv
  readonly shop: Workshop
  readonly recorder: Recorder
  ledger(): Promise<OpenLedger | null>
}

/** The sections of the session that did not arrive. */
async function findLost(
  { env, shop, recorder, ledger }: LostParts,
  { project, agent, input, ended }: Parameters<HookTools['lost']>[0],
): Promise<readonly string[]> {
  const { session, transcript: transcriptPath, record } = input
  if (session === null) return []
  const quick = await ledger()
  if (ended && quick !== null) await compressLedger(quick)
  const left = quick === null ? null : checkPendingDeliveries(quick, session)
  // At the first prompt most agents have not written a transcript yet, so there is nothing to compare with.
  const isEarly = left === 'open' && !ended && transcriptPath !== null && !existsSync(transcriptPath)
  if (left === 'nothing' || isEarly) return []
  const order = { project, agent, session, transcriptPath, record, ended }
  const { lost } = await noteDeliveryWith({ env, shop, recorder, quick }, order)
  return [...new Set(lost.map(({ section }) => section))]
}

/** If the store fails, the texts stay uncompressed. */
async function compressLedger({ database, project }: OpenLedger): Promise<void> {
  const { compressBlobs } = await import('../adapters/sql/compress-blobs.ts')
  try {
    await database.write(() => compressBlobs(project.id))
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
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
