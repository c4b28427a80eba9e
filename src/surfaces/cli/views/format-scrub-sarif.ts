import type { AllowedFinding, ScrubFinding, ScrubResult } from '../../../app/redaction/index.ts'
import { makeSarifArtifact, makeSarifLog, makeSarifName } from './sarif.ts'

/** Formats the findings as a SARIF 2.1.0 log. Allowed and known findings are in it as suppressed results. */
export function formatScrubSarif(result: ScrubResult, version: string): object {
  const all = [...result.findings, ...result.known, ...result.allowed]
  const rules = [...new Set(all.map(({ rule }) => rule))].sort()
  const indexes = new Map(rules.map((rule, i) => [rule, i]))
  const results = (findings: readonly ScrubFinding[], state: 'new' | 'unchanged') =>
    findings.map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: indexes.get(finding.rule),
      level: 'error',
      message: { text: `${makeTitle(finding.rule)}. The value is not shown.` },
      locations: [makeLocation(finding)],
      // Without a baseline, fingerprints differ at every call.
      ...(result.baseline === null
        ? {}
        : { partialFingerprints: { 'secret/v1': finding.fingerprint }, baselineState: state }),
    }))
  const suppressed = (findings: readonly ScrubFinding[], why: (finding: ScrubFinding) => string) =>
    results(findings, 'unchanged').map((result, i) => ({
      ...result,
      suppressions: [{ kind: 'external', status: 'accepted', justification: why(findings[i]!) }],
    }))
  return makeSarifLog({
    version,
    rules: rules.map(makeRule),
    base: 'The current directory of scrub.',
    invocation: makeInvocation(result),
    results: [
      ...results(result.findings, 'new'),
      ...suppressed(result.known, () => 'In the baseline.'),
      ...suppressed(result.allowed, (finding) => (finding as AllowedFinding).reason),
    ],
  })
}

function makeRule(id: string) {
  const advice =
    'Remove the value from the file and revoke it at its issuer, because everyone who could read the file may have it. If it is not a secret, add it with a reason to the --allow list.'
  return {
    id,
    name: makeSarifName(id),
    shortDescription: { text: `${makeTitle(id)}.` },
    help: { text: advice },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security', 'secret'] },
  }
}

function makeTitle(rule: string): string {
  return `Text that looks like a secret (${rule.replaceAll('-', ' ')})`
}

function makeLocation({ file, line, column, end_line, end_column }: ScrubFinding) {
  return {
    physicalLocation: {
      artifactLocation: makeSarifArtifact(file),
      region: { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column },
    },
  }
}

function makeInvocation({ unreadable, skipped }: ScrubResult) {
  const notification = (level: string, file: string, text: string) => ({
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: makeSarifArtifact(file) } }],
  })
  return {
    executionSuccessful: unreadable.length === 0,
    toolExecutionNotifications: [
      ...unreadable.map(({ file, reason }) => notification('error', file, `Cannot be read: ${reason}.`)),
      ...skipped.map(({ file, reason }) => notification('note', file, `Skipped: ${reason}.`)),
    ],
  }
}
