// Tasks that a project names itself: scripts, targets, recipes and environments.
import { getRecord, getText, getTexts, isRecord, parseLooseJson } from './parsed-record.ts'
import { type CommandKind, classifyCommand, type ProjectCommand } from './project-command.ts'
import type { ProjectFiles } from './project-files.ts'

export interface Task {
  readonly name: string
  /** How a person starts it. */
  readonly command: string
  /** The command behind it, or its description. */
  readonly note: string
  readonly path: string
}

type TaskReader = (text: string, files: ProjectFiles) => Omit<Task, 'path'>[]

const taskReaders: readonly (readonly [RegExp, TaskReader])[] = [
  [
    /^package\.json$/,
    (text, files) =>
      readScripts(getRecord(parseLooseJson(text), 'scripts'), `${findPackageManager(files)} run`),
  ],
  [/^deno\.jsonc?$/, (text) => readScripts(getRecord(parseLooseJson(text), 'tasks'), 'deno task')],
  [/^composer\.json$/, (text) => readScripts(getRecord(parseLooseJson(text), 'scripts'), 'composer')],
  [/^(?:GNUm|M|m)akefile$/, readMakefile],
  [/^\.?justfile$/i, readJustfile],
  [/^[Tt]askfile\.ya?ml$/, (text, { parseYaml }) => readYamlTasks(getRecord(parseYaml(text), 'tasks'))],
  [
    /^tox\.ini$/,
    (text) =>
      [...text.matchAll(/^\[testenv:([\w.-]+)\]/gm)].map((match) => ({
        name: match[1]!,
        command: `tox run -e ${match[1]}`,
        note: '',
      })),
  ],
  [
    /^noxfile\.py$/,
    (text) =>
      [...text.matchAll(/^@nox\.session[^\n]*\n(?:@[^\n]*\n)*def (\w+)/gm)].map((match) => ({
        name: match[1]!,
        command: `nox -s ${match[1]}`,
        note: '',
      })),
  ],
  [/^pyproject\.toml$/, (text, { parseToml }) => readPyproject(parseToml(text))],
  [/^hatch\.toml$/, (text, { parseToml }) => readHatchEnvironments(getRecord(parseToml(text), 'envs'))],
  [
    /^Rakefile$/,
    (text) =>
      [
        ...text.matchAll(
          /desc ['"]([^'"\n]+)['"]\s*\n\s*(?:\w+::\w+Task\.new\(:?|(?:RSpec::Core::RakeTask|task)[ (.]*(?:new\()?:?['"]?)(\w+)/g,
        ),
      ].map((match) => ({ name: match[2]!, command: `bundle exec rake ${match[2]}`, note: match[1]! })),
  ],
  [
    /^\.cargo\/config\.toml$/,
    (text, { parseToml }) => readScripts(getRecord(parseToml(text), 'alias'), 'cargo'),
  ],
]

export function findTasks(files: ProjectFiles): Task[] {
  return taskReaders.flatMap(([name, read]) => {
    const path = files.paths.find((candidate) => name.test(candidate))
    const text = path === undefined ? null : files.read(path)
    return path === undefined || text === null ? [] : read(text, files).map((task) => ({ ...task, path }))
  })
}

/** The program whose lock file is there. */
export function findPackageManager(files: ProjectFiles): string {
  const declared = getText(parseLooseJson(files.read('package.json') ?? ''), 'packageManager')?.split('@')[0]
  if (declared !== undefined && /^(?:npm|pnpm|yarn|bun)$/.test(declared)) return declared
  const has = (name: RegExp) => files.paths.some((path) => name.test(path))
  if (has(/^pnpm-(?:lock|workspace)\.yaml$/)) return 'pnpm'
  if (has(/^bun\.lockb?$/)) return 'bun'
  return has(/^yarn\.lock$/) ? 'yarn' : 'npm'
}

/** The tasks with a kind: those with a plain name such as `test`, and the others, shorter names first. */
export function classifyTasks(tasks: readonly Task[]): {
  readonly plain: ProjectCommand[]
  readonly other: ProjectCommand[]
} {
  const known = tasks.flatMap((task) => {
    const kind = classifyTask(task)
    return kind === null ? [] : [{ ...task, kind }]
  })
  const isPlain = ({ name }: Task) => plainNames.test(name)
  const bare = ({ name: _, ...command }: Task & { readonly kind: CommandKind }): ProjectCommand => command
  const other = known.filter((task) => !isPlain(task)).sort((a, b) => a.name.length - b.name.length)
  return { plain: known.filter(isPlain).map(bare), other: other.map(bare) }
}

const plainNames =
  /^(?:tests?|build|compile|lint|format|fmt|check|typecheck|types|docs?|install|setup|spec|ci|verify|dev|start|clippy)(?:[:_-](?:all|unit|types?))?$/

/** A check may test or lint: the command behind it tells. */
function classifyTask({ name, note }: Task): CommandKind | null {
  const behind = /^(?:check|verify|ci)$/.test(name) ? classifyCommand(note) : null
  return behind ?? classifyTaskName(name)
}

function classifyTaskName(name: string): CommandKind | null {
  if (
    /(?:^|[:_-])(?:pre|post)|publish|release|deploy|version|changeset|clean|remove|copy|nuke|bump|upgrade|ci:|bench|size|prepack|prepublish|postinstall|preinstall|completions?|screenshot/i.test(
      name,
    )
  )
    return null
  return classifyCommand(name.replace(/[:_-]/g, ' '))
}

function readScripts(scripts: Readonly<Record<string, unknown>>, run: string): Omit<Task, 'path'>[] {
  return Object.entries(scripts).flatMap(([name, body]) => {
    const note = getTexts(body).join(' && ')
    const short = name === 'test' && /^(?:npm|pnpm|yarn) run$/.test(run) ? run.replace(' run', '') : run
    return note === '' || /no test specified/.test(note) ? [] : [{ name, command: `${short} ${name}`, note }]
  })
}

function readMakefile(text: string): Omit<Task, 'path'>[] {
  return [...text.matchAll(/^([a-zA-Z][\w.-]*)[ \t]*:(?![=:])([^\n]*)(?:\n\t@?([^\n]+))?/gm)].map(
    ([, name, rest, first]) => ({
      name: name!,
      command: `make ${name}`,
      note: /##\s*(.+)/.exec(rest!)?.[1] ?? cleanRecipe(first ?? ''),
    }),
  )
}

/** A recipe line that a reader understands without the variables of the file. */
function cleanRecipe(line: string): string {
  return /\$[({]|\$\$|^\s*(?:if|for|@?echo|#)/.test(line) ? '' : line.trim()
}

function readJustfile(text: string): Omit<Task, 'path'>[] {
  return [
    ...text.matchAll(
      /^(?:#\s*(.*)\n)?(?:\[[^\]\n]*\]\n)*@?([a-zA-Z][\w-]*)((?:[ \t]+[*+$]?\w+(?:=\S+)?)*)[ \t]*:(?!=)[^\n]*(?:\n[ \t]+@?([^\n]+))?/gm,
    ),
  ].map(([, about, name, parameters, first]) => ({
    name: name!,
    command: `just ${name}${parameters!.replace(/\s+[*+$]?(\w+)(?:=\S+)?/g, ' [$1]')}`,
    note: about ?? (/\{\{/.test(first ?? '') ? '' : (first ?? '').trim()),
  }))
}

function readYamlTasks(tasks: Readonly<Record<string, unknown>>): Omit<Task, 'path'>[] {
  return Object.entries(tasks).map(([name, task]) => ({
    name,
    command: `task ${name}`,
    note: getText(task, 'desc') ?? getTexts(isRecord(task) ? task.cmds : task)[0] ?? '',
  }))
}

function readPyproject(parsed: unknown): Omit<Task, 'path'>[] {
  const tool = getRecord(parsed, 'tool')
  const tox = getRecord(tool, 'tox')
  const base = joinCommands(getRecord(tox, 'env_run_base').commands)
  const environments = Object.entries(getRecord(tox, 'env')).map(([name, env]) => ({
    name,
    command: `tox run -e ${name}`,
    note: joinCommands(isRecord(env) ? env.commands : undefined) || (getText(env, 'description') ?? ''),
  }))
  return [
    ...readHatchEnvironments(getRecord(tool, 'hatch', 'envs')),
    ...readScripts(getRecord(tool, 'pdm', 'scripts'), 'pdm run'),
    ...readScripts(getRecord(tool, 'poe', 'tasks'), 'poe'),
    ...(base === '' ? [] : [{ name: 'test', command: 'tox run', note: base }]),
    ...environments,
  ]
}

/** Commands of tox are lists of words. */
function joinCommands(commands: unknown): string {
  if (!Array.isArray(commands)) return ''
  return commands
    .map((command) =>
      getTexts(command)
        .filter((word) => !/^\{/.test(word))
        .join(' '),
    )
    .filter((command) => command !== '')
    .join(' && ')
}

function readHatchEnvironments(environments: Readonly<Record<string, unknown>>): Omit<Task, 'path'>[] {
  return Object.entries(environments).flatMap(([environment, value]) =>
    Object.entries(getRecord(value, 'scripts')).map(([script, body]) => ({
      name: environment === 'default' ? script : `${environment} ${script}`,
      command: environment === 'default' ? `hatch run ${script}` : `hatch run ${environment}:${script}`,
      note: getTexts(body).join(' && '),
    })),
  )
}
