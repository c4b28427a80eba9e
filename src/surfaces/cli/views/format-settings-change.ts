import type { InstalledAgent, InstallResult } from '../../../app/setup/index.ts'
import { formatChecks, makeTrialChecks } from './format-checks.ts'
import { formatHunks } from './format-hunks.ts'
import { joinLines, wrapParagraph } from './lines.ts'
import type { Paint } from './paint.ts'

export function formatSettingsChange(result: InstallResult, paint: Paint): string {
  const lines = result.agents.flatMap((agent) => agentLines(result, agent, paint))
  const next = suggestNextStep(result)
  return joinLines([...lines, ...(next === null ? [] : ['', next])])
}

function suggestNextStep({ agents, dry_run }: InstallResult): string | null {
  if (agents.some(({ trials }) => trials.length > 0))
    return 'Next: "foreword doctor" proves that the context reaches the model.'
  const hasChanges = agents.some(({ state }) => would[state] !== undefined)
  return dry_run && hasChanges ? 'Next: run it again without --dry-run.' : null
}

const words: Readonly<Record<InstalledAgent['state'], string>> = {
  installed: 'installed',
  updated: 'hooks of an older foreword replaced',
  unchanged: 'already installed, nothing changed',
  removed: 'removed',
  absent: 'not installed, nothing changed',
  'no-hooks': 'the agent has no hooks',
  'not-found': 'not on PATH, skipped',
  refused: 'refused',
}
const would: Partial<typeof words> = {
  installed: 'would be installed',
  updated: 'hooks of an older foreword would be replaced',
  removed: 'would be removed',
}

function agentLines({ dry_run }: InstallResult, agent: InstalledAgent, paint: Paint): string[] {
  const { title, state, file, backup, changes, mcp, notes, trials } = agent
  const heading = `${title}: ${(dry_run ? would[state] : undefined) ?? words[state]}`
  const colour = state === 'refused' ? paint.bad : state === 'installed' ? paint.good : paint.strong
  return [
    colour(heading),
    ...(file === null ? [] : wrapParagraph(file, '  ')),
    ...(backup === null ? [] : wrapParagraph(`backup: ${backup}`, '  ')),
    ...(mcp === null || mcp.state === 'absent' ? [] : mcpLines(mcp, dry_run)),
    ...formatChecks(makeTrialChecks(trials), paint),
    ...notes.flatMap((note) => wrapParagraph(note, '  ')),
    ...(dry_run ? formatHunks([...changes, ...(mcp?.changes ?? [])], paint) : []),
  ]
}

function mcpLines({ state, file, backup }: NonNullable<InstalledAgent['mcp']>, dryRun: boolean): string[] {
  const about = { ...words, ...(dryRun ? would : {}), updated: dryRun ? 'would be updated' : 'updated' }[
    state
  ]
  return [
    ...wrapParagraph(`MCP server "foreword": ${about}, ${file}`, '  '),
    ...(backup === null ? [] : wrapParagraph(`backup: ${backup}`, '  ')),
  ]
}
