import type { CollectionRule } from '../../manifest/index.ts'
import { getBaseName, getStem } from '../../values/index.ts'

type StatusRule = NonNullable<CollectionRule['status']>

/** The stage of a document: the later one of what its name and its fields say; null where neither says any. */
export function resolveDocumentStatus(rule: StatusRule, path: string, said: string | null): string | null {
  const stages = Object.keys(rule.values)
  const inName = partsOf(getStem(getBaseName(path))).map((part) => stageOf(rule, part))
  const all = [...inName, said === null ? null : stageOf(rule, said)]
  const latest = Math.max(...all.map((stage) => (stage === null ? -1 : stages.indexOf(stage))))
  return stages[latest] ?? null
}

function stageOf({ values }: StatusRule, said: string): string | null {
  const spoken = spelled(said)
  for (const [stage, spellings] of Object.entries(values)) {
    if ([stage, ...spellings].some((one) => isSame(spoken, spelled(one)))) return stage
  }
  return null
}

/** "Accepted, with changes" is accepted; a single letter stands alone. */
function isSame(spoken: string, spelling: string): boolean {
  return spoken === spelling || (spelling.length > 1 && spoken.startsWith(`${spelling} `))
}

/** What is struck out is no longer said. */
function spelled(text: string): string {
  return text
    .replace(/~~.*?~~/g, ' ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** `0007-I-slug` says a letter behind its number, `0007-slug.wip` a word behind its last dot. */
function partsOf(stem: string): string[] {
  const [, letter] = /^\d+-([A-Z])-/.exec(stem) ?? []
  const dot = stem.lastIndexOf('.')
  return [...(letter === undefined ? [] : [letter]), ...(dot > 0 ? [stem.slice(dot + 1)] : [])]
}
