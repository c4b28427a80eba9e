// Hooks, put together. Loaded at the start of every session, so nothing stands here that only a change would need.
import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { below } from '../adapters/disk/index.ts'
import { endGitAt } from '../adapters/git/command.ts'
import { findProject, projectAround } from '../adapters/project/index.ts'
import { leftToJudge } from '../adapters/sql/arrived.ts'
import type { OpenLedger } from '../adapters/sql/sent-reads.ts'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { hook } from '../app/hook/hook.ts'
import { inertness } from '../app/hook/inert.ts'
import type { HookAnswer, HookOrder } from '../app/hook/tools.ts'
import { StoreFailure } from '../core/values/index.ts'
import type { Project, Workshop } from '../ports/index.ts'
import type { HookApp } from '../surfaces/hook/index.ts'
import { clockedBy, countingInTime, recorderInTime, shopInTime } from './in-time.ts'
import { keepingFor } from './keeping.ts'
import { readStandardInput } from './standard-input.ts'
import type { Surroundings } from './surroundings.ts'
import { openWorkshop } from './workshop.ts'

interface HookParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
}

/** Without what only people ask for: they have `compose`. */
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
  const { recorder, counting, ledger } = keepingFor(around.env, order.project)
  const clocked = clockedBy(order.deadline)
  const shop = shopInTime(parts.shop, clocked)
  const inTime = recorderInTime(recorder, clocked)
  const counted = async () => countingInTime(await counting(), clocked)
  endGitAt(order.deadline.answerAt)
  return hook(
    {
      shop,
      recorder: inTime,
      inTime: clocked.inTime,
      late: { shop: parts.shop, recorder, counting },
      counting: counted,
      inert: (project) => inertness(shop, project, trustPlace(parts, project)),
      async refresh({ project, request, session, prompt }) {
        const { refreshWith } = await import('./refresh.ts')
        const answer = await refreshWith(
          { shop, recorder: inTime, counting: counted },
          { project, request, session, happened: { kind: 'turn', prompt } },
        )
        return { text: answer.text, elsewhere: answer.nothing?.reason === 'told-meanwhile' }
      },
      async lost({ project, agent, input, ended }) {
        const { session, transcript: transcriptPath, record } = input
        if (session === null) return []
        const quick = await ledger()
        if (ended && quick !== null) await packed(quick)
        const left = quick === null ? null : leftToJudge(quick, session)
        // With the first prompt most agents have written no transcript yet: there is nothing to compare with.
        const isEarly = left === 'open' && !ended && transcriptPath !== null && !existsSync(transcriptPath)
        if (left === 'nothing' || isEarly) return []
        const { noteDeliveryWith } = await import('./delivery.ts')
        const order = { project, agent, session, transcriptPath, record, ended }
        const { lost } = await noteDeliveryWith({ env: around.env, shop, recorder: inTime, quick }, order)
        return [...new Set(lost.map((one) => one.section))]
      },
      async journal(order) {
        const { journalAtEnd } = await import('../app/session-end.ts')
        const { journalTools } = await import('./journal.ts')
        return journalAtEnd(journalTools(around, shop), order)
      },
    },
    order,
  )
}

/** Whatever keeps it from being done, the texts stay as they are. */
async function packed({ database, project }: OpenLedger): Promise<void> {
  const { packLoose } = await import('../adapters/sql/loose.ts')
  try {
    await database.write(() => packLoose(project.id))
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
  }
}

/** Where the user's word about the manifest lies; null for one that came with foreword, which needs none. */
export function trustPlace(
  { around, shop, presets }: Pick<HookParts, 'around' | 'shop' | 'presets'>,
  { root, manifestFile }: Project,
): string | null {
  if (manifestFile.startsWith(presets + sep)) return null
  const book = openTrustBook({ directory: trustDirectory(around.env), hash: shop.hash })
  return book.place(realpathSync.native(root))
}
