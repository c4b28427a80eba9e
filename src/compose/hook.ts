// Hooks, put together. Loaded at the start of every session, so nothing stands here that only a change would need.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { envelopeOf } from '../app/hook/envelope.ts'
import { type HookAnswer, type HookOrder, hook } from '../app/hook/hook.ts'
import { inertness } from '../app/hook/inert.ts'
import type { Project, Recorder, Workshop } from '../ports/index.ts'
import { countingFor } from './sessions.ts'
import type { Surroundings } from './surroundings.ts'

export interface HookParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  recorder(project: Project): Promise<Recorder>
}

/** An agent that `dispatch` has started got in its prompt what was asked for: no more, so that runs can be compared. */
export async function runHook(parts: HookParts, order: HookOrder): Promise<HookAnswer> {
  const { around, shop } = parts
  if (around.env.FOREWORD_RUN !== undefined && order.event !== 'session-end')
    return { print: envelopeOf(order.rule, order.input.name, '', null), notice: null }
  const recorder = await parts.recorder(order.project)
  return hook(
    {
      shop,
      recorder,
      async counting(project) {
        return countingFor(around.env, project)
      },
      inert: (project) => inertness(shop, project, trustPlace(parts, project)),
      async refresh({ project, request, session }) {
        const { refreshWith } = await import('./refresh.ts')
        const answer = await refreshWith(
          { env: around.env, shop, recorder },
          { project, request, session, happened: { kind: 'turn' } },
        )
        return { text: answer.text }
      },
      async lost({ project, agent, input, ended }) {
        if (input.session === null || input.transcript === null) return []
        const { noteDeliveryWith } = await import('./delivery.ts')
        const order = { project, agent, session: input.session, transcriptPath: input.transcript, ended }
        const { lost } = await noteDeliveryWith({ env: around.env, shop, recorder }, order)
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

/** Where the user's word about the manifest lies; null for one that came with foreword, which needs none. */
function trustPlace({ around, shop, presets }: HookParts, { root, manifestFile }: Project): string | null {
  if (manifestFile.startsWith(presets + sep)) return null
  const book = openTrustBook({ directory: trustDirectory(around.env), hash: shop.hash })
  return book.place(realpathSync.native(root))
}
