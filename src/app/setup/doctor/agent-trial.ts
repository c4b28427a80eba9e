import type { Agent, TrialRule } from '../../../agents/index.ts'
import type { SectionDelivery } from '../../../core/session/index.ts'
import { formatCommand, type ListedHandler, parseOwnCommand } from '../../../core/settings/index.ts'
import { countUtf8Bytes } from '../../../core/values/index.ts'
import type { HookTrial, ModelRequest, Toml, Transcript } from '../../../ports/index.ts'
import { findInjection, type HistoryDeps, type PastInjection, readPacketText } from '../../history/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { judgeInjections } from '../../session/index.ts'
import { buildPluginText } from '../install/plugin-text.ts'
import type { DoctorDeps, InspectedFile, TrialEnvironment } from './doctor-deps.ts'
import type { DeliveryProof } from './doctor-output.ts'
import { findFirstLines } from './take-first-lines.ts'

export interface AgentTrialInput {
  readonly agent: Agent
  readonly program: string
  readonly version: string | null
  readonly files: readonly InspectedFile[]
  readonly timeoutMs: number
}

/** Runs the agent itself with our entries and a fake model, and checks which sections the model got. */
export async function runAgentTrial(deps: DoctorDeps, input: AgentTrialInput): Promise<DeliveryProof> {
  const stage = await deps.openTrialEnvironment(input.agent)
  try {
    const rule = input.agent.trial!
    const values = { url: stage.url, project: stage.project, version: parseVersion(input.version) }
    const fill = (text: string) =>
      text.replace(/\{(url|project|version)\}/g, (_, name: keyof typeof values) => values[name])
    writeStageFiles(stage, input, { fill, toml: deps.toml })
    const prompt = `foreword-doctor-${deps.random()}: say hello.`
    const filled = Object.entries(rule.env).map(([name, value]) => [name, fill(value)])
    const env = { ...Object.fromEntries(filled), ...inheritMachineVariables(deps, input.agent) }
    const words = [input.program, ...rule.args]
    const ran = await stage.run({ words, env, input: prompt, timeoutMs: input.timeoutMs })
    return await judgeTrial(deps, { input, stage, ran, request: findMainRequest(stage.requests(), prompt) })
  } finally {
    await stage.close()
  }
}

/** Finds the version number in the agent's output. */
function parseVersion(version: string | null): string {
  return /\d+\.\d+\.\d+[\w.-]*/.exec(version ?? '')?.[0] ?? '0.0.0'
}

interface StageTools {
  readonly fill: (text: string) => string
  readonly toml: Toml
}

/** Writes a home and a directory with only our entries, and the settings that the agent needs to reach the fake model. */
function writeStageFiles(
  stage: TrialEnvironment,
  { agent, files }: AgentTrialInput,
  { fill, toml }: StageTools,
): void {
  const rule = agent.trial!
  for (const [path, text] of Object.entries(rule.home)) stage.write('home', path, fill(text))
  for (const [path, text] of Object.entries(rule.project)) stage.write('project', path, fill(text))
  for (const file of files) {
    const { path } = file
    const where = file.scope === 'user' ? 'home' : 'project'
    if (file.holds === 'hooks') {
      const base = file.scope === 'user' ? rule.settings : {}
      const settings = {
        ...base,
        ...selectKept(rule, file.data),
        hooks: buildHooks(stage, agent, file.handlers),
      }
      stage.write(where, path, JSON.stringify(settings, null, 2))
    } else if (file.holds === 'toml') {
      stage.write(where, path, fill(rule[where][path] ?? '') + toml.write(selectKept(rule, file.data)))
    } else if (file.own.some(({ current }) => current)) {
      stage.write(where, path, buildPluginText(agent, stage.program))
    }
  }
}

