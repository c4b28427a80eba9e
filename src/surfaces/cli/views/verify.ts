import type { VerifyResult } from '../../../app/history/index.ts'
import { formatCount } from '../../../core/values/index.ts'
import { visibleLine } from '../visible.ts'
import type { Paint } from './paint.ts'
import { page, paragraph, short, when } from './text.ts'

/** One paragraph: the verdict first, then what a careful reader wants to know. */
export function verifyView(answer: VerifyResult, paint: Paint): string {
  const colour = answer.holds ? paint.good : paint.bad
  return page(paragraph(sentences(answer).join(' ')).map((line) => colour(line)))
}

export function checkpointNotice({ file, signer }: NonNullable<VerifyResult['wrote']>): string {
  return page(
    paragraph(
      `Checkpoint written to ${visibleLine(file)}, signed by ${signer}. Keep it where this machine cannot change it, and tell the fingerprint to whoever checks it.`,
    ),
  )
}

function sentences(answer: VerifyResult): string[] {
  return [
    ...(answer.holds ? soundness(answer) : faults(answer)),
    ...pruned(answer),
    ...answer.lost.map(([first, last]) =>
      first === last
        ? `Entry ${first} was lost to damage, as a repair has put down.`
        : `Entries ${first} to ${last} were lost to damage, as a repair has put down.`,
    ),
    ...(answer.clock_back === 0
      ? []
      : [`The clock went back ${formatCount(answer.clock_back, 'time')}; order is by number.`]),
    ...checkpoint(answer),
  ]
}

function soundness({ project, entries, head }: VerifyResult): string[] {
  if (head === null) return [`The ledger of ${project} holds: it is empty.`]
  const all = entries === 1 ? 'its entry is' : `all ${entries} entries are`
  return [
    `The ledger of ${project} holds: ${all} as written, up to entry ${head.seq} (${short(head.digest)}).`,
  ]
}

const happened = {
  altered: 'was altered',
  removed: 'was removed',
  reordered: 'is not in its place',
  inserted: 'was put in',
  rewritten: 'was written anew',
} as const

function faults({ project, fault, entries }: VerifyResult): string[] {
  const verdict = `The ledger of ${project} does not hold.`
  if (fault === null) return [verdict]
  const id = fault.injection_id === null ? '' : ` (${fault.injection_id})`
  const before =
    entries === 0
      ? []
      : [`${formatCount(entries, 'entry', 'entries')} before that ${entries === 1 ? 'is' : 'are'} right.`]
  return [verdict, sentence(`Entry ${fault.seq}${id} ${happened[fault.what]}: ${fault.detail}`), ...before]
}

function pruned({ pruned: { texts, accounts } }: VerifyResult): string[] {
  if (texts + accounts === 0) return []
  const what = [
    ...(texts === 0 ? [] : [formatCount(texts, 'text')]),
    ...(accounts === 0 ? [] : [formatCount(accounts, 'account')]),
  ]
  return [
    `${what.join(' and ')} ${texts + accounts === 1 ? 'was' : 'were'} pruned, which the ledger says too.`,
  ]
}

const known = {
  'this machine': 'this machine',
  named: 'the signer you named',
} as const

function checkpoint({ checkpoint: one, holds }: VerifyResult): string[] {
  if (one === null) return []
  const there = holds ? 'It contains the checkpoint' : 'It was compared with the checkpoint'
  return [
    `${there} ${one.file} (entry ${one.seq}, ${when(one.at)}), signed by ${one.signer}, which is ${known[one.known]}.`,
  ]
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
