import type { Agent, TrialRule } from '../../../agents/index.ts'
import type { SectionDelivery } from '../../../core/session/index.ts'
import { formatCommand, type ListedHandler, parseOwnCommand } from '../../../core/settings/index.ts'
import { utf8Length } from '../../../core/values/index.ts'
import type { HookTrial, ModelRequest, Toml, Transcript } from '../../../ports/index.ts'
import { findInjection, type HistoryDeps, type PastInjection, readPacketText } from '../../history/index.ts'
import { makeTextRedactor } from '../../redaction/index.ts'
import { judgeInjections } from '../../session/index.ts'
import { buildPluginText } from '../install/plugin-text.ts'
import type { DoctorDeps, InspectedFile, TrialStage } from './doctor-tools.ts'
import type { DeliveryProof } from './outputs.ts'

export interface AgentTrialInput {
  readonly agent: Agent
  readonly program: string
  readonly version: string | null
  readonly files: readonly InspectedFile[]
  readonly timeoutMs: number
}

/** The agent itself, with our entries and a model of ours: what would the model have been told? */
export async function runAgentTrial(tools: DoctorDeps, order: AgentTrialInput): Promise<DeliveryProof> {
  const stage = await tools.openStage(order.agent)
  try {
    const rule = order.agent.trial!
    const values = { url: stage.url, project: stage.project, version: versionIn(order.version) }
    const fill = (text: string) =>
      text.replace(/\{(url|project|version)\}/g, (_, name: keyof typeof values) => values[name])
    furnish(stage, order, { fill, toml: tools.toml })
    const prompt = `foreword-doctor-${tools.random()}: say hello.`
    const env = Object.fromEntries(Object.entries(rule.env).map(([name, value]) => [name, fill(value)]))
    const words = [order.program, ...rule.args]
    const ran = await stage.run({ words, env, input: prompt, timeoutMs: order.timeoutMs })
    return await verdict(tools, { order, stage, ran, asked: askedIn(stage.requests(), prompt) })
  } finally {
    await stage.close()
  }
}

/** Agents print more than a number. */
function versionIn(version: string | null): string {
  return /\d+\.\d+\.\d+[\w.-]*/.exec(version ?? '')?.[0] ?? '0.0.0'
}

/** A home and a directory with nothing but our entries, and what the agent needs to ask our model. */
interface Furniture {
  readonly fill: (text: string) => string
  readonly toml: Toml
}

function furnish(stage: TrialStage, { agent, files }: AgentTrialInput, { fill, toml }: Furniture): void {
  const rule = agent.trial!
  for (const [path, text] of Object.entries(rule.home)) stage.write('home', path, fill(text))
  for (const [path, text] of Object.entries(rule.project)) stage.write('project', path, fill(text))
  for (const file of files) {
    const { path } = file
    const where = file.scope === 'user' ? 'home' : 'project'
    if (file.holds === 'hooks') {
      const base = file.scope === 'user' ? rule.settings : {}
      const settings = { ...base, ...kept(rule, file.data), hooks: hooksFor(stage, file.handlers) }
      stage.write(where, path, JSON.stringify(settings, null, 2))
    } else if (file.holds === 'toml') {
      stage.write(where, path, fill(rule[where][path] ?? '') + toml.write(kept(rule, file.data)))
    } else if (file.own.some(({ current }) => current)) {
      stage.write(where, path, buildPluginText(agent, stage.program))
    }
  }
}

function kept({ keeps }: TrialRule, data: unknown): Record<string, unknown> {
  if (typeof data !== 'object' || data === null) return {}
  return Object.fromEntries(Object.entries(data).filter(([key]) => keeps.includes(key)))
}

/** Our entries as they stand there, in their groups, with the recording program in place of ours. The end of a session is left out: it may write a journal. */
function hooksFor({ program }: TrialStage, handlers: readonly ListedHandler[]): Record<string, object[]> {
  const events: Record<string, object[]> = {}
  for (const { event, matcher, command, handler } of handlers) {
    const own = parseOwnCommand(command)
    if (own === null || own.event === 'session-end') continue
    const words = [...program, 'hook', own.event, '--agent', own.agent, ...own.rest]
    const group = {
      ...(matcher === null ? {} : { matcher }),
      hooks: [{ ...handler, command: formatCommand(words) }],
    }
    events[event] = [...(events[event] ?? []), group]
  }
  return events
}

/** The request that the answer is for: agents ask small models on the side, but never with more. */
function askedIn(requests: readonly ModelRequest[], prompt: string): ModelRequest | null {
  const sizeOf = ({ texts }: ModelRequest) => texts.reduce((sum, { text }) => sum + text.length, 0)
  const about = requests.filter(({ texts }) => texts.some(({ text }) => text.includes(prompt)))
  return about.sort((a, b) => sizeOf(b) - sizeOf(a))[0] ?? null
}

interface Evidence {
  readonly order: AgentTrialInput
  readonly stage: TrialStage
  readonly ran: HookTrial
  readonly asked: ModelRequest | null
}

