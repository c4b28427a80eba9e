// Hooks, put together. Loaded at the start of every session, so nothing stands here that only a change would need.
import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { openTrustBook, trustDirectory } from '../adapters/trust/index.ts'
import { type HookAnswer, type HookOrder, hook } from '../app/hook/hook.ts'
import { settleMs } from '../app/recall.ts'
import { fingerprint } from '../core/values/index.ts'
import type { Project, Recorder, TrustState, Workshop } from '../ports/index.ts'
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
      inert: (project) => inertness(parts, project),
      async refresh({ project, request, session }) {
        const { refreshWith } = await import('./refresh.ts')
        const answer = await refreshWith(
          { env: around.env, shop, recorder },
          { project, request, session, happened: { kind: 'turn' } },
        )
        return { text: answer.text }
      },
    },
    order,
  )
}

interface Known {
  readonly stamps: readonly (readonly [string, string | null])[]
  readonly state: TrustState['state']
}

/** A manifest that came with a repository says nothing to an agent before somebody has looked at it. */
async function inertness({ around, shop, presets }: HookParts, project: Project): Promise<string | null> {
  if (project.manifestFile.startsWith(presets + sep)) return null
  const root = realpathSync.native(project.root)
  const book = openTrustBook({ directory: trustDirectory(around.env), hash: shop.hash })
  const key = `trust-${fingerprint(`${root}\n${project.manifestFile}`)}`
  const stampsOf = (files: readonly string[]) =>
    files.map((file) => [file, shop.stamps.of(project, file)] as const)
  const kept = shop.keep.get(key) as Known | undefined
  if (
    kept?.stamps.every(([file, stamp]) => stamp !== null && shop.stamps.of(project, file) === stamp) === true
  ) {
    return reasonFor(project, kept.state)
  }
  const begun = shop.stamps.now()
  const { state } = await shop.trust(project)
  const { chain } = await shop.loadManifest(project.manifestFile)
  const stamps = stampsOf([...chain.map(({ file }) => file), book.place(root)])
  const settled = stamps.every(
    ([, stamp]) => stamp !== null && shop.stamps.changedAt(stamp) <= begun - settleMs,
  )
  if (settled) shop.keep.set(key, { state, stamps })
  return reasonFor(project, state)
}

function reasonFor({ name }: Project, state: TrustState['state']): string | null {
  if (state === 'never')
    return `foreword: the manifest of ${name} is not trusted: "foreword trust" looks at it`
  if (state !== 'changed') return null
  return `foreword: the manifest of ${name} has changed since it was trusted: "foreword trust --show" tells how`
}
