import { type CheckInput, type CheckResult, checkOutput, checkProject } from '../../../app/check/index.ts'
import { checkRules, type FindingSeverity, severities } from '../../../core/check/index.ts'
import { jsonOption, refusalExits, repoArgument, repoOption } from '../arguments.ts'
import { type CommandCall, defineCommandWithResult } from '../command.ts'
import { formatVisibleJson } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { withProgressBar } from '../progress.ts'
import { chooseProject, readOption } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { formatCheckSarif } from '../views/format-check-sarif.ts'
import { formatCheckRules, formatCheckSummary, formatFindings } from '../views/format-findings.ts'

const codes = Object.keys(checkRules)

export const check = defineCommandWithResult({
  name: 'check',
  summary: 'Check the instructions and settings that a project has for agents',
  about: [
    'Finds what makes instructions fail in real agents: files beyond the size that an agent loads, imports that lead nowhere, commands and paths that do not exist, the same text twice, secrets, invisible characters, hooks that cannot start. Works in any repository, with or without a manifest, and changes nothing.',
    'Each finding names the file and the line, what was expected and what to do.',
  ],
  args: [repoArgument],
  options: [
    { name: 'only', value: 'CODE', many: true, suggestions: codes, about: 'Run only this check' },
    { name: 'skip', value: 'CODE', many: true, suggestions: codes, about: 'Leave this check out' },
    {
      name: 'show',
      value: 'SEVERITY',
      choices: severities,
      about: 'The mildest severity to show (default notice)',
    },
    {
      name: 'fail-on',
      value: 'SEVERITY',
      choices: [...severities, 'never'],
      about: 'The mildest severity that fails the check (default warning)',
    },
    {
      name: 'explain',
      value: 'CODE',
      optional: true,
      suggestions: codes,
      about: 'Explain a check and its remedy, or list all checks',
    },
    { name: 'baseline', value: 'FILE', about: 'A list of known findings; report only new ones' },
    { name: 'write-baseline', value: 'FILE', about: 'Write the findings to this file as known' },
    { name: 'sarif', about: 'Print SARIF 2.1.0, for code scanning' },
    jsonOption,
    repoOption,
  ],
  examples: [
    'foreword check',
    'foreword check --explain import-missing',
    'foreword check --fail-on=error --sarif > check.sarif',
    'foreword check --write-baseline=known.json',
  ],
  exits: [[0, 'no finding reaches the severity of --fail-on'], [1, 'findings'], ...refusalExits],
  outputSchema: checkOutput,
  async run(call): Promise<Result> {
    const { command, parsed, services, terminal } = call
    if (parsed.options.has('explain')) return { answer: null, text: explain(call) }
    if (parsed.options.has('sarif') && parsed.options.has('json'))
      throw makeUsageRefusal(command, '--sarif and --json exclude each other')
    const project = chooseProject(call, readRepository(call))
    const deps = await services.check(project)
    const input = readInput(call)
    const answer = await withProgressBar(terminal, (tell) => checkProject({ ...deps, tell }, input))
    const isSarif = parsed.options.has('sarif')
    return {
      answer,
      text: isSarif ? `${formatVisibleJson(formatCheckSarif(answer, services.version))}\n` : null,
    }
  },
  output: ({ answer }) => answer,
  view: ({ answer, text }, paint) => text ?? formatFindings(answer!, paint),
  notices: ({ answer }, { parsed }) =>
    answer === null || parsed.options.has('json') ? '' : formatCheckSummary(answer),
  exitCode: ({ answer }) => (answer?.failed === true && answer.baseline?.wrote == null ? 1 : 0),
})

interface Result {
  /** Null with --explain. */
  readonly answer: CheckResult | null
  /** Null for the usual text. */
  readonly text: string | null
}

function explain({ command, parsed }: CommandCall): string {
  const code = readOption(parsed, 'explain') ?? ''
  if (code !== '' && !codes.includes(code)) throw makeUsageRefusal(command, `there is no check "${code}"`)
  return formatCheckRules(code)
}

function readInput({ parsed }: CommandCall): CheckInput {
  const failOn = readOption(parsed, 'fail-on') ?? 'warning'
  return {
    only: parsed.options.get('only') ?? [],
    skip: parsed.options.get('skip') ?? [],
    // The parser has checked both against `choices`.
    show: (readOption(parsed, 'show') ?? 'notice') as FindingSeverity,
    failOn: failOn === 'never' ? null : (failOn as FindingSeverity),
    baseline: readOption(parsed, 'baseline') ?? null,
    writeBaseline: readOption(parsed, 'write-baseline') ?? null,
  }
}
