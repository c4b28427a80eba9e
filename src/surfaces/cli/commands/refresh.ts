import { refreshOutput, refreshSession } from '../../../app/session/index.ts'
import type { SessionEvent } from '../../../core/session/index.ts'
import { type Call, defineCommand } from '../command.ts'
import { option, projectOf, requestOf, warn } from '../options.ts'
import { usage } from '../parse.ts'
import { refreshReasons } from '../views/refresh.ts'
import { visible } from '../visible.ts'
import { agentNames, jsonOption, manifestOptions, refusals, repoAround } from '../words.ts'

export const refresh = defineCommand({
  name: 'refresh',
  summary: 'Tell a session that has begun what has changed',
  about: [
    'Prints the sections that have changed since the session last got them, if a refresh trigger of the manifest says so: new, updated, or no longer there. Prints nothing when there is nothing to tell.',
    'Turns are counted, and at most once per cooldown something is sent. Two programs that ask at once for one session do not both get it.',
  ],
  args: [repoAround],
  options: [
    { name: 'session', value: 'ID', about: "The agent's own session, as it was given to assemble" },
    { name: 'turn', about: 'A turn has begun: it is counted' },
    { name: 'tool', value: 'NAME', about: 'The agent has called this tool' },
    { name: 'level', value: 'LEVEL', about: 'The level that the session began with, if not the default' },
    { name: 'executor', value: 'AGENT', about: `The agent it is for: ${agentNames}` },
    { name: 'debug', about: 'Say on standard error which triggers fired, and why nothing is sent' },
    jsonOption,
    ...manifestOptions,
  ],
  examples: [
    'foreword refresh --session=7f3a --turn',
    'foreword refresh ../shop --session=7f3a --tool=Edit --debug',
  ],
  exits: [[0, 'printed, or there was nothing to tell'], ...refusals],
  outputSchema: refreshOutput,
  async run(call) {
    const { parsed, services, terminal } = call
    const project = projectOf(call, parsed.args[0] ?? services.projectAround())
    const request = requestOf(call, project, { level: option(parsed, 'level') ?? null })
    const order = { project, request, session: sessionOf(call), happened: happeningOf(call) }
    const { recorder, counting } = services.recording(project)
    const answer = await refreshSession(
      { engine: services.engine, recorder, counting: await counting() },
      order,
    )
    warn(
      call,
      answer.warnings.map((detail) => ({ severity: 'warning', detail })),
    )
    if (parsed.options.has('debug')) terminal.err(refreshReasons(answer))
    return answer
  },
  // The packet and nothing else, so that a hook can hand it on.
  view: ({ text }, _, { terminal }) =>
    text !== null && terminal.style === 'colour' ? visible(text) : (text ?? ''),
})

const maxLength = 500

function sessionOf({ command, parsed }: Call): string {
  const session = option(parsed, 'session') ?? ''
  if (session === '') throw usage(command, '--session=ID is missing: whose context is it?')
  if (session.length > maxLength || /[\0-\x1f\x7f]/.test(session))
    throw usage(command, `--session must be one line of at most ${maxLength} characters`)
  return session
}

function happeningOf({ command, parsed }: Call): SessionEvent {
  const name = option(parsed, 'tool')
  if (name === undefined) return { kind: parsed.options.has('turn') ? 'turn' : 'look' }
  if (parsed.options.has('turn')) throw usage(command, '--turn and --tool exclude each other')
  return { kind: 'tool', name }
}
