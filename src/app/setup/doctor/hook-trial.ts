import { z } from 'zod'
import type { Agent, EventRule, HookEvent } from '../../../agents/index.ts'
import { parseOwnCommand } from '../../../core/settings/index.ts'
import { describeIssue, parseJson, utf8Length } from '../../../core/values/index.ts'
import type { HookTrial } from '../../../ports/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { parseEntryOverrides } from '../install/hook-entries.ts'
import type { DoctorTrial } from '../install/outputs.ts'
import type { DoctorDeps } from './doctor-tools.ts'
import type { DoctorEntry } from './outputs.ts'

/** Events that can be tried without doing what only a real session should, such as writing its journal. */
const tried: readonly HookEvent[] = ['session-start', 'prompt']

interface Trial {
  readonly event: HookEvent
  readonly rule: EventRule
  readonly command: string
  readonly words: readonly string[]
}

/** Only what "install" would write is run: a settings file may have come with a clone. */
export async function runTrials(
  tools: DoctorDeps,
  root: string,
  agent: Agent,
  own: readonly DoctorEntry[],
): Promise<DoctorTrial[]> {
  const session = `doctor-${tools.random()}`
  const results: DoctorTrial[] = []
  for (const trial of trialsOf(tools, agent, own)) {
    const timeoutMs = (parseEntryOverrides(trial.command).seconds ?? trial.rule.timeoutSeconds) * 1000
    const input = inputFor(trial, session, root)
    const result = await tools.tryHook({ words: trial.words, cwd: root, input, timeoutMs })
    results.push(judge(agent, trial, result))
  }
  return results
}

function trialsOf(tools: DoctorDeps, { id, hooks }: Agent, own: readonly DoctorEntry[]): Trial[] {
  const current = own.filter((entry) => entry.current)
  const { events, settings } = hooks!
  const commands = [...new Set(current.map((entry) => entry.command))]
  return tried.flatMap((event) => {
    const rule = events[event]
    if (rule === undefined || current.length === 0) return []
    const { shell } = settings
    if (shell === null) {
      const words = [...tools.program.words, 'hook', event, '--agent', id]
      return [{ event, rule, command: words.join(' '), words }]
    }
    return commands
      .filter((command) => parseOwnCommand(command)?.event === event)
      .map((command) => ({ event, rule, command, words: [...shell, command] }))
  })
}

/** As the agent says it, in the fields that all of them have. */
function inputFor({ event, rule }: Trial, session: string, root: string): string {
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
  const given = givenBy(seconds ?? rule.timeoutSeconds, rule, result)
  const base = { event, command, exit_code: result.exitCode, milliseconds: result.milliseconds, unit, cap }
  if ('fault' in given)
    return { ...base, outcome: 'failed', size: 0, fits: false, detail: makeTextRedactor()(given.fault) }
  const size = unit === 'utf-16' ? given.text.length : utf8Length(given.text)
  const fits = cap === null || size <= cap
  const detail = fits ? null : `${size} is more than the ${cap} that reach the model`
  return { ...base, outcome: size === 0 ? 'nothing' : 'sent', size, fits, detail }
}

/** Our hook always ends with 0: what went wrong it says in a line of its own. */
function givenBy(seconds: number, rule: EventRule, result: HookTrial): ReturnType<typeof textIn> {
  if (result.exitCode !== 0 || result.timedOut) return { fault: failure(seconds, result) }
  const said = result.err.split('\n').find((line) => line.startsWith('foreword:'))
  return said === undefined
    ? textIn(rule, result.out)
    : { fault: said.replace(/^foreword: */, '').slice(0, 400) }
}

function failure(seconds: number, { exitCode, signal, timedOut, err }: HookTrial): string {
  const lines = err.trim().split('\n')
  const said = lines.findLast((line) => /error/i.test(line)) ?? lines[0] ?? ''
  const how = timedOut
    ? `it took longer than ${seconds} s and was ended`
    : `it ended with ${signal ?? `exit code ${exitCode ?? 'unknown'}`}`
  return said === '' ? how : `${how}: ${said.slice(0, 300)}`
}

const outputSchema = z.object({
  hookSpecificOutput: z
    .object({
      hookEventName: z.string(),
      additionalContext: z.string().nullish(),
    })
    .optional(),
})

/** The part of the output that the agent would give to the model. */
function textIn(
  { takes, name }: EventRule,
  out: string,
): { readonly text: string } | { readonly fault: string } {
  if (takes !== 'json' || out.trim() === '') return { text: takes === 'nothing' ? '' : out }
  const value = parseJson(out)
  if (value === undefined) return { fault: 'it printed text that is not JSON, which the agent drops' }
  const { data, error } = outputSchema.safeParse(value)
  if (error !== undefined) return { fault: `it printed JSON that the agent drops: ${describeIssue(error)}` }
  const { hookSpecificOutput: given } = data
  if (given === undefined) return { text: '' }
  if (given.hookEventName !== name) return { fault: `its answer is for another event than ${name}` }
  return { text: given.additionalContext ?? '' }
}
