import { agents } from '../../agents/index.ts'
import { makeRequest, type Request } from '../../core/plan/index.ts'
import { epochDay, type Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import type { Call, CommandWords, Parsed } from './command.ts'
import { usage } from './parse.ts'
import { visibleLine } from './visible.ts'

export function option(parsed: Parsed, name: string): string | undefined {
  return parsed.options.get(name)?.[0]
}

export function pairs(call: Pick<Call, 'command' | 'parsed'>, name: string): Record<string, string> {
  const entries = (call.parsed.options.get(name) ?? []).map((text) => {
    const equals = text.indexOf('=')
    if (equals < 1) throw usage(call.command, `--${name} must look like NAME=VALUE, not "${text}"`)
    return [text.slice(0, equals), text.slice(equals + 1)]
  })
  return Object.fromEntries(entries)
}

export function timeOf(command: CommandWords, parsed: Parsed): Date | null {
  const text = option(parsed, 'now')
  if (text === undefined) return null
  const time = isoTime(text)
  if (time !== null) return time
  throw usage(command, `--now must be an ISO 8601 time, not "${text}": a day, or a day and a time with zone`)
}

/** A time without a zone would mean something else on another machine. */
const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

export function isoTime(text: string): Date | null {
  const time = new Date(text)
  return isoForm.test(text) && epochDay(text) !== null && !Number.isNaN(time.getTime()) ? time : null
}

export function projectOf(call: Call, repo: string, purpose?: 'bundle'): Project {
  return call.services.project({
    repo,
    purpose,
    manifest: option(call.parsed, 'manifest'),
    preset: option(call.parsed, 'preset'),
    roots: pairs(call, 'root'),
  })
}

export function requestOf(call: Call, project: Project, given: Partial<Request>): Request {
  return makeRequest({
    repo: project.name,
    role: option(call.parsed, 'role') ?? null,
    flags: call.parsed.options.get('flag') ?? [],
    vars: pairs(call, 'var'),
    ...given,
    agent: given.agent === undefined ? agentOf(call) : given.agent,
  })
}

function agentOf({ command, parsed }: Call): string | null {
  const name = option(parsed, 'executor')
  if (name === undefined || agents.some((agent) => agent.id === name)) return name ?? null
  throw unknownAgent(command, name)
}

export function unknownAgent(command: CommandWords, name: string): Refusal {
  return usage(command, `unknown agent "${name}"; agents: ${agents.map((agent) => agent.id).join(', ')}`)
}

export function seconds(call: Call, name: string, fallback: number): number {
  const text = option(call.parsed, name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value > 0 && value <= 2_000_000))
    throw usage(call.command, `--${name} must be a number of seconds, not "${text}"`)
  return value
}

export function warn(
  call: Pick<Call, 'terminal'>,
  diagnostics: readonly { severity: string; section?: string; detail: string }[],
): void {
  for (const one of diagnostics) {
    if (one.severity === 'note') continue
    call.terminal.err(diagnosticLine(one))
  }
}

export function warningLine(detail: string): string {
  return diagnosticLine({ severity: 'warning', detail })
}

function diagnosticLine(one: { severity: string; section?: string; detail: string }): string {
  const where = one.section === undefined ? '' : `${one.section}: `
  return `foreword: ${one.severity}: ${where}${visibleLine(one.detail)}\n`
}
