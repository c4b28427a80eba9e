// Hooks, put together. Loaded at the start of every session, so nothing stands here that only a change would need.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { hash } from '../adapters/digest/index.ts'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { type HookAnswer, type HookOrder, hook } from '../app/hook/hook.ts'
import { inertness } from '../app/hook/inert.ts'
import { Refusal, StoreFailure } from '../core/values/index.ts'
import type { Project, Recorder, Workshop } from '../ports/index.ts'
import { countingFor } from './sessions.ts'
import type { Surroundings } from './surroundings.ts'

export interface HookParts {
  readonly around: Surroundings
  readonly shop: Workshop
  readonly presets: string
  recorder(project: Project): Promise<Recorder>
}

export async function runHook(parts: HookParts, order: HookOrder): Promise<HookAnswer> {
  const { around, shop } = parts
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
      journal: ({ project, agent, input }) => journalOf(parts, { project, agent, input }),
    },
    order,
  )
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

/** Only where the manifest asks for one. What was checked out at the beginning is in the session's first receipt. */
async function journalOf(
  { around, shop }: HookParts,
  { project, agent, input }: Pick<HookOrder, 'project' | 'agent' | 'input'>,
): Promise<void> {
  const { manifest } = await shop.loadManifest(project.manifestFile)
  if (manifest.journal === undefined) return
  const { writeJournal } = await import('../app/journal.ts')
  const { journalTools } = await import('./journal.ts')
  const startedCommit = input.session === null ? null : await firstCommit(around, project, input.session)
  const facts = { agent: agent.title, model: input.model, failures: [], message: null }
  await writeJournal(journalTools(around, shop), { project, session: input.session, startedCommit, facts })
}

async function firstCommit({ env }: Surroundings, project: Project, session: string): Promise<string | null> {
  try {
    const { openStore } = await import('./store.ts')
    const { findInjection } = await import('../app/past/find.ts')
    const { store, ledger, name } = await openStore(
      { env, warn: () => undefined },
      { project, store: undefined },
    )
    if (ledger === null) return null
    const first = (await store.log(ledger.uid, { session, limit: 200 })).at(-1)
    if (first === undefined) return null
    const past = { store, uid: ledger.uid, project: name, hash }
    return (await findInjection(past, `@${first.seq}`)).body.commit
  } catch (error) {
    if (error instanceof StoreFailure || error instanceof Refusal) return null
    throw error
  }
}
