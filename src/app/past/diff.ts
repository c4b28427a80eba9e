import { sectionTexts } from '../../core/diff/index.ts'
import { frameChanges, type Side, sectionChanges } from './changes.ts'
import { accountIn, findInjection, labelOf, type PastInjection, type PastTools, textOf } from './find.ts'
import type { DiffAnswer } from './outputs.ts'

/** What two packets have different, section by section. */
export async function diff(past: PastTools, before: string, after: string): Promise<DiffAnswer> {
  const [one, other] = [await findInjection(past, before), await findInjection(past, after)]
  const [was, is] = [await sideOf(past, one), await sideOf(past, other)]
  return {
    project: past.project,
    before: labelOf(one.stored, one.body),
    after: labelOf(other.stored, other.body),
    sections: sectionChanges(was, is),
    frame: frameChanges(was, is),
  }
}

export async function sideOf(past: PastTools, injection: PastInjection): Promise<Side> {
  const { body } = injection
  const text = await textOf(past, body)
  const account = accountIn(injection)
  return { injectionId: body.injection_id, account, parts: sectionTexts(text, account.map, account.sections) }
}
