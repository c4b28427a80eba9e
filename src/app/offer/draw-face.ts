import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, type Plan, request } from '../../core/plan/index.ts'
import type { Project, Workshop } from '../../ports/index.ts'
import { type Declared, declaredAddresses, unaddressedSections } from '../addresses/declared.ts'
import { cleaner } from '../clean.ts'
import type { Computed } from '../file-memo.ts'

/** What a server has to know of a manifest before anybody asks for something. */
export interface Face {
  readonly scheme: string
  /** The sections that say what the project is. */
  readonly only: readonly string[]
  /** A few addresses, to show what they look like. */
  readonly examples: readonly string[]
}

const mostExamples = 6
const longestExample = 80

export async function drawFace(shop: Workshop, project: Project): Promise<Computed<Face>> {
  const { manifest, chain } = await shop.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, request({ repo: project.name, trigger: 'session-start' }))
  const { rules } = await shop.outside(project, plan.redact)
  const clean = cleaner(plan.redact, rules)
  const addresses = addressesIn(manifest).filter((one) => one.length <= longestExample && clean(one) === one)
  const value = {
    scheme: manifest.scheme,
    only: identityOf(plan),
    examples: addresses.slice(0, mostExamples),
  }
  const text = JSON.stringify(value)
  return { value, files: clean(text) === text ? chain.map(({ file }) => file) : null }
}

/** What changes with the work first, then what there is much of. */
function addressesIn(manifest: Manifest): string[] {
  const declared = declaredAddresses(manifest)
  const of = (kind: Declared['kind']) => declared.filter((one) => one.kind === kind)
  const states = of('state').filter(({ tier }) => tier !== null)
  return [
    ...[...states, ...of('collection'), ...of('context')].map(({ address }) => address),
    ...unaddressedSections(manifest).map((id) => `section:${id}`),
  ]
}

/** What is sent as a rule; else what is sent first; where there are no tiers, what never gives way, else the first section. */
function identityOf({ sections }: Plan): string[] {
  const pushed = sections.filter(({ delivery }) => delivery === 'push')
  const first = pushed.find(({ tier }) => tier !== null)?.tier
  const choices = [
    pushed.filter(({ authority }) => authority === 'rule'),
    pushed.filter(({ tier }) => first !== undefined && tier === first),
    pushed.filter((section) => section.protected),
    pushed.slice(0, 1),
  ]
  return (choices.find((some) => some.length > 0) ?? []).map(({ id }) => id)
}
