import { isNoiseHeading } from '../document/index.ts'
import type { ProjectDocument } from './documents.ts'
import { classifyCommand, type ProjectCommand, readCommandLine } from './project-command.ts'
import { splitSentences } from './prose.ts'

const forContributors =
  /contribut|develop|build|test|compil|hack|from source|lint|format|setup|set up|getting started|running|checks|commands|requirements|workflow|spelling|quick ?start/i

/** Commands that the documents show in code blocks or in a sentence. */
export function findDocumentCommands(documents: readonly ProjectDocument[]): ProjectCommand[] {
  return documents.filter(({ role }) => role !== 'policy').flatMap(readDocument)
}

function readDocument({ path, role, blocks }: ProjectDocument): ProjectCommand[] {
  const found: ProjectCommand[] = []
  let previous = ''
  for (const { kind, text, under } of blocks) {
    const skipped = isNoiseHeading(under) || (role === 'readme' && !forContributors.test(under))
    if (kind === 'code' && !skipped) found.push(...readCodeBlock(text, path, previous))
    else if (!skipped) found.push(...readSentences(text, path))
    previous = kind === 'code' ? '' : text
  }
  return found
}

/** A comment on a line, or on the line before it, says what its command does; else the sentence that leads to the block. */
function readCodeBlock(text: string, path: string, lead: string): ProjectCommand[] {
  let comment = ''
  const commands: ProjectCommand[] = []
  for (const line of text.split('\n')) {
    const remark = /^\s*#\s+(.*)$/.exec(line)?.[1]
    if (remark !== undefined && readCommandLine(line) === null) {
      comment = remark
      continue
    }
    const command = readCommandLine(line)
    const kind = command === null ? null : classifyCommand(command)
    const trailing = /\s#\s+(.*)$/.exec(line)?.[1]
    if (command !== null && kind !== null) {
      const note =
        trailing ??
        (comment !== '' ? comment : commands.length === 0 ? (splitSentences(lead).at(-1) ?? '') : '')
      commands.push({ kind, command, note: note.length > 90 ? '' : note.replace(/:$/, ''), path })
    }
    comment = ''
  }
  return commands
}

function readSentences(text: string, path: string): ProjectCommand[] {
  return splitSentences(text).flatMap((sentence) =>
    [...sentence.matchAll(/`([^`]+)`/g)].flatMap((match) => {
      const command = readCommandLine(match[1]!)
      const kind =
        command === null || !/\s|^(?:pytest|tox|nox|make|ninja|rake|\.\/)/.test(command)
          ? null
          : classifyCommand(command)
      return command === null || kind === null
        ? []
        : [{ kind, command, note: sentence.length > 120 ? '' : sentence, path }]
    }),
  )
}