/** The agent itself finds the settings of the machine, by the variables of the user. */
function inheritMachineVariables(deps: DoctorDeps, { hooks }: Agent): Record<string, string> {
  const { machine } = hooks!.settings
  const names = machine === undefined ? [] : [machine.variable, machine.defaults.variable]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = deps.variable(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function selectKept({ keeps }: TrialRule, data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(([key]) => keeps.includes(key)))
}

/**
 * Copies our entries with the recording program in place of ours. Leaves out the end of a session, because it may write a journal.
 * A list of disabled hooks names the original command, so an agent with such a list gets it as the name of the entry.
 */
function buildHooks(
  { program }: TrialEnvironment,
  { hooks }: Agent,
  handlers: readonly ListedHandler[],
): Record<string, object[]> {
  const events: Record<string, object[]> = {}
  for (const { event, matcher, command, handler } of handlers) {
    const own = parseOwnCommand(command)
    if (own === null || own.event === 'session-end') continue
    const words = [...program, 'hook', own.event, '--agent', own.agent, ...own.rest]
    const name = hooks!.settings.disabledList === undefined ? {} : { name: command }
    const group = {
      ...(matcher === null ? {} : { matcher }),
      hooks: [{ ...name, ...handler, command: formatCommand(words) }],
    }
    events[event] = [...(events[event] ?? []), group]
  }
  return events
}

/** Finds the largest request with the prompt. Agents also send smaller requests to small models. */
function findMainRequest(requests: readonly ModelRequest[], prompt: string): ModelRequest | null {
  const measure = ({ texts }: ModelRequest) => texts.reduce((sum, { text }) => sum + text.length, 0)
  const about = requests.filter(({ texts }) => texts.some(({ text }) => text.includes(prompt)))
  return about.sort((a, b) => measure(b) - measure(a))[0] ?? null
}

interface Evidence {
  readonly input: AgentTrialInput
  readonly stage: TrialEnvironment
  readonly ran: HookTrial
  readonly request: ModelRequest | null
}

async function judgeTrial(deps: DoctorDeps, evidence: Evidence): Promise<DeliveryProof> {
  const { input, ran, request, stage } = evidence
  const base = {
    arrived: false,
    exit_code: ran.exitCode,
    milliseconds: ran.milliseconds,
    // If the trial does not keep the user's choice of a model, the name is that of the fake model.
    model: input.agent.trial!.keeps.includes('model') ? (request?.model ?? null) : null,
    roles: [],
    sections: [],
    size: 0,
    beginning: [],
  }
  const failed = (detail: string) => ({ ...base, detail: makeTextRedactor()(detail) })
  if (request === null) return failed(`it did not ask the model: ${describeEnd(evidence)}`)
  const past = await stage.past()
  const sent = past === null ? [] : await readSentPackets(past)
  if (past === null || sent.length === 0) return failed(explainNoPacket(evidence))
  const found = await judgeArrivals(past, sent, { evidence, now: deps.now() })
  const arrived = found.sections.length > 0 && found.sections.every(({ state }) => state === 'delivered')
  const proof = { ...base, ...found, arrived }
  return { ...proof, detail: arrived ? describeSuccess(evidence, proof) : describeLoss(evidence, proof) }
}

/** Reads the packets that the hooks recorded in the trial, oldest first. Ignores sections that were sent again. */
async function readSentPackets(past: HistoryDeps): Promise<PastInjection[]> {
  const rows = await past.store.log(past.uid, { limit: 10 })
  const sent = rows.filter(({ status }) => status !== 'error').toReversed()
  const found = await Promise.all(sent.map(({ seq }) => findInjection(past, `@${seq}`)))
  return found.filter(({ body }) => body.asked === undefined)
}

/** Merges the deliveries of each section. A section that two packets delivered is duplicated. */
function mergeDeliveries(sections: readonly SectionDelivery[]): SectionDelivery[] {
  const byId = Map.groupBy(sections, ({ id }) => id)
  return [...byId.values()].map((some) => {
    const there = some.filter(({ state }) => state === 'delivered')
    if (there.length > 1) return { ...there[0]!, state: 'duplicated' }
    return some.find(({ state }) => state !== 'dropped' && state !== 'unknown') ?? some[0]!
  })
}

async function judgeArrivals(
  past: HistoryDeps,
  sent: readonly PastInjection[],
  { evidence, now }: { evidence: Evidence; now: string },
): Promise<Pick<DeliveryProof, 'sections' | 'roles' | 'size' | 'beginning'>> {
  const { request, input } = evidence
  const texts = request!.texts.map(({ role, text }) => ({ at: now, role, era: 0, text, live: true }))
  const judge = (some: Transcript['texts']) => {
    const base = { compactions: 0, model: request!.model, answered: now, complete: true, restarted: null }
    return judgeInjections(past, sent, { order: input, transcript: { ...base, texts: some }, alone: true })
  }
  const found = (await judge(texts)).flatMap(({ sections }) => sections)
  const roles = new Set<string>()
  for (const text of texts) {
    const here = (await judge([text])).flatMap(({ sections }) => sections)
    if (here.some(({ state }) => state !== 'dropped' && state !== 'unknown')) roles.add(text.role)
  }
  const packets = await Promise.all(sent.map(({ body }) => readPacketText(past, body)))
  return {
    sections: mergeDeliveries(found),
    roles: [...roles],
    size: packets.reduce((sum, packet) => sum + countUtf8Bytes(packet), 0),
    beginning: findFirstLines(
      texts.map(({ text }) => text),
      packets[0]!,
    ),
  }
}

function describeSuccess({ input, ran }: Evidence, { sections, roles, size }: Omit<DeliveryProof, 'detail'>) {
  const { title, trial } = input.agent
  const waived = trial!.waives === null ? '' : `, ${trial!.waives}`
  const late = ran.timedOut ? '; then it did not end by itself' : ''
  const count = sections.length === 1 ? 'its one section' : `all ${sections.length} sections`
  return `${title} gave its model ${count} (${size} bytes) in the ${roles.join(' and ')} role${waived}${late}`
}

const formatTooLate = (title: string) => `${title} ended the hook before it had answered`

function describeLoss({ input, stage }: Evidence, { sections }: Omit<DeliveryProof, 'detail'>): string {
  const nothing = sections.every(({ state }) => state === 'dropped')
  if (nothing && stage.calls().some(({ ended }) => !ended)) return formatTooLate(input.agent.title)
  const lost = sections.filter(({ state }) => state !== 'delivered').map(({ id, state }) => `${id} ${state}`)
  return `${input.agent.title} did not give its model the whole packet: ${lost.join(', ')}`
}

/** Explains why the hooks recorded no packet although the agent request the model. */
function explainNoPacket({ input, stage }: Evidence): string {
  const { title } = input.agent
  const calls = stage.calls().filter(({ words }) => words.startsWith('hook session-start'))
  if (calls.length === 0) return `${title} asked its model and did not run the hook`
  if (calls.some(({ ended }) => !ended)) return formatTooLate(title)
  const notice = calls.flatMap(({ err }) => err.split('\n')).find((line) => line.startsWith('foreword:'))
  return notice === undefined
    ? `the hook sent nothing in ${title}`
    : `the hook said: ${notice.replace(/^foreword: */, '').slice(0, 300)}`
}

function describeEnd({ input, ran }: Evidence): string {
  const lines = ran.err.trim().split('\n')
  const last = (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300)
  const seconds = Math.round(input.timeoutMs / 1000)
  const known = ran.exitCode === null ? undefined : input.agent.headless.exits[ran.exitCode]
  const how = ran.timedOut
    ? `it did not end within ${seconds} s and was ended (--timeout gives it more)`
    : `it ended with ${ran.signal ?? `exit code ${ran.exitCode ?? 'unknown'}`}`
  return [how, ...(known === undefined ? [] : [known]), ...(last === '' ? [] : [last])].join(': ')
}
