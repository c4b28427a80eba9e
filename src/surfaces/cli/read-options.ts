import { agents } from '../../agents/index.ts'
import { suggestNearest } from '../../core/manifest/index.ts'
import { makeRequest, type Request } from '../../core/plan/index.ts'
import { parseEpochDay, type Refusal } from '../../core/values/index.ts'
import type { Project } from '../../ports/index.ts'
import type { CommandCall, CommandDescription, ParsedArguments } from './command.ts'
import { makeVisibleLine } from './make-visible.ts'
import { makeUsageRefusal } from './parse-arguments.ts'

export function readOption(parsed: ParsedArguments, name: string): string | undefined {
  return parsed.options.get(name)?.[0]
}

export function readPairs(
  call: Pick<CommandCall, 'command' | 'parsed'>,
  name: string,
): Record<string, string> {
  const entries = (call.parsed.options.get(name) ?? []).map((text) => {
    const equals = text.indexOf('=')
    if (equals < 1) throw makeUsageRefusal(call.command, `--${name} must look like NAME=VALUE, not "${text}"`)
    return [text.slice(0, equals), text.slice(equals + 1)]
  })
  return Object.fromEntries(entries)
}

export function readNowOption(command: CommandDescription, parsed: ParsedArguments): Date | null {
  const text = readOption(parsed, 'now')
  if (text === undefined) return null
  const time = parseIsoTime(text)
  if (time !== null) return time
  throw makeUsageRefusal(command, `--now must be a day or a time with a zone (ISO 8601), not "${text}"`)
}

/** Requires a zone, because a time without one means something else on another machine. */
const isoForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/

export function parseIsoTime(text: string): Date | null {
  const time = new Date(text)
  return isoForm.test(text) && parseEpochDay(text) !== null && !Number.isNaN(time.getTime()) ? time : null
}

export function chooseProject(call: CommandCall, repo: string, purpose?: 'bundle'): Project {
  return call.services.project({
    repo,
    purpose,
    manifest: readOption(call.parsed, 'manifest'),
    preset: readOption(call.parsed, 'preset'),
    roots: readPairs(call, 'root'),
  })
}

export function makeRequestFromOptions(
  call: CommandCall,
  project: Project,
  overrides: Partial<Request>,
): Request {
  const agent = overrides.agent === undefined ? readAgent(call) : overrides.agent
  return makeRequest({
    repo: project.name,
    role: readOption(call.parsed, 'role') ?? null,
    flags: call.parsed.options.get('flag') ?? [],
    vars: readPairs(call, 'var'),
    // The caller puts the packet into a prompt of this agent, as `dispatch` does.
    expansions: agents.find(({ id }) => id === agent)?.headless.expansions ?? [],
    ...overrides,
    agent,
  })
}

function readAgent({ command, parsed }: CommandCall): string | null {
  const name = readOption(parsed, 'executor')
  if (name === undefined || agents.some((agent) => agent.id === name)) return name ?? null
  throw makeUnknownAgentRefusal(command, name)
}

export function makeUnknownAgentRefusal(command: CommandDescription, name: string): Refusal {
  const names = agents.map((agent) => agent.id)
  return makeUsageRefusal(
    command,
    `unknown agent "${name}"; agents: ${names.join(', ')}${suggestNearest(name, names)}`,
  )
}

export function readSeconds(call: CommandCall, name: string, fallback: number): number {
  const text = readOption(call.parsed, name)
  if (text === undefined) return fallback
  const value = Number(text)
  if (!(value > 0 && value <= 2_000_000))
    throw makeUsageRefusal(call.command, `--${name} must be a number of seconds, not "${text}"`)
  return value
}

export function printWarnings(
  call: Pick<CommandCall, 'terminal'>,
  diagnostics: readonly { severity: string; section?: string; detail: string }[],
): void {
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'note') continue
    call.terminal.err(formatDiagnostic(diagnostic))
  }
}

export function formatWarning(detail: string): string {
  return formatDiagnostic({ severity: 'warning', detail })
}

function formatDiagnostic(diagnostic: { severity: string; section?: string; detail: string }): string {
  const where = diagnostic.section === undefined ? '' : `${diagnostic.section}: `
  return `foreword: ${diagnostic.severity}: ${where}${makeVisibleLine(diagnostic.detail)}\n`
}