async function verdict(tools: DoctorDeps, evidence: Evidence): Promise<DeliveryProof> {
  const { order, ran, asked, stage } = evidence
  const base = {
    arrived: false,
    exit_code: ran.exitCode,
    milliseconds: ran.milliseconds,
    // Where it is not the person's own choice, it is the name of the endpoint.
    model: order.agent.trial!.keeps.includes('model') ? (asked?.model ?? null) : null,
    roles: [],
    sections: [],
    size: 0,
  }
  const failed = (detail: string) => ({ ...base, detail: makeTextRedactor()(detail) })
  if (asked === null) return failed(`it did not ask the model: ${howItEnded(evidence)}`)
  const past = await stage.past()
  const sent = past === null ? [] : await sentIn(past)
  if (past === null || sent.length === 0) return failed(withoutPacket(evidence))
  const { sections, roles, size } = await arrivals(past, sent, { evidence, now: tools.now() })
  const arrived = sections.length > 0 && sections.every(({ state }) => state === 'delivered')
  const told = { ...base, arrived, sections, roles, size }
  return { ...told, detail: arrived ? wellSaid(evidence, told) : badlySaid(evidence, told) }
}

/** The packets that the hooks have recorded in the trial, oldest first. What was sent again is no packet of its own. */
async function sentIn(past: HistoryDeps): Promise<PastInjection[]> {
  const rows = await past.store.log(past.uid, { limit: 10 })
  const sent = rows.filter(({ status }) => status !== 'error').toReversed()
  const found = await Promise.all(sent.map(({ seq }) => findInjection(past, `@${seq}`)))
  return found.filter(({ body }) => body.asked === undefined)
}

/** Each section once: what two packets brought is there twice. */
function together(sections: readonly SectionDelivery[]): SectionDelivery[] {
  const byId = Map.groupBy(sections, ({ id }) => id)
  return [...byId.values()].map((some) => {
    const there = some.filter(({ state }) => state === 'delivered')
    if (there.length > 1) return { ...there[0]!, state: 'duplicated' }
    return some.find(({ state }) => state !== 'dropped' && state !== 'unknown') ?? some[0]!
  })
}

async function arrivals(
  past: HistoryDeps,
  sent: readonly PastInjection[],
  { evidence, now }: { evidence: Evidence; now: string },
): Promise<Pick<DeliveryProof, 'sections' | 'roles' | 'size'>> {
  const { asked, order } = evidence
  const texts = asked!.texts.map(({ role, text }) => ({ at: now, role, era: 0, text }))
  const judge = (some: Transcript['texts']) => {
    const base = { compactions: 0, model: asked!.model, answered: now, complete: true }
    return judgeInjections(past, sent, { order, transcript: { ...base, texts: some }, alone: true })
  }
  const found = (await judge(texts)).flatMap(({ sections }) => sections)
  const roles = new Set<string>()
  for (const one of texts) {
    const here = (await judge([one])).flatMap(({ sections }) => sections)
    if (here.some(({ state }) => state !== 'dropped' && state !== 'unknown')) roles.add(one.role)
  }
  const packets = await Promise.all(sent.map(({ body }) => readPacketText(past, body)))
  return {
    sections: together(found),
    roles: [...roles],
    size: packets.reduce((sum, one) => sum + utf8Length(one), 0),
  }
}

function wellSaid({ order, ran }: Evidence, { sections, roles, size }: Omit<DeliveryProof, 'detail'>) {
  const { title, trial } = order.agent
  const waived = trial!.waives === null ? '' : `, ${trial!.waives}`
  const late = ran.timedOut ? '; then it did not end by itself' : ''
  const count = sections.length === 1 ? 'its one section' : `all ${sections.length} sections`
  return `${title} told its model ${count} (${size} bytes) in the ${roles.join(' and ')} role${waived}${late}`
}

const tooLate = (title: string) => `${title} ended the hook before it had answered`

function badlySaid({ order, stage }: Evidence, { sections }: Omit<DeliveryProof, 'detail'>): string {
  const nothing = sections.every(({ state }) => state === 'dropped')
  if (nothing && stage.calls().some(({ ended }) => !ended)) return tooLate(order.agent.title)
  const lost = sections.filter(({ state }) => state !== 'delivered').map(({ id, state }) => `${id} ${state}`)
  return `${order.agent.title} did not tell its model all of it: ${lost.join(', ')}`
}

/** The model was asked, and nothing was recorded of a packet. */
function withoutPacket({ order, stage }: Evidence): string {
  const { title } = order.agent
  const calls = stage.calls().filter(({ words }) => words.startsWith('hook session-start'))
  if (calls.length === 0) return `${title} asked its model and did not run the hook`
  if (calls.some(({ ended }) => !ended)) return tooLate(title)
  const said = calls.flatMap(({ err }) => err.split('\n')).find((line) => line.startsWith('foreword:'))
  return said === undefined
    ? `the hook had nothing to say in ${title}`
    : `the hook said: ${said.replace(/^foreword: */, '').slice(0, 300)}`
}

function howItEnded({ order, ran }: Evidence): string {
  const lines = ran.err.trim().split('\n')
  const last = (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim().slice(0, 300)
  const seconds = Math.round(order.timeoutMs / 1000)
  const known = ran.exitCode === null ? undefined : order.agent.headless.exits[ran.exitCode]
  const how = ran.timedOut
    ? `it did not end within ${seconds} s and was ended (--timeout gives it more)`
    : `it ended with ${ran.signal ?? `exit code ${ran.exitCode ?? 'unknown'}`}`
  return [how, ...(known === undefined ? [] : [known]), ...(last === '' ? [] : [last])].join(': ')
}
