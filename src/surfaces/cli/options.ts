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
  throw usage(command, `--now must be a day or a time with a zone (ISO 8601), not "${text}"`)
}

/** Requires a zone, because a time without one means something else on another machine. */
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

export function requestOf(call: Call, project: Project, overrides: Partial<Request>): Request {
  return makeRequest({
    repo: project.name,
    role: option(call.parsed, 'role') ?? null,
    flags: call.parsed.options.get('flag') ?? [],
    vars: pairs(call, 'var'),
    ...overrides,
    agent: overrides.agent === undefined ? readAgent(call) : overrides.agent,
  })
}

function readAgent({ command, parsed }: Call): string | null {
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
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'note') continue
    call.terminal.err(formatDiagnostic(diagnostic))
  }
}

export function warningLine(detail: string): string {
  return formatDiagnostic({ severity: 'warning', detail })
}

function formatDiagnostic(diagnostic: { severity: string; section?: string; detail: string }): string {
  const where = diagnostic.section === undefined ? '' : `${diagnostic.section}: `
  return `foreword: ${diagnostic.severity}: ${where}${visibleLine(diagnostic.detail)}\n`
}
