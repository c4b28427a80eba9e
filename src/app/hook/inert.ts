import { fingerprint } from '../../core/values/index.ts'
import type { Project, TrustState, Workshop } from '../../ports/index.ts'
import { keptByStamps } from '../kept.ts'

/**
 * Why the manifest of a project says nothing to an agent; null when it may. One that came with a repository waits until somebody
 * has looked at it. To parse it at every start would cost more than all the rest: what was found is kept by time stamps.
 */
export async function inertness(
  shop: Workshop,
  project: Project,
  trustPlace: string | null,
): Promise<string | null> {
  if (trustPlace === null) return null
  const key = `trusted-${fingerprint(`${trustPlace}\n${project.manifestFile}`)}`
  const state = await keptByStamps(shop, project, key, async () => {
    const { state } = await shop.trust(project)
    const { chain } = await shop.loadManifest(project.manifestFile)
    return { value: state, files: [...chain.map(({ file }) => file), trustPlace], keepable: true }
  })
  return reasonFor(project, state)
}

function reasonFor({ name }: Project, state: TrustState['state']): string | null {
  if (state === 'never')
    return `foreword: the manifest of ${name} is not trusted: "foreword trust" looks at it`
  if (state !== 'changed') return null
  return `foreword: the manifest of ${name} has changed since it was trusted: "foreword trust --show" tells how`
}
