import type { Agent } from '../../../agents/index.ts'
import type { DeliveryState, SectionDelivery } from '../../../core/session/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import type { SentInjectionRow } from '../../history/index.ts'
import type { InjectionDelivery } from '../../output/index.ts'
import type { DoctorTrial } from '../install/install-output.ts'
import type { DoctorDelivery, DoctorFile } from './doctor-output.ts'

/** The state of an agent on this machine, from which a loss can be explained. */
export interface KnownAgentState {
  readonly agent: Agent
  readonly files: readonly DoctorFile[]
  readonly trials: readonly DoctorTrial[]
  /** Sentences that say why the agent does not trust our entries; empty if it does. */
  readonly distrust: readonly string[]
  /** Sentences that say what disables the agent's hooks; empty if nothing does. */
  readonly off: readonly string[]
}

export function explainDelivery(known: KnownAgentState, { row, delivery }: SentInjectionRow): DoctorDelivery {
  const { injection_id, session_id, at } = row
  const why = delivery === null ? [] : explainLosses(known, delivery)
  return { injection_id, session_id, at, delivery, why }
}

/** Explains in plain words why sections were lost, and what to do. */
export function explainLosses(
  known: KnownAgentState,
  { sections, why }: Pick<InjectionDelivery, 'sections' | 'why'>,
): readonly string[] {
  const select = (...states: DeliveryState[]) => sections.filter(({ state }) => states.includes(state))
  const [cut, dropped] = [select('truncated'), select('dropped')]
  const [twice, unknown] = [select('duplicated'), select('unknown')]
  const none = dropped.length === sections.length
  return [
    ...(cut.length === 0 ? [] : [explainCut(known, cut)]),
    ...(dropped.length === 0 || (cut.length > 0 && !none) ? [] : [explainDropped(known, none)]),
    ...(twice.length === 0 ? [] : [explainDuplicate(known)]),
    ...(unknown.length === 0 ? [] : [explainUnknown(known, why)]),
  ]
}

function explainCut({ agent, files }: KnownAgentState, cut: readonly SectionDelivery[]): string {
  const { title, id, hooks } = agent
  const { outputLimit, settings } = hooks!
  const what = `${cut.map(({ id: section }) => section).join(', ')} did not arrive whole`
  if (outputLimit === null)
    return `${what}, though ${title} is not known to cut: run "foreword doctor ${id}" again.`
  const unit = outputLimit.unit === 'bytes' ? 'bytes' : 'UTF-16 units'
  const rule = `${title} gives the model ${outputLimit.amount} ${unit} of each hook and cuts what is longer`
  const stale = files.flatMap(({ own }) => own).some(({ current }) => !current)
  const more =
    settings.limitKey === null
      ? 'spreads a packet over several hooks'
      : `raises that by ${settings.limitKey.key}`
  const fix = stale
    ? `The entries are older: "foreword install ${id}" ${more}.`
    : 'Lost sections are sent again with the next prompt. Use a smaller level or fewer sections to avoid it.'
  return `${what}: ${rule}. ${fix}`
}

function explainDropped({ agent, trials, distrust, off, files }: KnownAgentState, none: boolean): string {
  const { title, id } = agent
  const what = none ? 'Nothing of it reached the model' : 'Some of it did not reach the model'
  const own = files.flatMap((file) => file.own)
  const failed = trials.find(({ outcome }) => outcome === 'failed')
  if (own.length === 0) return `${what}: no entry of foreword is left. "foreword install ${id}" puts it back.`
  if (off.length > 0) return `${what}. ${off[0]}`
  if (distrust.length > 0) return `${what}: ${title} skips hooks that it does not trust. ${distrust[0]}`
  if (failed !== undefined) return `${what}: the hook fails here, too (${failed.detail ?? failed.event}).`
  const slowest = Math.max(0, ...trials.map(({ milliseconds }) => milliseconds))
  return `${what}: ${title} silently drops the output of a hook that is late or fails. The hook works now (${slowest} ms at most).`
}

function explainDuplicate({ agent, files }: KnownAgentState): string {
  const { title, id } = agent
  const both = files.filter(({ own }) => own.length > 0)
  if (both.length > 1)
    return `It arrived twice: it is installed for the user and in the project. "foreword uninstall ${id} --project" leaves one of them.`
  const others = files.flatMap(({ foreign }) => foreign).filter(({ command }) => /foreword/.test(command))
  if (others.length > 0)
    return `It arrived twice: ${formatCount(others.length, 'other hook calls', 'other hooks call')} foreword as well (${others[0]!.command}).`
  return `It arrived twice: another hook gives the same text, or ${title} repeated it.`
}

function explainUnknown({ agent }: KnownAgentState, why: string | null): string {
  const reason =
    why ?? 'the transcript could be read only from its middle on, or shows a text that fits two packets'
  return `The delivery is unknown: ${reason}. Run "foreword doctor ${agent.id}" to test it with a fake model.`
}
