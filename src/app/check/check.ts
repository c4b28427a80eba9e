import { type CheckFault, checkRules, isAtLeast, orderFindings, severities } from '../../core/check/index.ts'
import { findNearestName } from '../../core/manifest/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { buildBaseline, matchBaseline } from '../redaction/index.ts'
import type { CheckDeps, CheckInput } from './check-deps.ts'
import type { CheckFinding, CheckResult } from './check-output.ts'
import { findFaults } from './find-faults.ts'

/** Checks what a project has for coding agents. Changes nothing but the baseline that the user asks for. */
export async function checkProject(deps: CheckDeps, input: CheckInput): Promise<CheckResult> {
  for (const code of [...input.only, ...input.skip]) requireCode(code)
  const before = readBaselines(deps, input)
  const { findings, tree, checked } = await findFaults(deps)
  const chosen = orderFindings(findings).filter(
    ({ code, severity }) =>
      (input.only.length === 0 || input.only.includes(code)) &&
      !input.skip.includes(code) &&
      isAtLeast(severity, input.show),
  )
  const salt = before.salt ?? deps.newSalt()
  const fingerprint = deps.keyedFingerprint(salt)
  const all = chosen.map((finding) => {
    const content = describeContent(finding, tree.read(finding.file)?.text ?? '')
    const known = { file: finding.file, rule: finding.code, line: finding.line ?? 1 }
    return {
      finding: { ...finding, fingerprint: deps.engine.hash(content) },
      known: { ...known, fingerprint: fingerprint(content) },
    }
  })
  const baseline = matchBaseline(before.known)
  const fresh = all.filter(({ known }) => !baseline.has(known)).map(({ finding }) => finding)
  const isAsked = input.baseline !== null || input.writeBaseline !== null
  const files = new Set([...tree.paths].filter((path) => !path.endsWith('/')))
  if (input.writeBaseline !== null)
    deps.writeBaseline(
      input.writeBaseline,
      buildBaseline(
        salt,
        all.map(({ known }) => known),
      ),
    )
  return {
    project: deps.project.name,
    files: files.size,
    checked,
    findings: fresh,
    counts: countBySeverity(fresh),
    known: all.length - fresh.length,
    baseline: isAsked ? { gone: baseline.gone(files), wrote: input.writeBaseline } : null,
    failed: input.failOn !== null && fresh.some(({ severity }) => isAtLeast(severity, input.failOn!)),
  }
}

function requireCode(code: string): void {
  const codes = Object.keys(checkRules)
  if (codes.includes(code)) return
  const meant = findNearestName(code, codes)
  throw new Refusal(
    'usage',
    `There is no check "${code}".`,
    meant === undefined ? 'List all with "foreword check --explain".' : `Did you mean "${meant}"?`,
  )
}

function readBaselines(deps: CheckDeps, { baseline, writeBaseline }: CheckInput) {
  const known = baseline === null ? null : deps.readBaseline(baseline)
  if (baseline !== null && known === null && baseline !== writeBaseline)
    throw new Refusal(
      'not-readable',
      `The baseline ${baseline} does not exist.`,
      `Create it with --write-baseline=${baseline}.`,
    )
  // Read it even if another baseline is compared, so that a file that is not a baseline is not overwritten.
  const replaced = writeBaseline === null ? null : deps.readBaseline(writeBaseline)
  return { known, salt: (known ?? replaced)?.salt }
}

/** The place of a finding without its line number. A line with a secret is left out, because its digest could be guessed. */
function describeContent({ code, file, line, message }: CheckFault, text: string): string {
  const content = code === 'secret-in-instructions' || line === null ? '' : (text.split('\n')[line - 1] ?? '')
  return [code, file, message, content.trim()].join('\n')
}

function countBySeverity(findings: readonly CheckFinding[]): CheckResult['counts'] {
  const [notice, warning, error] = severities.map(
    (severity) => findings.filter((finding) => finding.severity === severity).length,
  )
  return { error: error!, warning: warning!, notice: notice! }
}
