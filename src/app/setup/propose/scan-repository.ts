import type { Agent } from '../../../agents/index.ts'
import { getBaseName } from '../../../core/values/index.ts'
import type { SourceReader } from '../../../ports/index.ts'
import {
  type CollectionDetectionRule,
  collectionDetectionRules,
  type DetectionRule,
  detectionRules,
  instructionFileNames,
  nonDocumentNames,
} from './detection-rules.ts'

/** The usual files that a repository has. */
export interface RepositoryScan {
  readonly sections: readonly { readonly rule: DetectionRule; readonly places: readonly string[] }[]
  readonly collections: readonly {
    readonly rule: CollectionDetectionRule
    readonly places: readonly string[]
    readonly count: number
  }[]
  readonly memory: AgentInstructionFiles
}

/** Files that agents load by themselves. */
export interface AgentInstructionFiles {
  readonly files: readonly { readonly path: string; readonly agents: readonly Agent[] }[]
  /** The file for agents that load none of the existing files; null if every agent loads one, or if there is none. */
  readonly other: { readonly path: string; readonly agents: readonly Agent[] } | null
}

/** Reads names, and only enough content to see that a file is not empty. */
export function scanRepository(reader: SourceReader, agents: readonly Agent[]): RepositoryScan {
  return {
    sections: detectionRules
      .map((rule) => ({ rule, places: findPlaces(reader, rule.places) }))
      .filter(({ places }) => places.length > 0),
    collections: collectionDetectionRules
      .map((rule) => {
        const places = rule.places.filter((place) => listDocuments(reader, place).length > 0)
        const count = places.reduce((sum, place) => sum + listDocuments(reader, place).length, 0)
        return { rule, places, count }
      })
      .filter(({ count }) => count > 0),
    memory: findInstructionFiles(reader, agents),
  }
}

/** Returns the first place that has documents. If it is a glob, also returns all other globs that match. */
function findPlaces(reader: SourceReader, places: readonly string[]): string[] {
  const [first, ...others] = places.filter((place) => listDocuments(reader, place).length > 0)
  if (first === undefined) return []
  return isGlob(first) ? [first, ...others.filter(isGlob)] : [first]
}

function isGlob(place: string): boolean {
  return place.includes('*')
}

/** Lists the files that match, if at least one of the first five has content. */
export function listDocuments(reader: SourceReader, place: string): string[] {
  const names = reader.list(place)
  const listed = isGlob(place) ? names.filter((path) => !isNonDocument(reader, path)) : names
  // The first few are enough: a folder of a thousand documents is not read to find that it has some.
  return listed.slice(0, 5).some((path) => hasContent(reader, path)) ? listed : []
}

function isNonDocument(reader: SourceReader, path: string): boolean {
  return nonDocumentNames.some((pattern) => reader.matches(pattern, getBaseName(path)))
}

function hasContent(reader: SourceReader, path: string): boolean {
  const observed = reader.read(path)
  return observed.state === 'found' && observed.text.trim() !== ''
}

function findInstructionFiles(reader: SourceReader, agents: readonly Agent[]): AgentInstructionFiles {
  const there = instructionFileNames.filter((path) => hasContent(reader, path))
  const loads = (agent: Agent) => agent.memory.find((path) => (there as readonly string[]).includes(path))
  const files = there.map((path) => ({ path, agents: agents.filter((agent) => loads(agent) === path) }))
  const without = agents.filter((agent) => loads(agent) === undefined)
  const [path] = there
  return { files, other: path === undefined || without.length === 0 ? null : { path, agents: without } }
}
