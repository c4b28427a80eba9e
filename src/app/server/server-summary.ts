import type { Manifest } from '../../core/manifest/index.ts'
import { makePlan, makeRequest, type Plan } from '../../core/plan/index.ts'
import type { EngineServices, Project } from '../../ports/index.ts'
import {
  type ComputedValue,
  type DeclaredAddress,
  listDeclaredAddresses,
  listUnaddressedSections,
} from '../engine/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'

/** The facts of a manifest that a server needs before the first request. */
export interface ServerSummary {
  readonly scheme: string
  /** The sections that describe the project. */
  readonly only: readonly string[]
  /** A few addresses as examples. */
  readonly examples: readonly string[]
}

const maxExamples = 6
const maxExampleLength = 80

export async function buildServerSummary(
  engine: EngineServices,
  project: Project,
): Promise<ComputedValue<ServerSummary>> {
  const { manifest, chain } = await engine.loadManifest(project.manifestFile)
  const plan = makePlan(manifest, makeRequest({ repo: project.name, trigger: 'session-start' }))
  const { rules } = await engine.projectRedactionRules(project, plan.redact)
  const clean = makeTextRedactor(plan.redact, rules)
  const addresses = listExampleAddresses(manifest).filter(
    (address) => address.length <= maxExampleLength && clean(address) === address,
  )
  const value = {
    scheme: manifest.scheme,
    only: selectIdentity(plan),
    examples: addresses.slice(0, maxExamples),
  }
  const text = JSON.stringify(value)
  return { value, files: clean(text) === text ? chain.map(({ file }) => file) : null }
}

/** Lists states first, because they change with the work, then collections, contexts and sections. */
function listExampleAddresses(manifest: Manifest): string[] {
  const declared = listDeclaredAddresses(manifest)
  const of = (kind: DeclaredAddress['kind']) => declared.filter((address) => address.kind === kind)
  const states = of('state').filter(({ tier }) => tier !== null)
  return [
    ...[...states, ...of('collection'), ...of('context')].map(({ address }) => address),
    ...listUnaddressedSections(manifest).map((id) => `section:${id}`),
  ]
}

/** Selects the sections with authority `rule`; else those of the first tier; without tiers the protected ones, else the first section. */
function selectIdentity({ sections }: Plan): string[] {
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
