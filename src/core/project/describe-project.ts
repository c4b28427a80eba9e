import { assertNever } from '../values/index.ts'
import type { ProjectFiles, ProjectLine } from './project-files.ts'

/** Descriptions of a repository that are computed from its files. Each has the address `foreword://project/NAME`. */
export const projectTopics = ['purpose', 'commands', 'layout', 'conventions'] as const

export type ProjectTopic = (typeof projectTopics)[number]

/** Describes one topic. The same files give the same lines; no line if the files say nothing about it. */
export function describeProject(topic: ProjectTopic, _files: ProjectFiles): ProjectLine[] {
  switch (topic) {
    case 'purpose':
    case 'commands':
    case 'layout':
    case 'conventions':
      return []
    default:
      return assertNever(topic)
  }
}
