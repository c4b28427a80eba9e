import { fillTemplate } from '../values/index.ts'
import type { Receipt } from './receipt.ts'

/** Arranges a receipt under the names that a record template may use. */
function buildTemplateValues(receipt: Receipt): Record<string, unknown> {
  const sizes = receipt.sections.map((section) => [section.id, section.size] as const)
  return {
    injection_id: receipt.injection_id,
    timestamp: receipt.timestamp,
    run_id: receipt.run_id,
    repo: receipt.repo,
    agent: receipt.agent,
    role: receipt.role,
    level: receipt.level,
    manifest_digest: receipt.manifest_digest,
    packet_digest: receipt.packet_digest,
    budget: receipt.budget,
    over_budget: receipt.over_budget,
    status: receipt.status,
    error: receipt.error,
    total: receipt.total,
    sections: receipt.sections.map((section) => section.id),
    sources: Object.fromEntries(receipt.sections.map((section) => [section.id, section.source])),
    sizes: Object.fromEntries([...sizes, ['total', receipt.total]]),
    dropped: receipt.left_out
      .filter((omission) => omission.reason === 'over-budget')
      .map((omission) => omission.id),
    warnings: receipt.diagnostics
      .filter((diagnostic) => diagnostic.severity !== 'note')
      .map((diagnostic) =>
        diagnostic.section === undefined ? diagnostic.detail : `${diagnostic.section}: ${diagnostic.detail}`,
      ),
    redaction: receipt.redaction,
    run: receipt.outcome,
    section: Object.fromEntries(
      receipt.sections.map((section) => [
        section.id,
        {
          ...section,
          reduced_by: Object.fromEntries(section.reductions.map((reduction) => [reduction.by, true])),
          yielded: section.reductions
            .filter((reduction) => reduction.why === 'budget')
            .reduce((sum, reduction) => sum + reduction.before - reduction.after, 0),
        },
      ]),
    ),
  }
}

/** Fills the record template of a manifest. */
export function fillRecord(template: Readonly<Record<string, unknown>>, receipt: Receipt): unknown {
  return fillTemplate(template, buildTemplateValues(receipt))
}
