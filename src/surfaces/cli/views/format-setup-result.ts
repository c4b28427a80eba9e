import type { DoctorAgent, InstalledAgent, SetupResult } from '../../../app/setup/index.ts'
import { formatChecks, makeProofChecks, makeTrialChecks } from './format-checks.ts'
import { quoteLine } from './format-preview.ts'
import { joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

export function formatSetupResult(result: SetupResult, paint: Paint): string {
  const { outcome, doctor, install } = result
  if (outcome === 'unasked') return ''
  if (outcome === 'declined') return 'Nothing was changed.\n'
  if (outcome === 'dry-run')
    return 'Nothing was changed. "foreword setup" without --dry-run asks and does it.\n'
  const notes = install.agents.flatMap((agent) => noteLines(agent, paint))
  return joinLines([
    ...doneLines(result, paint),
    ...notes,
    ...(doctor === null ? [] : doctor.problems.flatMap((problem) => problemLines(problem, paint))),
    ...(doctor === null ? [] : doctor.agents.flatMap((agent) => ['', ...proofLines(agent, paint)])),
    ...(doctor === null ? [] : beginningLines(doctor.agents)),
    '',
    ...endLines(result, paint),
  ])
}

function doneLines({ done, refusal }: SetupResult, paint: Paint): string[] {
  if (done.length > 0) return done.flatMap(({ what }) => formatMarked(paint.good('✓'), what))
  return refusal === null ? ['Nothing to change: the manifest is trusted and the hooks are in place.'] : []
}

function formatMarked(mark: string, text: string): string[] {
  const [first = '', ...more] = wrapParagraph(text, '    ')
  return [`  ${mark} ${first.trimStart()}`, ...more]
}

function problemLines(problem: string, paint: Paint): string[] {
  return formatMarked(paint.bad('✗'), problem)
}

/** The reason of a refusal, and what the agent does at its next start. The proof reports everything else. */
function noteLines({ title, state, notes }: InstalledAgent, paint: Paint): string[] {
  return state === 'refused' ? problemLines(`${title}: ${notes.join(' ')}`, paint) : []
}

function proofLines(agent: DoctorAgent, paint: Paint): string[] {
  const { title, proof, trials, problems } = agent
  const how =
    proof === null
      ? `Proof for ${title}: its hooks were run, the agent itself was not.`
      : `Proof for ${title}: it was run once with a fake model on this machine.`
  const checks = proof?.arrived
    ? makeProofChecks(agent)
    : [...makeTrialChecks(trials), ...makeProofChecks(agent)]
  return [
    ...wrapParagraph(how),
    ...formatChecks(checks, paint),
    ...problems.flatMap((problem) => problemLines(problem, paint)),
  ]
}

/** The first lines that a model got; if no agent was run, those that a hook printed. */
function beginningLines(agents: readonly DoctorAgent[]): string[] {
  const model = agents.find(({ proof }) => proof?.arrived && proof.beginning.length > 0)
  const sent = agents.flatMap(({ title, trials }) => trials.map((trial) => ({ title, ...trial })))
  const hook = sent.find(({ outcome }) => outcome === 'sent')
  if (model !== undefined)
    return ['', `The model of ${model.title} got, first lines:`, ...model.proof!.beginning.flatMap(quoteLine)]
  if (hook === undefined) return []
  return ['', `The hook for ${hook.title} printed, first lines:`, ...hook.beginning.flatMap(quoteLine)]
}

function endLines(result: SetupResult, paint: Paint): string[] {
  const { outcome, refusal, next } = result
  if (refusal !== null) {
    const message = `Stopped: ${refusal.message} ${refusal.fix ?? ''}`.trimEnd()
    return [...wrapParagraph(message).map(paint.bad), ...undoLines(result)]
  }
  const heading =
    outcome === 'incomplete'
      ? paint.notable('Something is left to do: see the lines with ✗. "foreword doctor" checks again.')
      : paint.good('The setup is complete.')
  const width = Math.max(...next.map(({ command }) => command.length))
  return [
    heading,
    '',
    'Next:',
    ...next.flatMap(({ command, about }) =>
      width + about.length + 4 > 80
        ? [`  ${command}`, ...wrapParagraph(about, '      ')]
        : [`  ${command.padEnd(width)}  ${about}`],
    ),
    ...undoLines(result),
  ]
}

function undoLines({ done, manifest }: SetupResult): string[] {
  const has = (step: SetupResult['done'][number]['step']) => done.some((change) => change.step === step)
  const steps = [
    ...(has('hooks') ? ['"foreword uninstall --all" removes the hooks'] : []),
    ...(has('trust') ? ['"foreword trust --revoke" ends the trust'] : []),
    ...(has('manifest') ? [`delete ${manifest.path} to remove the manifest`] : []),
  ]
  return steps.length === 0 ? [] : ['', ...wrapParagraph(`Undo: ${steps.join('; ')}.`)]
}
