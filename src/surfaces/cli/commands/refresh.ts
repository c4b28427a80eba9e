import { type RefreshResult, refreshOutput, refreshSession } from '../../../app/session/index.ts'
import type { SessionEvent } from '../../../core/session/index.ts'
import {
  agentNames,
  jsonOption,
  manifestOptions,
  refusalExits,
  repoArgument,
  repoOption,
} from '../arguments.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { makeVisible, makeVisibleLine } from '../make-visible.ts'
import { makeUsageRefusal } from '../parse-arguments.ts'
import { chooseProject, makeRequestFromOptions, printWarnings, readOption } from '../read-options.ts'
import { readRepository } from '../repository.ts'
import { joinLines } from '../views/lines.ts'

export const refresh = defineCommand({
  name: 'refresh',
  summary: 'Print the sections that changed since a session got them',
  about: [
    'Prints new, updated and removed sections if a refresh trigger of the manifest fires. Prints nothing if nothing changed.',
    'Counts turns, and prints at most once per cooldown. If two programs ask for the same session at once, only one gets the changes.',
  ],
  args: [repoArgument],
  options: [
    { name: 'session', value: 'ID', about: "The agent's own session id, as given to assemble" },
    { name: 'turn', about: 'Count a new turn' },
    { name: 'tool', value: 'NAME', about: 'The tool that the agent has called' },
    { name: 'level', value: 'LEVEL', about: 'The level that the session started with, if not the default' },
    { name: 'executor', value: 'AGENT', about: `The agent that gets the context: ${agentNames}` },
    { name: 'debug', about: 'Print on standard error which triggers fired and why nothing is sent' },
    jsonOption,
    repoOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword refresh --session=7f3a --turn',
    'foreword refresh ../shop --session=7f3a --tool=Edit --debug',
  ],
  exits: [[0, 'printed, or nothing changed'], ...refusalExits],
  outputSchema: refreshOutput,
  async run(call) {
    const { parsed, services, terminal } = call
    const project = chooseProject(call, readRepository(call))
    const request = makeRequestFromOptions(call, project, { level: readOption(parsed, 'level') ?? null })
    const input = { project, request, session: readSession(call), happened: readEvent(call) }
    const { recorder, counting } = services.recording(project)
    const result = await refreshSession(
      { engine: services.engine, recorder, counting: await counting() },
      input,
    )
    printWarnings(
      call,
      result.warnings.map((detail) => ({ severity: 'warning', detail })),
    )
    if (parsed.options.has('debug')) terminal.err(formatRefreshReasons(result))
    return result
  },
  // Prints only the packet, so that a hook can pass it on.
  view: ({ text }, _, { terminal }) =>
    text !== null && terminal.style === 'colour' ? makeVisible(text) : (text ?? ''),
})

const maxLength = 500

function readSession({ command, parsed }: CommandCall): string {
  const session = readOption(parsed, 'session') ?? ''
  if (session === '')
    throw makeUsageRefusal(command, '--session=ID is missing; give the id of the session to refresh')
  if (session.length > maxLength || /[\0-\x1f\x7f]/.test(session))
    throw makeUsageRefusal(command, `--session must be one line of at most ${maxLength} characters`)
  return session
}

function readEvent({ command, parsed }: CommandCall): SessionEvent {
  const name = readOption(parsed, 'tool')
  if (name === undefined) return { kind: parsed.options.has('turn') ? 'turn' : 'look' }
  if (parsed.options.has('turn')) throw makeUsageRefusal(command, '--turn and --tool exclude each other')
  return { kind: 'tool', name }
}

/** Shows which triggers fired, what was sent, and why nothing was sent. */
export function formatRefreshReasons({ triggers, sent, waiting, nothing, turns }: RefreshResult): string {
  const rows = triggers.map(({ fired, tier, trigger, why }) => [fired ? 'fired' : '-', tier, trigger, why])
  return joinLines([
    turns === null ? 'turns: not counted' : `turns: ${turns}`,
    ...rows.map((row) => makeVisibleLine(row.join('  '))),
    ...sent.map(({ as, section }) => `${as}  ${section}`),
    ...waiting.map((section) => `did not fit yet  ${section}`),
    ...(nothing === null ? [] : [makeVisibleLine(`nothing is sent: ${nothing.detail}`)]),
  ])
}
