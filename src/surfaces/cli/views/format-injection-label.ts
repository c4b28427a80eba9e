import type { InjectionLabel } from '../../../app/output/index.ts'
import { makeVisibleLine } from '../make-visible.ts'
import { formatTime } from './lines.ts'

/** `INJ-… (entry 12, 2026-11-16 06:20, standard, claude)` */
export function formatInjectionLabel(label: InjectionLabel): string {
  const { injection_id, seq, at, level, agent } = label
  const facts = [`entry ${seq}`, formatTime(at), level, ...(agent === null ? [] : [agent])]
  return makeVisibleLine(`${injection_id} (${facts.join(', ')})`)
}
