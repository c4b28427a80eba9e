// Shows each declared section with its state: sent, ready to be sent, or absent, and why.
import type { TriggerRule } from '../../core/manifest/index.ts'
import type { Request } from '../../core/plan/index.ts'
import type { Account } from '../../core/receipt/index.ts'
import { assertNever, Refusal } from '../../core/values/index.ts'
import type { EngineServices, LogRow, Project } from '../../ports/index.ts'
import {
  compilePacket,
  makeInjectionMetadata,
  makeReadDeps,
  prepareRequest,
  readSources,
} from '../engine/index.ts'
import type { InjectionDelivery } from '../output/index.ts'
import { makeTextRedactor } from '../redaction/index.ts'
import { explainUntrusted } from '../trust/index.ts'
import type { ContextSection, ContextShowResult } from './context-show-output.ts'
import { describeSection } from './describe-section.ts'
import { makeInjectionLabel, type PastInjection } from './find-injection.ts'
import type { ListedSource, SectionFacts } from './list-section-sources.ts'
import { untieredName } from './summarize-context.ts'

export interface ContextShowInput {
  readonly project: Project
  readonly request: Request
  readonly ledger: string
  readonly last: PastInjection | null
  /** The sections that the session has now; null if the account was pruned. */
  readonly sent: Account['sections'] | null
  readonly delivery: InjectionDelivery | null
  readonly trail: readonly LogRow[]
  /** Computes the cost of the server's tool list in every session. */
  readonly toolCost: (scheme: string) => Promise<ContextShowResult['mcp_tools']>
}

export async function showContext(
  engine: EngineServices,
  input: ContextShowInput,
): Promise<ContextShowResult> {
  const { project, request, last } = input
  const { manifest } = await engine.loadManifest(project.manifestFile)
  const trust = await engine.trust(project)
  const prepared = await prepareRequest(engine, project, request)
  const { plan, chain } = prepared
  const deps = await makeReadDeps(engine, project, plan, { task: request.task })
  const readings = await readSources(plan, deps)
  const digest = chain[0]?.digest ?? ''
  const who = { agent: request.agent, role: request.role }
  const occasion = makeInjectionMetadata(
    engine,
    project,
    { manifest: plan.manifest, manifest_digest: digest },
    who,
  )
  const tried = await tryCompile(() => compilePacket(engine, project, prepared, occasion))
  const compiled = tried instanceof Refusal ? null : tried
  const clean = compiled?.clean ?? makeTextRedactor(plan.redact)
  const refusal = tried instanceof Refusal ? clean(tried.message) : null
  const facts: SectionFacts = {
    manifest,
    plan,
    readings: new Map(readings.map((reading) => [reading.section, reading])),
    chosen: compiled?.readings ?? [],
    packet: compiled?.packet ?? null,
    matches: (pattern, path) => deps.reader.matches(pattern, path),
    sent: input.sent,
    refused: explainUntrusted(trust) ?? refusal,
  }
  return {
    project: input.ledger,
    manifest: {
      name: plan.manifest,
      digest,
      changed: last === null ? null : last.body.manifest_digest !== digest,
      checksum: trust.digest,
      trust: trust.state,
      trusted_at: 'since' in trust ? trust.since : null,
      generated_at: manifest.generated_at ?? null,
      source_commit: manifest.source_commit === undefined ? null : String(manifest.source_commit),
    },
    refused: facts.refused,
    level: plan.level.name,
    measure: plan.measure,
    budget: plan.level.budget,
    total: compiled?.receipt.total ?? 0,
    last: last === null ? null : makeInjectionLabel(last.stored, last.body),
    delivery: input.delivery,
    tiers: redactNames(listTiers(facts), clean),
    mcp_tools: await input.toolCost(manifest.scheme),
    trail: input.trail,
  }
}

/** A name can be a secret too. */
function redactNames(
  tiers: ContextShowResult['tiers'],
  clean: (text: string) => string,
): ContextShowResult['tiers'] {
  const source = (entry: ListedSource): ListedSource => ({
    ...entry,
    uri: clean(entry.uri),
    detail: entry.detail === null ? null : clean(entry.detail),
  })
  return tiers.map((tier) => ({
    ...tier,
    refresh: tier.refresh.map(clean),
    sections: tier.sections.map((section) => ({
      ...section,
      why: section.why === null ? null : clean(section.why),
      address: section.address === null ? null : clean(section.address),
      sources: section.sources.map(source),
    })),
  }))
}

/** Returns a refusal. The sections of a refused packet are shown too, because the user then needs them most. */
async function tryCompile<T>(make: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function listTiers(facts: SectionFacts): ContextShowResult['tiers'] {
  const byTier = new Map<string, ContextSection[]>()
  for (const [id, rule] of Object.entries(facts.manifest.sections)) {
    const tier = rule.tier ?? untieredName
    byTier.set(tier, [...(byTier.get(tier) ?? []), describeSection(facts, id)])
  }
  return [...byTier].map(([tier, sections]) => {
    const rule = Object.hasOwn(facts.plan.tiers, tier) ? facts.plan.tiers[tier] : undefined
    return {
      tier,
      budget: rule?.budget ?? null,
      actual: sections.reduce((sum, section) => sum + (section.size ?? 0), 0),
      delivery: rule?.delivery ?? 'push',
      refresh: (rule?.refresh ?? []).map(describeTrigger),
      staleness_days: rule?.staleness_days ?? null,
      sections,
    }
  })
}

function describeTrigger(trigger: TriggerRule): string {
  if ('on_change' in trigger)
    return trigger.on_change === '*' ? 'when it changes' : `when ${trigger.on_change} changes`
  if ('every_turns' in trigger) return `every ${trigger.every_turns} turns`
  if ('every' in trigger) return `every ${trigger.every}`
  if ('on_tool_call' in trigger) return `after a call of ${trigger.on_tool_call}`
  return assertNever(trigger)
}
