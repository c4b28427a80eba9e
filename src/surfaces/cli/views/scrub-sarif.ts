import type { AllowedFinding, ScrubFinding, ScrubResult } from '../../../app/redaction/index.ts'

const schema = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json'
const root = '%SRCROOT%'

/** The findings as a log of SARIF 2.1.0. What is allowed or known is in it too, as suppressed. */
export function formatScrubSarif(answer: ScrubResult, version: string): object {
  const all = [...answer.findings, ...answer.known, ...answer.allowed]
  const rules = [...new Set(all.map((one) => one.rule))].sort()
  const indexes = new Map(rules.map((rule, i) => [rule, i]))
  const results = (findings: readonly ScrubFinding[], state: 'new' | 'unchanged') =>
    findings.map((finding) => ({
      ruleId: finding.rule,
      ruleIndex: indexes.get(finding.rule),
      level: 'error',
      message: { text: `${titleOf(finding.rule)}. The value is not shown.` },
      locations: [locationOf(finding)],
      // Without a baseline they would be others at every call.
      ...(answer.baseline === null
        ? {}
        : { partialFingerprints: { 'secret/v1': finding.fingerprint }, baselineState: state }),
    }))
  const suppressed = (findings: readonly ScrubFinding[], why: (one: ScrubFinding) => string) =>
    results(findings, 'unchanged').map((result, i) => ({
      ...result,
      suppressions: [{ kind: 'external', status: 'accepted', justification: why(findings[i]!) }],
    }))
  return {
    $schema: schema,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'foreword', version, rules: rules.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [root]: { description: { text: 'The directory that scrub was called in.' } } },
        invocations: [invocationOf(answer)],
        results: [
          ...results(answer.findings, 'new'),
          ...suppressed(answer.known, () => 'In the baseline.'),
          ...suppressed(answer.allowed, (one) => (one as AllowedFinding).reason),
        ],
      },
    ],
  }
}

function ruleOf(id: string) {
  const advice =
    'Take the value out of the file and revoke it where it was issued: whoever could read the file has it. If it is no secret, say so with a reason in the list that --allow names.'
  return {
    id,
    name: id.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${titleOf(id)}.` },
    help: { text: advice },
    defaultConfiguration: { level: 'error' },
    properties: { tags: ['security', 'secret'] },
  }
}

function titleOf(rule: string): string {
  return `Text that looks like a secret (${rule.replaceAll('-', ' ')})`
}

function locationOf({ file, line, column, end_line, end_column }: ScrubFinding) {
  return {
    physicalLocation: {
      artifactLocation: artifactOf(file),
      region: { startLine: line, startColumn: column, endLine: end_line, endColumn: end_column },
    },
  }
}

function artifactOf(file: string): object {
  // A lone surrogate has no place in an address; names of files hold none.
  const address = file.split('/').map(encodeURIComponent).join('/')
  return file.startsWith('/') ? { uri: `file://${address}` } : { uri: address, uriBaseId: root }
}

function invocationOf({ unreadable, skipped }: ScrubResult) {
  const notification = (level: string, file: string, text: string) => ({
    level,
    message: { text },
    locations: [{ physicalLocation: { artifactLocation: artifactOf(file) } }],
  })
  return {
    executionSuccessful: unreadable.length === 0,
    toolExecutionNotifications: [
      ...unreadable.map(({ file, reason }) => notification('error', file, `Cannot be read: ${reason}.`)),
      ...skipped.map(({ file, reason }) => notification('note', file, `Skipped: ${reason}.`)),
    ],
  }
}
