// Wires the hook. Loaded at the start of every session, so nothing is imported here that only a change needs.
import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { readStandardInput } from '../adapters/agents/standard-input.ts'
import { followTranscript } from '../adapters/agents/transcripts/follow-transcript.ts'
import { listTranscriptRoots } from '../adapters/agents/transcripts/transcript-roots.ts'
import { joinBelow } from '../adapters/disk/index.ts'
import { findConfiguredProject, findProjectAround } from '../adapters/files/index.ts'
import { setGitDeadline } from '../adapters/git/git-command.ts'
import { checkPendingDeliveries } from '../adapters/store/sql/pending-deliveries.ts'
import type { OpenLedger } from '../adapters/store/sql/sent-reads.ts'
import { getTrustDirectory } from '../adapters/user-config/index.ts'
import { answerHookEvent } from '../app/session/hook/answer-hook-event.ts'
import {
  findUndeliveredSections,
  type UndeliveredDeps,
} from '../app/session/hook/find-undelivered-sections.ts'
import { findUntrustedReason, type TrustKey } from '../app/session/hook/find-untrusted-reason.ts'
import type { HookCall, HookResult } from '../app/session/hook/hook-deps.ts'
import { withDeadline } from '../app/session/hook/with-deadline.ts'
import type { EngineServices, Project } from '../ports/index.ts'
import type { HookApp } from '../surfaces/hook/index.ts'
import { openEngine } from './engine.ts'
import type { ProcessInfo } from './process-info.ts'
import { openProjectStore } from './project-store.ts'
import { journalTools, noteDeliveryWith, refreshWith } from './session.ts'

interface HookParts {
  readonly processInfo: ProcessInfo
  readonly engine: EngineServices
  readonly presets: string
}

/** Builds the services of a hook. Commands get theirs from `compose`. */
export function composeHook(processInfo: ProcessInfo, { cache }: { cache: boolean }): HookApp {
  const presets = joinBelow(processInfo.home, 'presets')
  const engine = openEngine(processInfo, { now: null, cache }, presets)
  const { FOREWORD_REPOS: repositories, FOREWORD_PRESET: preset } = processInfo.env
  const options = { cwd: processInfo.cwd, presets, repositories, preset }
  return {
    cwd: processInfo.cwd,
    startedAt: Date.now() - process.uptime() * 1000,
    firstPromptInjection: processInfo.env.FOREWORD_INJECTION || null,
    project: (choice) => findConfiguredProject(choice, options),
    projectAround: (cwd = processInfo.cwd) => findProjectAround(cwd, presets),
    readInput: readStandardInput,
    hook: (order) => runHook({ processInfo, engine, presets }, order),
  }
}

function runHook(parts: HookParts, order: HookCall): Promise<HookResult> {
  const { processInfo } = parts
  const { recorder, counting, ledger } = openProjectStore(processInfo.env, order.project)
  const late = { engine: parts.engine, recorder, counting }
  const timed = withDeadline(order.deadline, late)
  setGitDeadline(order.deadline.answerAt)
  return answerHookEvent(
    {
      ...timed,
      late,
      exists: existsSync,
      inert: (project) => findUntrustedReason(timed.engine, project, makeTrustKey(parts, project)),
      async refresh(refreshOrder) {
        const { text, nothing } = await refreshWith(timed, refreshOrder)
        const reason = nothing?.reason
        return { text, elsewhere: reason === 'told-meanwhile', failed: reason === 'not-counted' }
      },
      async lost(lostOrder) {
        const { project, agent, input } = lostOrder
        const quick = input.session === null ? null : await ledger()
        const delivery = { ...timed, env: processInfo.env, quick }
        const deps: UndeliveredDeps = {
          leftToJudge: (session) => (quick === null ? null : checkPendingDeliveries(quick, session)),
          compressTexts: async () => (quick === null ? undefined : compressTexts(quick)),
          exists: existsSync,
          followTranscript(path, before) {
            if (agent.transcript === null) return null
            const { form } = agent.transcript
            return followTranscript({ form, path, roots: listTranscriptRoots(processInfo.env) }, before)
          },
          cache: timed.engine.cache,
          recordDelivery: (deliveryOrder) => noteDeliveryWith(delivery, { project, ...deliveryOrder }),
        }
        return findUndeliveredSections(deps, lostOrder)
      },
      async journal(journalOrder) {
        const { writeJournalAtSessionEnd } = await import('../app/session/write-journal-at-session-end.ts')
        return writeJournalAtSessionEnd(await journalTools(processInfo, timed.engine), journalOrder)
      },
    },
    order,
  )
}

async function compressTexts({ database, project }: OpenLedger): Promise<void> {
  const { compressBlobs } = await import('../adapters/store/sql/compress-blobs.ts')
  await database.write(() => compressBlobs(project.id))
}

/** The key of the user's trust in a manifest; null for a preset, which needs no trust. */
export function makeTrustKey(
  { processInfo, presets }: Pick<HookParts, 'processInfo' | 'presets'>,
  project: Project,
): TrustKey | null {
  if (project.manifestFile.startsWith(presets + sep)) return null
  return { directory: getTrustDirectory(processInfo.env), root: realpathSync.native(project.root) }
}
