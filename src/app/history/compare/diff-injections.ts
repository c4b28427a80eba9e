import { splitPacketText } from '../../../core/history/index.ts'
import { hunkField, injectionLabelField, type Output, outputFields, type Zod } from '../../output/index.ts'
import {
  findSentPacket,
  type HistoryDeps,
  makeInjectionLabel,
  type PastInjection,
  readPacketText,
  requireAccount,
} from '../find-injection.ts'
import { skippedField } from '../skipped-injection.ts'
import { type DiffSide, diffFrame, listSectionChanges, sectionChangeField } from './section-changes.ts'

export function diffOutput(z: Zod) {
  const { text } = outputFields(z)
  const label = injectionLabelField(z)
  const hunk = hunkField(z)
  const change = sectionChangeField(z)
  return z.strictObject({
    project: text,
    before: label,
    after: label,
    sections: z.array(change),
    frame: z.array(hunk),
    skipped: skippedField(z),
  })
}

export type DiffResult = Output<typeof diffOutput>

/** Compares two packets section by section. */
export async function diffInjections(past: HistoryDeps, before: string, after: string): Promise<DiffResult> {
  const [first, second] = [await findSentPacket(past, before), await findSentPacket(past, after)]
  const [was, is] = [await readDiffSide(past, first), await readDiffSide(past, second)]
  return {
    project: past.project,
    before: makeInjectionLabel(first.stored, first.body),
    after: makeInjectionLabel(second.stored, second.body),
    sections: listSectionChanges(was, is),
    frame: diffFrame(was, is),
    skipped: second.skipped.length > 0 ? second.skipped : first.skipped,
  }
}

export async function readDiffSide(past: HistoryDeps, injection: PastInjection): Promise<DiffSide> {
  const { body } = injection
  const text = await readPacketText(past, body)
  const account = requireAccount(injection)
  return {
    injectionId: body.injection_id,
    account,
    parts: splitPacketText(text, account.map, account.sections),
  }
}
