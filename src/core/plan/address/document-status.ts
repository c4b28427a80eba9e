import type { CollectionRule } from '../../manifest/index.ts'
import { getBaseName, getStem } from '../../values/index.ts'

type StatusRule = NonNullable<CollectionRule['status']>

/** Returns the later of the stages in a document's name and in its fields; null if neither has one. */
export function resolveDocumentStatus(rule: StatusRule, path: string, status: string | null): string | null {
  const stages = Object.keys(rule.values)
  const inName = listStatusParts(getStem(getBaseName(path))).map((part) => findStage(rule, part))
  const all = [...inName, status === null ? null : findStage(rule, status)]
  const latest = Math.max(...all.map((stage) => (stage === null ? -1 : stages.indexOf(stage))))
  return stages[latest] ?? null
}

function findStage({ values }: StatusRule, status: string): string | null {
  const normalized = normalizeSpelling(status)
  for (const [stage, spellings] of Object.entries(values)) {
    if ([stage, ...spellings].some((spelling) => isSame(normalized, normalizeSpelling(spelling))))
      return stage
  }
  return null
}

/** "Accepted, with changes" means accepted. A single letter must match exactly. */
function isSame(normalized: string, spelling: string): boolean {
  return normalized === spelling || (spelling.length > 1 && normalized.startsWith(`${spelling} `))
}

/** Ignores text that is struck out. */
function normalizeSpelling(text: string): string {
  return text
    .replace(/~~.*?~~/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns the letter after the number of `0007-I-slug`, or the word after the last dot of `0007-slug.wip`. */
function listStatusParts(stem: string): string[] {
  const [, letter] = /^\d+-([A-Z])-/.exec(stem) ?? []
  const dot = stem.lastIndexOf('.')
  return [...(letter === undefined ? [] : [letter]), ...(dot > 0 ? [stem.slice(dot + 1)] : [])]
}
