import { findCiCommands } from './ci-commands.ts'
import { conventionRules } from './convention-rules.ts'
import { findDocumentCommands } from './document-commands.ts'
import { findDocuments } from './documents.ts'
import { findRunnerCommands } from './find-runner-commands.ts'
import { classifyTasks, findPackageManager, findTasks, type Task } from './find-tasks.ts'
import { type CommandKind, commandKinds, type ProjectCommand } from './project-command.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'
import { describeVersions } from './versions.ts'

/** How many commands of a kind are worth their tokens. */
const maxOfKind: Readonly<Record<CommandKind, number>> = {
  setup: 3,
  build: 3,
  test: 4,
  'test one': 2,
  lint: 3,
  format: 2,
  types: 2,
  docs: 2,
  run: 1,
}

/** How to set up, build, test, lint and format, with the file that says so. */
export function describeCommands(files: ProjectFiles): ProjectLine[] {
  const tasks = findTasks(files)
  const { plain, other } = classifyTasks(tasks)
  const named = [...findSetup(files), ...plain, ...findDocumentCommands(findDocuments(files))]
  const runners = withoutKnownKinds(findRunnerCommands(files, tasks), named)
  const own = [...named, ...runners, ...other]
  const ci = withoutKnownKinds(findCiCommands(files), own)
  const all = [...own, ...ci, ...withoutKnownKinds(findConventions(files), [...own, ...ci])]
  const lines = commandKinds.flatMap((kind) =>
    selectDistinct(
      all.filter((command) => command.kind === kind),
      maxOfKind[kind],
    ),
  )
  const others = listOtherTasks(tasks, lines)
  return [...lines.map(formatCommand), ...others, ...describeVersions(files)]
}

function withoutKnownKinds(
  commands: readonly ProjectCommand[],
  known: readonly ProjectCommand[],
): ProjectCommand[] {
  const kinds = new Set(known.map(({ kind }) => kind))
  return commands.filter(({ kind }) => !kinds.has(kind))
}

function findSetup(files: ProjectFiles): ProjectCommand[] {
  if (!files.paths.includes('package.json')) return []
  const manager = findPackageManager(files)
  return [{ kind: 'setup', command: `${manager} install`, note: '', path: 'package.json' }]
}

function findConventions(files: ProjectFiles): ProjectCommand[] {
  return conventionRules.flatMap(({ files: name, says, commands }) => {
    const path = files.paths.find((candidate) => name.test(candidate))
    if (path === undefined) return []
    if (says !== undefined && !says.test(files.read(path) ?? '')) return []
    return commands.map(([kind, command]) => ({ kind, command, note: '', path }))
  })
}

/** The first commands that differ by more than spelling. */
function selectDistinct(commands: readonly ProjectCommand[], count: number): ProjectCommand[] {
  const selected: ProjectCommand[] = []
  for (const command of commands) {
    if (selected.length === count) break
    const repeats = selected.some((known) => normalize(known.command) === normalize(command.command))
    if (!repeats) selected.push(command)
  }
  return selected
}

function normalize(command: string): string {
  return command
    .replace(/^(npm|pnpm|yarn|bun) run /, '$1 ')
    .replace(/^(npm|pnpm|bun) i$/, '$1 install')
    .replace(/^cd \S+ && /, '')
    .replace(/["']/g, '')
    .trim()
}

function formatCommand({ kind, command, note, path }: ProjectCommand): ProjectLine {
  const about = note.length > 100 ? `${note.slice(0, 80).replace(/\s\S*$/, '')} …` : note
  return {
    text: `- ${kind}: \`${command}\`${about === '' || (about.includes(command) && about.length < command.length + 12) ? '' : `: ${about}`}`,
    path,
  }
}

/** The names of further tasks, because an agent can guess what they do. */
function listOtherTasks(tasks: readonly Task[], shown: readonly ProjectCommand[]): ProjectLine[] {
  const commands = new Set(shown.map(({ command }) => command))
  const paths = [...new Set(tasks.map(({ path }) => path))]
  return paths.flatMap((path) => {
    const names = tasks
      .filter((task) => task.path === path && !commands.has(task.command))
      .map(({ name }) => name)
    if (names.length === 0) return []
    const more = names.length > 12 ? ` and ${names.length - 12} more` : ''
    return [{ text: `- also: ${names.slice(0, 12).join(', ')}${more}`, path }]
  })
}
