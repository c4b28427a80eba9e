import { findPackageManager, findTasks, type ProjectFiles } from '../project/index.ts'
import type { CheckFault } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import type { CheckedProject, CheckedText } from './checked-project.ts'
import type { TextReference } from './scan-references.ts'

/** The commands that the files of a project define. */
export interface ProjectCommands {
  /** Names of scripts in any package.json; null if there is none. */
  readonly scripts: ReadonlySet<string> | null
  /** Names of targets in any Makefile; null if targets cannot be listed, because they are computed. */
  readonly targets: ReadonlySet<string> | null
  /** Names of recipes in any justfile. */
  readonly recipes: ReadonlySet<string>
  /** The program whose lock file is there. */
  readonly packageManager: string
}

const makefile = /(?:^|\/)(?:GNUm|M|m)akefile$/
const packageFile = /(?:^|\/)package\.json$/
const justfile = /(?:^|\/)\.?justfile$/i
/** Enough for the packages of a large workspace. */
const maxFiles = 500

export function findProjectCommands(
  project: CheckedProject,
  parsers: Pick<ProjectFiles, 'parseToml' | 'parseYaml'>,
): ProjectCommands {
  const paths = [...project.paths]
  const read = (path: string) => project.read(path)?.text ?? null
  const select = (pattern: RegExp) => paths.filter((path) => pattern.test(path)).slice(0, maxFiles)
  const makefiles = select(makefile).map((path) => read(path) ?? '')
  const listRecipes = (path: string) =>
    findTasks({ name: '', paths: ['justfile'], read: () => read(path), ...parsers }).map(({ name }) => name)
  return {
    scripts: collectScripts(select(packageFile), read),
    targets: makefiles.some(computesTargets) ? null : new Set(makefiles.flatMap(listTargets)),
    recipes: new Set(select(justfile).flatMap(listRecipes)),
    packageManager: findPackageManager({ name: '', paths, read, ...parsers }),
  }
}

/** Several targets may share a rule, and `.PHONY` names targets too. */
function listTargets(text: string): string[] {
  return [...text.matchAll(/^([\w./-][\w./ -]*?)[ \t]*::?(?![=])([^\n]*)/gm)].flatMap(([, names, rest]) =>
    `${names} ${names === '.PHONY' ? rest : ''}`.split(/\s+/).filter((name) => name !== ''),
  )
}

/** Also scripts that `findTasks` leaves out because they tell a reader nothing. */
function collectScripts(paths: readonly string[], read: (path: string) => string | null): Set<string> | null {
  if (paths.length === 0) return null
  return new Set(
    paths.flatMap((path) => {
      try {
        const { scripts } = JSON.parse(read(path) ?? '{}')
        return Object.keys(scripts ?? {})
      } catch {
        return []
      }
    }),
  )
}

/** Whether a Makefile has targets that are not written in it. */
function computesTargets(text: string): boolean {
  return /^-?s?include\s|^[^\t#\n]*%[^\n]*:|^\$[({][^\n]*:|^[^\t#\n=]*\$[({][^\n]*[)}][^\n=]*:(?!=)/m.test(
    text,
  )
}

const scriptCommand = /(?:^|[\s;&|(])(npm|pnpm|yarn|bun) run(?:-script)?\s+([\w:.@/-]+)/g
const makeCommand =
  /(?:^|[;&|(]\s*)make((?:\s+(?:-[jBks]\d*|[A-Z_]+=\S*))*)\s+([a-zA-Z][\w.-]*)(?=\s|$|[;&|)])/g
const justCommand = /(?:^|[;&|(]\s*)just\s+([a-zA-Z][\w-]*)(?=\s|$|[;&|)])/g

/** Reports commands in code that the project does not define. */
export function checkCommands(
  project: CheckedProject,
  file: CheckedText,
  commands: ProjectCommands,
): CheckFault[] {
  const { code, shell } = project.scan(file)
  return [...code, ...shell].flatMap((reference) => checkCommand(file.path, reference, commands))
}

function checkCommand(file: string, { text, line }: TextReference, commands: ProjectCommands): CheckFault[] {
  const { scripts, targets, recipes } = commands
  const report = (command: string, what: string, known: ReadonlySet<string>) =>
    makeFault('command-missing', {
      ...{ file, line },
      message: `\`${command}\` names ${what} that the project does not have.`,
      expected: describeKnown(known),
      advice: 'Correct the name, or define it.',
    })
  const findings: CheckFault[] = []
  for (const [, manager, name] of text.matchAll(scriptCommand))
    if (scripts !== null && isName(name!) && !scripts.has(name!))
      findings.push(report(`${manager} run ${name}`, 'a script', scripts))
  for (const [, , name] of text.matchAll(makeCommand))
    if (targets !== null && isName(name!) && !targets.has(name!))
      findings.push(report(`make ${name}`, 'a target', targets))
  for (const [, name] of text.matchAll(justCommand))
    if (recipes.size > 0 && isName(name!) && !recipes.has(name!))
      findings.push(report(`just ${name}`, 'a recipe', recipes))
  return findings
}

/** Not a placeholder such as NAME, foo or x. */
function isName(name: string): boolean {
  return !/^(?:[A-Z_]+|foo|bar|name|script|target|recipe|x+|y|\.+)$/.test(name) && !name.endsWith('...')
}

const maxKnown = 8

function describeKnown(known: ReadonlySet<string>): string {
  const names = [...known].sort()
  if (names.length === 0) return 'a command that a file of the project defines; there is none'
  const more = names.length > maxKnown ? ` and ${names.length - maxKnown} more` : ''
  return `one of ${names.slice(0, maxKnown).join(', ')}${more}`
}

const managerCommand =
  /(?:^|[;&|(]\s*)(npm|pnpm|yarn|bun)\s+(?:install|i|ci|run|test|start|add|build|lint)\b(?![^;&|]*\s-(?:g|-global)\b)/

/** Reports commands of another package manager than the project's, where files that are loaded together disagree. */
export function checkContradictions(
  project: CheckedProject,
  files: readonly CheckedText[],
  { packageManager, scripts }: ProjectCommands,
): CheckFault[] {
  if (scripts === null) return []
  const uses = files.flatMap(({ path, text }) => {
    const { code, shell } = project.scan({ path, text, isUtf8: true })
    return [...code, ...shell].flatMap(({ text: command, line }) => {
      const manager = managerCommand.exec(command)?.[1]
      return manager === undefined ? [] : [{ path, line, command, manager }]
    })
  })
  const right = uses.find(({ manager }) => manager === packageManager)
  if (right === undefined) return []
  const first = new Map<string, (typeof uses)[number]>()
  for (const use of uses) if (use.manager !== packageManager && !first.has(use.path)) first.set(use.path, use)
  return [...first.values()].map(({ path: file, line, command, manager }) =>
    makeFault('commands-contradict', {
      ...{ file, line },
      message: `\`${command.slice(0, 80)}\` uses ${manager}; ${right.path}:${right.line} uses ${packageManager}.`,
      expected: `${packageManager}, by the lock file`,
      advice: `Use ${packageManager} in all files that are loaded together.`,
    }),
  )
}
