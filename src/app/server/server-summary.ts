import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, makeRequest, type Plan } from '../../core/plan/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import {
  type Computed,
  type DeclaredAddress,
  listDeclaredAddresses,
  listUnaddressedSections,
} from '../engine/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'

/** What a server has to know of a manifest before anybody asks for something. */
export interface ServerSummary {
  readonly scheme: string
  /** The sections that say what the project is. */
  readonly only: readonly string[]
  /** A few addresses, to show what they look like. */
  readonly examples: readonly string[]
}

const maxExamples = 6
const maxExampleLength = 80

export async function buildServerSummary(
  engine: EngineServices,
  project: Project,
): Promise<Computed<ServerSummary>> {
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, makeRequest({ repo: project.name, trigger: 'session-start' }))
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const clean = makeTextRedactor(plan.redact, rules)
  const addresses = addressesIn(manifest).filter(
    (one) => one.length <= maxExampleLength && clean(one) === one,
  )
  const value = {
    scheme: manifest.scheme,
    only: identityOf(plan),
    examples: addresses.slice(0, maxExamples),
  }
  const text = JSON.stringify(value)
  return { value, files: clean(text) === text ? chain.map(({ file }) => file) : null }
}

/** What changes with the work first, then what there is much of. */
function addressesIn(manifest: Manifest): string[] {
  const declared = listDeclaredAddresses(manifest)
  const of = (kind: DeclaredAddress['kind']) => declared.filter((one) => one.kind === kind)
  const states = of('state').filter(({ tier }) => tier !== null)
  return [
    ...[...states, ...of('collection'), ...of('context')].map(({ address }) => address),
    ...listUnaddressedSections(manifest).map((id) => `section:${id}`),
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
