import { z } from 'zod'
import type { Agent, EventRule, HookEvent } from '../../../agents/index.ts'
import { formatCommand, parseOwnCommand } from '../../../core/settings/index.ts'
import { countUtf8Bytes, describeIssue, parseJson } from '../../../core/values/index.ts'
import type { HookTrial } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { parseEntryOverrides } from '../install/hook-entries.ts'
import type { DoctorTrial } from '../install/install-output.ts'
import type { DoctorDeps } from './doctor-deps.ts'
import type { DoctorEntry } from './doctor-output.ts'
import { takeFirstLines } from './take-first-lines.ts'

/** Events that can be tried without the side effects of a real session, such as writing its journal. */
const triedEvents: readonly HookEvent[] = ['session-start', 'prompt']

interface Trial {
  readonly event: HookEvent
  readonly rule: EventRule
  readonly command: string
  readonly words: readonly string[]
}

/** Runs only entries that "install" would write, because a settings file may have come with a clone. */
export async function runHookTrials(
  deps: DoctorDeps,
  root: string,
  agent: Agent,
  own: readonly DoctorEntry[],
): Promise<DoctorTrial[]> {
  const session = `doctor-${deps.random()}`
  const results: DoctorTrial[] = []
  for (const trial of listTrials(deps, agent, own)) {
    const timeoutMs = (parseEntryOverrides(trial.command).seconds ?? trial.rule.timeoutSeconds) * 1000
    const input = formatInput(trial, session, root)
    const result = await deps.tryHook({ words: trial.words, cwd: root, input, timeoutMs })
    results.push(judge(agent, trial, result))
  }
  return results
}

function listTrials(deps: DoctorDeps, { id, hooks }: Agent, own: readonly DoctorEntry[]): Trial[] {
  const current = own.filter((entry) => entry.current)
  const { events, settings } = hooks!
  const commands = [...new Set(current.map((entry) => entry.command))]
  return triedEvents.flatMap((event) => {
    const rule = events[event]
    if (rule === undefined || current.length === 0) return []
    const { shell } = settings
    if (shell === null) {
      const words = [...deps.program.words, 'hook', event, '--agent', id]
      return [{ event, rule, command: words.join(' '), words }]
    }
    return commands
      .filter((command) => parseOwnCommand(command)?.event === event)
      .map((command) => ({ event, rule, command, words: [...shell, useOwnProgram(deps, command)] }))
  })
}

/** npx would start a program of the project, which may have come with a clone. So foreword itself takes its place. */
function useOwnProgram({ program, portableProgram }: DoctorDeps, command: string): string {
  if (portableProgram[0] !== 'npx') return command
  return command.replace(`${formatCommand(portableProgram)} hook`, `${formatCommand(program.words)} hook`)
}

/** Formats the input of a hook with the fields that all agents send. */
function formatInput({ event, rule }: Trial, session: string, root: string): string {
  const about = event === 'prompt' ? { prompt: 'foreword doctor' } : { source: 'startup' }
  return `${JSON.stringify({ session_id: session, cwd: root, hook_event_name: rule.name, ...about })}\n`
}

function judge({ hooks }: Agent, { event, rule, command }: Trial, result: HookTrial): DoctorTrial {
  const { limitKey } = hooks!.settings
  const unit = hooks!.outputLimit?.unit ?? 'bytes'
  const { seconds, tokens } = parseEntryOverrides(command)
  const cap =
    limitKey === null
      ? (hooks!.outputLimit?.amount ?? null)
      : (tokens ?? limitKey.tokens) * limitKey.bytesPerToken
  const output = readTrialOutput(seconds ?? rule.timeoutSeconds, rule, result)
  const base = { event, command, exit_code: result.exitCode, milliseconds: result.milliseconds, unit, cap }
  if ('fault' in output)
    return { ...base, outcome: 'failed', ...nothing, fits: false, detail: makeTextRedactor()(output.fault) }
  const size = unit === 'utf-16' ? output.text.length : countUtf8Bytes(output.text)
  const fits = cap === null || size <= cap
  const detail = fits ? null : `${size} is more than the ${cap} that reach the model`
  const beginning = takeFirstLines(output.text)
  return { ...base, outcome: size === 0 ? 'nothing' : 'sent', size, fits, detail, beginning }
}

const nothing = { size: 0, beginning: [] }

/** Our hook always exits with 0 and reports a failure in a line on standard error. */
function readTrialOutput(seconds: number, rule: EventRule, result: HookTrial): ReturnType<typeof readText> {
  if (result.exitCode !== 0 || result.timedOut) return { fault: describeFailure(seconds, result) }
  const notice = result.err.split('\n').find((line) => /^foreword\b/.test(line))
  return notice === undefined
    ? readText(rule, result.out)
    : { fault: notice.replace(/^foreword: */, '').slice(0, 400) }
}

function describeFailure(seconds: number, { exitCode, signal, timedOut, err }: HookTrial): string {
  const lines = err.trim().split('\n')
  const message = lines.findLast((line) => /error/i.test(line)) ?? lines[0] ?? ''
  const how = timedOut
    ? `it took longer than ${seconds} s and was ended`
    : `it ended with ${signal ?? `exit code ${exitCode ?? 'unknown'}`}`
  return message === '' ? how : `${how}: ${message.slice(0, 300)}`
}

const outputSchema = z.object({
  hookSpecificOutput: z
    .object({
      hookEventName: z.string(),
      additionalContext: z.string().nullish(),
    })
    .optional(),
})

/** Returns the part of the output that the agent would give to the model. */
function readText(
  { takes, name }: EventRule,
  out: string,
): { readonly text: string } | { readonly fault: string } {
  if (takes !== 'json' || out.trim() === '') return { text: takes === 'nothing' ? '' : out }
  const value = parseJson(out)
  if (value === undefined) return { fault: 'it printed text that is not JSON, which the agent drops' }
  const { data, error } = outputSchema.safeParse(value)
  if (error !== undefined) return { fault: `it printed JSON that the agent drops: ${describeIssue(error)}` }
  const { hookSpecificOutput: specific } = data
  if (specific === undefined) return { text: '' }
  if (specific.hookEventName !== name) return { fault: `its answer is for another event than ${name}` }
  return { text: specific.additionalContext ?? '' }
}
