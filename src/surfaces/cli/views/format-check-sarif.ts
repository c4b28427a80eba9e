import type { CheckFinding, CheckResult } from '../../../app/check/index.ts'
import { type CheckRule, checkRules } from '../../../core/check/index.ts'
import { makeSarifArtifact, makeSarifLog, makeSarifName } from './sarif.ts'

/** Code scanning refuses logs with more results. */
const maxResults = 5000
const levels = { error: 'error', warning: 'warning', notice: 'note' } as const

/** Formats the findings as a SARIF 2.1.0 log. If there are too many, a notification counts the rest. */
export function formatCheckSarif({ findings }: CheckResult, version: string): object {
  const codes = [...new Set(findings.map(({ code }) => code))].sort()
  const indexes = new Map(codes.map((code, i) => [code, i]))
  const shown = findings.slice(0, maxResults)
  const left = findings.length - shown.length
  return makeSarifLog({
    version,
    rules: codes.map(makeRule),
    base: 'The root of the project.',
    invocation: {
      executionSuccessful: true,
      toolExecutionNotifications:
        left === 0
          ? []
          : [{ level: 'warning', message: { text: `${left} more findings are not in this log.` } }],
    },
    results: shown.map((finding) => ({
      ruleId: finding.code,
      ruleIndex: indexes.get(finding.code),
      level: levels[finding.severity],
      message: { text: formatMessage(finding) },
      locations: [makeLocation(finding)],
      partialFingerprints: { 'finding/v1': finding.fingerprint },
    })),
  })
}

function makeRule(code: string): object {
  const rule: CheckRule | undefined = (checkRules as Readonly<Record<string, CheckRule>>)[code]
  const severity = rule?.severity ?? 'warning'
  return {
    id: code,
    name: makeSarifName(code),
    shortDescription: { text: `${rule?.title ?? code}.` },
    help: { text: rule?.about ?? 'A check of the manifest.' },
    defaultConfiguration: { level: levels[severity] },
  }
}

function formatMessage({ message, expected, advice, agent }: CheckFinding): string {
  const measured = agent === null ? '' : ` Measured on ${agent.id} ${agent.version}.`
  return `${message} Expected: ${expected}. ${advice}${measured}`
}

function makeLocation({ file, line }: CheckFinding): object {
  return {
    physicalLocation: {
      artifactLocation: makeSarifArtifact(file),
      ...(line === null ? {} : { region: { startLine: line } }),
    },
  }
}
