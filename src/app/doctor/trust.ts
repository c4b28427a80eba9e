import type { Agent } from '../../agents/index.ts'
import { dataIn, listHandlers, SettingsFault } from '../../core/settings/index.ts'
import { Refusal } from '../../core/values/index.ts'
import { isOwn } from '../install/install.ts'
import type { DoctorTools, Looked } from './tools.ts'

interface Findings {
  readonly notes: string[]
  readonly problems: string[]
}

/** Whether the agent lets hooks run, as far as its own files tell. */
export function trustFindings(
  tools: DoctorTools,
  root: string,
  agent: Agent,
  files: readonly Looked[],
): Findings {
  const rule = agent.hooks!.settings
  if (rule.trustFile === null) return { notes: [], problems: [] }
  const place = tools.userPlace(rule, rule.trustFile.user)
  const text = readOr(tools, place)
  if (rule.trustFile.kind === 'folders') return folderFindings(agent, root, text, files)
  const missing = files
    .flatMap((file) => statesOf(tools, file))
    .filter((state) => !(text ?? '').includes(state))
  if (missing.length > 0) return { notes: [], problems: [`Not trusted there yet: ${rule.trust}`] }
  return {
    notes: [
      `${agent.title} has an answer for every entry; whether it is about these very words only it can tell.`,
    ],
    problems: [],
  }
}

function readOr({ files }: DoctorTools, place: Parameters<DoctorTools['files']['read']>[0]): string | null {
  try {
    return files.read(place)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** The names under which answers about our entries are kept. */
function statesOf(tools: DoctorTools, { place }: Looked): string[] {
  const text = readOr(tools, place)
  if (text === null) return []
  return listHandlers(text)
    .filter(({ command }) => isOwn(command))
    .map(({ event, place: [group, handler] }) => {
      const snake = event.replace(/(?!^)[A-Z]/g, '_$&').toLowerCase()
      return JSON.stringify(`${place.file}:${snake}:${group}:${handler}`)
    })
}

function folderFindings(
  { title, program }: Agent,
  root: string,
  text: string | null,
  files: readonly Looked[],
): Findings {
  const answer = text === null ? null : answerFor(root, text)
  if (answer === 'trusted') return { notes: [`${title} trusts this folder.`], problems: [] }
  const said =
    answer === null ? 'has not been told whether it trusts this folder' : 'does not trust this folder'
  const note = `${title} ${said}: start ${program} here and trust it. Without that it ends with 55 where nobody sits.`
  const inProject = files.some((file) => file.scope === 'project' && file.own.length > 0)
  return inProject
    ? { notes: [], problems: [`${note} Hooks of the project do not run.`] }
    : { notes: [note], problems: [] }
}

/** The answer for the nearest folder counts. */
function answerFor(root: string, text: string): 'trusted' | 'not' | null {
  let data: unknown
  try {
    data = dataIn(text)
  } catch (error) {
    if (error instanceof SettingsFault) return null
    throw error
  }
  if (typeof data !== 'object' || data === null) return null
  const answers = Object.entries(data).map(([path, value]) => ({
    folder: value === 'TRUST_PARENT' ? path.replace(/[/\\][^/\\]*$/, '') : path,
    trusted: value !== 'DO_NOT_TRUST',
  }))
  const around = answers.filter(({ folder }) => root === folder || root.startsWith(`${folder}/`))
  const nearest = around.sort((a, b) => b.folder.length - a.folder.length)[0]
  return nearest === undefined ? null : nearest.trusted ? 'trusted' : 'not'
}
