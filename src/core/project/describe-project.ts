import { assertNever } from '../values/index.ts'
import { describeCommands } from './describe-commands.ts'
import { describeConventions } from './describe-conventions.ts'
import { describeLayout } from './describe-layout.ts'
import { describePurpose } from './describe-purpose.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'

/** Descriptions of a repository that are computed from its files. Each has the address `foreword://project/NAME`. */
export const projectTopics = ['purpose', 'commands', 'layout', 'conventions'] as const

export type ProjectTopic = (typeof projectTopics)[number]

/** Describes one topic, the most useful lines first. The same files give the same lines; none if the files say nothing about it. */
export function describeProject(topic: ProjectTopic, files: ProjectFiles): ProjectLine[] {
  return describeTopic(topic, files).map((line) => (topic === 'purpose' ? line : nameFile(line, files)))
}

/** Each line names the file that says it. A directory that is only listed has none. */
function nameFile({ text, path }: ProjectLine, { paths }: ProjectFiles): ProjectLine {
  return { text: paths.includes(path) && !text.includes(path) ? `${text} (${path})` : text, path }
}

function describeTopic(topic: ProjectTopic, files: ProjectFiles): ProjectLine[] {
  switch (topic) {
    case 'purpose':
      return describePurpose(files)
    case 'commands':
      return describeCommands(files)
    case 'layout':
      return describeLayout(files)
    case 'conventions':
      return describeConventions(files)
    default:
      return assertNever(topic)
  }
}
