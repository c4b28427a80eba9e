import type { Agent } from '../../agents/index.ts'
import {
  type CheckedText,
  type CheckFault,
  checkCommands,
  checkContradictions,
  checkFrontMatter,
  checkImports,
  checkLinkInstead,
  checkNames,
  checkPaths,
  checkRepeats,
  checkSettings,
  checkSize,
  checkText,
  checkUnfollowedImports,
  findProjectCommands,
  type MeasuredAgent,
  resolveImport,
} from '../../core/check/index.ts'
import { listAgentInstructionFiles } from '../session/index.ts'
import { isAgentText, isInstructionFile, listInstructionNames, listSettingsFiles } from './agent-texts.ts'
import type { CheckDeps } from './check-deps.ts'
import { CheckedTree } from './checked-tree.ts'

export interface FoundFaults {
  readonly findings: readonly CheckFault[]
  readonly tree: CheckedTree
  /** Number of texts for agents. */
  readonly checked: number
}

/** Runs every built-in check on a project. */
export async function findFaults(deps: CheckDeps): Promise<FoundFaults> {
  const tree = new CheckedTree(deps, listWithProgress(deps))
  const names = listInstructionNames(deps.agents)
  const files = [...tree.paths].filter((path) => !path.endsWith('/'))
  const texts = findAgentTexts(tree, files, names)
  const repository = await deps.engine.repository(deps.project, [])
  const commands = findProjectCommands(
    tree,
    await repository.loadParsers(files.filter((path) => !path.includes('/'))),
  )
  const renames = makeLazy(deps.listRenames)
  const findings = [
    ...checkNames(files, names),
    ...texts.flatMap((text) => {
      deps.tell({ done: 0, total: null, what: text.path })
      return [
        ...checkText(text, tree.scan(text)),
        ...checkFrontMatter(text),
        ...checkCommands(tree, text, commands),
        ...checkPaths(tree, text, renames()),
        ...(isInstructionFile(text.path, names)
          ? checkLinkInstead(tree, text, (path) => isInstructionFile(path, names))
          : []),
      ]
    }),
    ...deps.agents.flatMap((agent) => checkAgent(deps, tree, agent, commands)),
    ...listSettingsFiles(deps.agents).flatMap((path) => {
      const file = tree.read(path)
      return file === null ? [] : checkSettings(tree, file)
    }),
  ]
  return { findings: removeRepeated(findings), tree, checked: texts.length }
}

function* listWithProgress({ list, tell }: CheckDeps) {
  let done = 0
  for (const entry of list()) {
    done++
    if (done % 500 === 0) tell({ done, total: null, what: 'files' })
    yield entry
  }
}

function makeLazy<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The texts for agents, and all that they import. */
function findAgentTexts(
  tree: CheckedTree,
  files: readonly string[],
  names: readonly string[],
): CheckedText[] {
  const texts = new Map<string, CheckedText>()
  const add = (path: string) => {
    const text = texts.has(path) ? null : tree.read(path)
    if (text === null) return
    texts.set(path, text)
    for (const { text: target } of tree.scan(text).imports) {
      const to = resolveImport(tree, path, target)
      if (typeof to === 'string') add(to)
    }
  }
  for (const path of files) if (isAgentText(path, names)) add(path)
  // A link has the text of its file, and the file is checked under its own name.
  const seen = new Set<string>()
  return [...texts.values()].filter(({ path, text }) => {
    if (!tree.isLink(path)) return true
    const isNew =
      !seen.has(text) && ![...texts.values()].some((other) => other.text === text && !tree.isLink(other.path))
    seen.add(text)
    return isNew
  })
}

/** The checks that depend on the files which one agent loads together. */
function checkAgent(
  { engine, project }: CheckDeps,
  tree: CheckedTree,
  agent: Agent,
  commands: ReturnType<typeof findProjectCommands>,
): CheckFault[] {
  if (agent.testedVersion === null || agent.memory.length === 0) return []
  const measured: MeasuredAgent = { id: agent.id, version: agent.testedVersion }
  const { memoryLimit, ...unlimited } = agent
  return listStartDirectories(tree, agent).flatMap((directory) => {
    const loaded = listAgentInstructionFiles(unlimited, {
      readText: (path) => tree.read(path)?.text ?? null,
      readUserText: () => null,
      listMarkdown: (folder) => engine.listProjectMarkdown(project, folder),
      directory,
    })
    const files = removeOtherNames(loaded, agent).flatMap(({ path }) => tree.read(path) ?? [])
    const main = files.filter(({ path }) => isInstructionFile(path, agent.memory))
    const importing = { agent: measured, title: agent.title }
    return [
      ...(memoryLimit === undefined ? [] : checkSize(main, { ...importing, bytes: memoryLimit.bytes })),
      ...checkRepeats(files, measured),
      ...checkContradictions(tree, files, commands),
      ...(agent.importSteps === undefined
        ? files
            // Under another name the file is written for another agent.
            .filter(({ path }) => isInstructionFile(path, agent.memory.slice(0, 1)))
            .flatMap((file) => checkUnfollowedImports(tree, file, importing))
        : checkImports(tree, {
            ...importing,
            maxSteps: agent.importSteps,
            roots: main.map(({ path }) => path),
          })),
    ]
  })
}

/** The directories with instructions of their own, the root first. */
function listStartDirectories(tree: CheckedTree, { memory, memoryToo = [] }: Agent): string[] {
  const names = [...memory, ...memoryToo]
  const own = [...tree.paths].flatMap((path) => {
    const name = names.find((name) => path === name || path.endsWith(`/${name}`))
    return name === undefined ? [] : [path.slice(0, Math.max(0, path.length - name.length - 1))]
  })
  return [...new Set(['', ...own.sort()])]
}

/** The list names a file under each of its names. The agent loads it under the first. */
function removeOtherNames(
  files: readonly { readonly path: string; readonly text: string }[],
  { memory }: Agent,
): readonly { readonly path: string }[] {
  const getPlace = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
  const rank = (path: string) => memory.indexOf(path.slice(path.lastIndexOf('/') + 1))
  return files.filter(
    ({ path, text }) =>
      rank(path) <= 0 ||
      !files.some(
        (other) =>
          other.text === text &&
          getPlace(other.path) === getPlace(path) &&
          rank(other.path) >= 0 &&
          rank(other.path) < rank(path),
      ),
  )
}

/** Several agents and directories may lead to the same finding. It is told once, for the first agent. */
function removeRepeated(findings: readonly CheckFault[]): CheckFault[] {
  const seen = new Set<string>()
  return findings.filter(({ code, file, line, message }) => {
    const key = [code, file, line, message].join('\0')
    const isNew = !seen.has(key)
    seen.add(key)
    return isNew
  })
}
