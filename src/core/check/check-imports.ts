import type { CheckFault, MeasuredAgent } from './check-fault.ts'
import { makeFault } from './check-rules.ts'
import { type CheckedProject, type CheckedText, resolvePath } from './checked-project.ts'
import type { TextReference } from './scan-references.ts'

/** An agent that follows imports, and the files that it starts from. */
export interface ImportingAgent {
  readonly agent: MeasuredAgent
  readonly title: string
  readonly maxSteps: number
  readonly roots: readonly string[]
}

interface Import extends TextReference {
  readonly from: string
  /** Null if it leads out of the project. */
  readonly to: string | null
}

/** Checks the imports of all files that an agent reaches from its instructions. */
export function checkImports(project: CheckedProject, importing: ImportingAgent): CheckFault[] {
  const { reached, deep } = followImports(project, importing)
  const all = reached.flatMap((path) => listImports(project, path))
  const broken = all.flatMap((found) => describeBroken(project, found) ?? [])
  return [...broken, ...findCircles(project, importing.roots).map(describeCircle), ...deep]
}

/** The existing imports of a file, and those that lead nowhere. */
function listImports(project: CheckedProject, from: string): Import[] {
  const file = project.read(from)
  if (file === null) return []
  return project.scan(file).imports.flatMap(({ text, line }) => {
    const to = resolveImport(project, from, text)
    return to === undefined ? [] : [{ from, to, text, line }]
  })
}

/** Goes step by step, so that each file is reached by its shortest way. */
function followImports(
  project: CheckedProject,
  { roots, maxSteps, title, agent }: ImportingAgent,
): { reached: string[]; deep: CheckFault[] } {
  const starts = new Map(roots.map((root) => [root, root]))
  const deep: CheckFault[] = []
  let latest = [...roots]
  for (let step = 1; latest.length > 0; step++) {
    const next: string[] = []
    for (const { from, to, line } of latest.flatMap((path) => listImports(project, path))) {
      if (to === null || starts.has(to) || !project.paths.has(to)) continue
      const root = starts.get(from)!
      starts.set(to, root)
      if (step > maxSteps)
        deep.push(
          makeFault('import-too-deep', {
            ...{ file: from, line, agent },
            message: `${to} is ${step} imports away from ${root}; ${title} follows ${maxSteps}.`,
            expected: `at most ${maxSteps} imports in a row`,
            advice: `Import it from ${root} or from a file near it.`,
          }),
        )
      else next.push(to)
    }
    latest = next
  }
  return { reached: [...starts.keys()], deep }
}

function describeBroken(project: CheckedProject, { from: file, to, text, line }: Import): CheckFault | null {
  if (to === null)
    return makeFault('import-outside', {
      ...{ file, line },
      message: `@${text} leads out of the repository.`,
      expected: 'a file of the repository',
      advice: 'Move the text into the repository.',
    })
  if (project.paths.has(to)) return null
  return makeFault('import-missing', {
    ...{ file, line },
    message: `@${text} is imported, and ${to} does not exist.`,
    expected: 'an existing file, by a path relative to this one',
    advice: `Correct the path, or write \`@${text}\` in backticks if it is not an import.`,
  })
}

/** The imports that lead back to a file on their own way. Each file is entered once. */
function findCircles(project: CheckedProject, roots: readonly string[]): Import[] {
  const circles: Import[] = []
  const done = new Set<string>()
  const enter = (path: string, trail: readonly string[]) => {
    if (done.has(path) || trail.length > maxTrail) return
    done.add(path)
    const inside = [...trail, path]
    for (const found of listImports(project, path)) {
      if (found.to === null) continue
      if (inside.includes(found.to)) circles.push(found)
      else enter(found.to, inside)
    }
  }
  for (const root of roots) enter(root, [])
  return circles
}

/** No agent follows more. A chain without an end must not fill the stack. */
const maxTrail = 100

function describeCircle({ from: file, to, text, line }: Import): CheckFault {
  return makeFault('import-cycle', {
    ...{ file, line },
    message: `@${text} leads back to ${to}, which is being imported.`,
    expected: 'imports without a circle',
    advice: 'Remove one of the imports of the circle.',
  })
}

/** Undefined if the words after `@` are not a path: a person, a package, an address. */
export function resolveImport(
  project: CheckedProject,
  from: string,
  text: string,
): string | null | undefined {
  if (text.startsWith('~')) return undefined
  const path = text.replace(/[.,;:!?)\]'"]+$/, '')
  if (path.startsWith('/')) return /\.\w+$/.test(path) ? null : undefined
  const to = resolvePath(from, path)
  if (to === null) return null
  if (project.paths.has(to)) return to
  const top = to.split('/')[0]!
  const isDocument = /\.(?:md|mdc|mdx|txt|rst|adoc)$/i.test(path)
  const isBelowDirectory = /\.\w{1,8}$/.test(path) && to.includes('/') && project.paths.has(`${top}/`)
  return isDocument || isBelowDirectory ? to : undefined
}

/** Reports imports in a file that an agent loads without following them. */
export function checkUnfollowedImports(
  project: CheckedProject,
  file: CheckedText,
  { agent, title }: Pick<ImportingAgent, 'agent' | 'title'>,
): CheckFault[] {
  return project.scan(file).imports.flatMap(({ text, line }) => {
    const to = resolveImport(project, file.path, text)
    if (typeof to !== 'string' || !project.paths.has(to)) return []
    return [
      makeFault('import-not-followed', {
        ...{ file: file.path, line, agent },
        message: `${title} does not follow @${text}.`,
        expected: `the text of ${to} in this file, or a sentence that tells when to read it`,
        advice: `Write "Read ${to} before …" instead, or put the text here.`,
      }),
    ]
  })
}

const maxWords = 30

/** Reports an instruction file that holds hardly more than a link to another one. */
export function checkLinkInstead(
  project: CheckedProject,
  file: CheckedText,
  isInstructions: (path: string) => boolean,
): CheckFault[] {
  const { links, imports, prose } = project.scan(file)
  const words = prose.flatMap(({ text }) => text.split(/\s+/)).filter((word) => /\p{L}/u.test(word))
  if (imports.length > 0 || words.length > maxWords) return []
  return links.flatMap(({ text, line }) => {
    const to = resolvePath(file.path, text.replace(/[?#].*$/, ''))
    if (to === null || to === file.path || !isInstructions(to) || !project.paths.has(to)) return []
    return [
      makeFault('link-instead-of-import', {
        ...{ file: file.path, line },
        message: `The file is a link to ${to}, which an agent does not follow.`,
        expected: `@${text} on a line of its own`,
        advice: `Write @${text}, or make ${file.path} a symbolic link to ${to}.`,
      }),
    ]
  })
}
