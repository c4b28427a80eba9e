// Turborepo and Nx run a task of all packages, or of one, by name. The root scripts often wrap them; these commands are for projects whose scripts do not.
import { classifyTasks, findPackageManager, type Task } from './find-tasks.ts'
import { getRecord, getText, getTexts, isRecord, parseLooseJson } from './parsed-record.ts'
import type { ProjectCommand } from './project-command.ts'
import type { ProjectFiles } from './project-files.ts'

/** Each project file that is read is watched from then on. */
const maxProjectFiles = 12
const maxNames = 5

/** Commands of turbo.json and nx.json, one of each kind, for tasks that no script has under the same name. */
export function findRunnerCommands(files: ProjectFiles, tasks: readonly Task[]): ProjectCommand[] {
  const run = findExecutor(files)
  const known = new Set(tasks.map(({ name }) => name))
  return [readTurbo(files, run), readNx(files, run)].flatMap(({ tasks: found, testOne }) => {
    const { plain, other } = classifyTasks(found.filter(({ name }) => !known.has(name)))
    const all = [...plain, ...other]
    const first = all.filter(
      (command, index) =>
        all.findIndex(({ kind }) => kind === command.kind) === index && command.kind !== 'run',
    )
    return testOne === null ? first : [...first, testOne]
  })
}

interface RunnerTasks {
  readonly tasks: readonly Task[]
  /** How the tests of one package run. */
  readonly testOne: ProjectCommand | null
}

const none: RunnerTasks = { tasks: [], testOne: null }

/** How the package manager starts a program of the project. */
function findExecutor(files: ProjectFiles): string {
  const manager = findPackageManager(files)
  return manager === 'npm' ? 'npx' : manager === 'bun' ? 'bunx' : manager
}

/** Tasks were called `pipeline` before Turborepo 2. `package#task` and `//#task` belong to one package. */
function readTurbo(files: ProjectFiles, run: string): RunnerTasks {
  const path = files.paths.find((candidate) => /^turbo\.jsonc?$/.test(candidate))
  const text = path === undefined ? null : files.read(path)
  if (path === undefined || text === null) return none
  const parsed = parseLooseJson(text)
  const names = Object.keys({ ...getRecord(parsed, 'pipeline'), ...getRecord(parsed, 'tasks') }).filter(
    isTaskName,
  )
  const tasks = names.map((name) => ({ name, command: `${run} turbo run ${name}`, note: '', path }))
  const test = findTestName(names)
  const command = `${run} turbo run ${test} --filter=PACKAGE`
  return { tasks, testOne: test === undefined ? null : { kind: 'test one', command, note: '', path } }
}

interface NxProject {
  readonly name: string
  readonly path: string
  readonly targets: readonly string[]
}

/** Targets have defaults in nx.json, names in the options of its plugins, and bodies in the project.json of each project. */
function readNx(files: ProjectFiles, run: string): RunnerTasks {
  const path = 'nx.json'
  const text = files.paths.includes(path) ? files.read(path) : null
  if (text === null) return none
  const parsed = parseLooseJson(text)
  const projects = findNxProjects(files)
  const declared = [
    ...Object.keys(getRecord(parsed, 'targetDefaults')),
    ...readPluginTargets(getRecord(parsed).plugins),
    ...getTexts(getRecord(parsed, 'tasksRunnerOptions', 'default', 'options').cacheableOperations),
  ].map((name) => ({ name, path }))
  const own = projects.flatMap((project) => project.targets.map((name) => ({ name, path: project.path })))
  const targets = [...declared, ...own].filter(
    ({ name }, index, all) => isTaskName(name) && all.findIndex((target) => target.name === name) === index,
  )
  const tasks = targets.map((target) => ({
    ...target,
    command: `${run} nx run-many -t ${target.name}`,
    note: '',
  }))
  return { tasks, testOne: describeNxTest(tasks, projects, run) }
}

function describeNxTest(
  tasks: readonly Task[],
  projects: readonly NxProject[],
  run: string,
): ProjectCommand | null {
  const test = findTestName(tasks.map(({ name }) => name))
  const task = tasks.find(({ name }) => name === test)
  if (test === undefined || task === undefined) return null
  const names = projects
    .filter(({ targets }) => targets.length === 0 || targets.includes(test))
    .map(({ name }) => name)
  const note =
    names.length === 0
      ? ''
      : `PROJECT is one of ${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ', …' : ''}`
  return { kind: 'test one', command: `${run} nx ${shortenRun(test)}`, note, path: task.path }
}

/** `nx test PROJECT` is short for `nx run PROJECT:test`, except for names with a colon. */
function shortenRun(target: string): string {
  return target.includes(':') ? `run PROJECT:${target}` : `${target} PROJECT`
}

function findNxProjects(files: ProjectFiles): NxProject[] {
  return files.paths
    .filter((path) => /(?:^|\/)project\.json$/.test(path))
    .slice(0, maxProjectFiles)
    .flatMap((path) => {
      const parsed = parseLooseJson(files.read(path) ?? '')
      const name = getText(parsed, 'name') ?? path.split('/').at(-2) ?? files.name
      return isRecord(parsed) && /^[\w@/.-]+$/.test(name)
        ? [{ name, path, targets: Object.keys(getRecord(parsed, 'targets')) }]
        : []
    })
}

/** Plugins name their targets as `testTargetName: "test"` or `build: { targetName: "build" }`. */
function readPluginTargets(plugins: unknown): string[] {
  return (Array.isArray(plugins) ? plugins : []).flatMap((plugin) =>
    Object.entries(getRecord(plugin, 'options')).flatMap(([key, value]) =>
      /[tT]argetName$/.test(key) ? getTexts(value) : getTexts(getRecord(value).targetName),
    ),
  )
}

/** Not a package's own task, an executor (`@nx/js:tsc`) or a pattern. */
function isTaskName(name: string): boolean {
  return /^[a-zA-Z][\w:.-]*$/.test(name)
}

function findTestName(names: readonly string[]): string | undefined {
  return names.find((name) => name === 'test') ?? names.find((name) => /^tests?[:_-](?:unit|lib)$/.test(name))
}
