import type { InstalledAgent, InstallResult } from '../../../app/setup/index.ts'
import { checkLines, trialChecks } from './checks.ts'
import { hunkLines } from './diff.ts'
import type { Paint } from './paint.ts'
import { page, paragraph } from './text.ts'

export function installView(answer: InstallResult, paint: Paint): string {
  const lines = answer.agents.flatMap((one) => agentLines(answer, one, paint))
  const isTried = answer.agents.some(({ trials }) => trials.length > 0)
  const next = isTried ? ['', ...paragraph(proof)] : []
  return page([...lines, ...next])
}

const proof = '"foreword doctor" runs the agents themselves and shows what reaches their model.'

const words: Readonly<Record<InstalledAgent['state'], string>> = {
  installed: 'installed',
  updated: 'entries of an older foreword replaced',
  unchanged: 'installed already, nothing changed',
  removed: 'removed',
  absent: 'nothing of foreword there',
  'no-hooks': 'no hooks',
  'not-found': 'not on PATH, left out',
  refused: 'refused',
}
const would: Partial<typeof words> = {
  installed: 'would be installed',
  updated: 'entries of an older foreword would be replaced',
  removed: 'would be removed',
}

function agentLines({ dry_run }: InstallResult, one: InstalledAgent, paint: Paint): string[] {
  const { title, state, file, backup, changes, notes, trials } = one
  const said = `${title}: ${(dry_run ? would[state] : undefined) ?? words[state]}`
  const colour = state === 'refused' ? paint.bad : state === 'installed' ? paint.good : paint.strong
  return [
    colour(said),
    ...(file === null ? [] : paragraph(file, '  ')),
    ...(backup === null ? [] : paragraph(`what stood there: ${backup}`, '  ')),
    ...checkLines(trialChecks(trials), paint),
    ...notes.flatMap((note) => paragraph(note, '  ')),
    ...(dry_run ? hunkLines(changes, paint) : []),
  ]
}
