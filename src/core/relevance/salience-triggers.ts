import type { PluginRule, SalienceRule } from '../manifest/index.ts'
import { containsWords } from '../plan/index.ts'
import { assertNever } from '../values/index.ts'

/** What triggers look at. */
export interface SalienceFacts {
  /** Messages of the latest commits, newest first. */
  readonly commits: readonly string[]
  /** Files that have changed, as far as they may be read. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly task: string | null
}

/** Whether a pattern of the manifest matches, in linear time; a text where it cannot say. */
export type PatternSearch = (pattern: string, text: string) => boolean | string

/** One trigger, whether it fires, and the reason in words. */
export interface TriggerResult {
  readonly kind: 'commit_msg_pattern' | 'file_annotation' | 'keyword_match'
  /** What it looks for. */
  readonly wanted: string
  readonly fires: boolean
  readonly why: string
}

/** Longer messages are looked at up to here. */
export const maxMessageLength = 4096

export function evaluateTriggers(
  { salience_triggers }: PluginRule,
  facts: SalienceFacts,
  search: PatternSearch,
): TriggerResult[] {
  return salience_triggers.flatMap((rule) => evaluateTrigger(rule, facts, search))
}

/** Which facts anybody asks for: the others need not be gathered. */
export interface NeededFacts {
  readonly commits: boolean
  readonly files: boolean
}

export function findNeededFacts(rules: readonly PluginRule[]): NeededFacts {
  const triggers = rules.flatMap((rule) => rule.salience_triggers)
  return {
    commits: triggers.some((trigger) => 'commit_msg_pattern' in trigger),
    files: triggers.some((trigger) => 'file_annotation' in trigger),
  }
}

function evaluateTrigger(rule: SalienceRule, facts: SalienceFacts, search: PatternSearch): TriggerResult[] {
  if ('commit_msg_pattern' in rule) return [matchCommits(rule.commit_msg_pattern, facts.commits, search)]
  if ('file_annotation' in rule) return [matchAnnotation(rule.file_annotation, facts.files)]
  if ('keyword_match' in rule) return [matchKeywords([rule.keyword_match].flat(), facts.task)]
  return assertNever(rule)
}

function matchCommits(
  wanted: string,
  commits: SalienceFacts['commits'],
  search: PatternSearch,
): TriggerResult {
  const kind = 'commit_msg_pattern'
  for (const message of commits) {
    const match = search(wanted, message.slice(0, maxMessageLength))
    if (typeof match === 'string') return { kind, wanted, fires: false, why: match }
    if (match)
      return { kind, wanted, fires: true, why: `a recent commit says ${quote(getFirstLine(message))}` }
  }
  const why = commits.length === 0 ? 'there is no commit to look at' : 'no recent commit message matches'
  return { kind, wanted, fires: false, why }
}

function matchAnnotation(wanted: string, files: SalienceFacts['files']): TriggerResult {
  const kind = 'file_annotation'
  const found = files.find(({ text }) => text.includes(wanted))
  if (found !== undefined) return { kind, wanted, fires: true, why: `it stands in ${quote(found.path)}` }
  const why = files.length === 0 ? 'no file has changed' : 'no file that has changed holds it'
  return { kind, wanted, fires: false, why }
}

function matchKeywords(words: readonly string[], task: string | null): TriggerResult {
  const kind = 'keyword_match'
  const wanted = words.join(', ')
  if (task === null) return { kind, wanted, fires: false, why: 'there is no task' }
  const found = words.find((word) => containsWords(task, word))
  if (found === undefined) return { kind, wanted, fires: false, why: 'the task has none of the words' }
  return { kind, wanted, fires: true, why: `the task says ${quote(found)}` }
}

function getFirstLine(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? ''
}

const maxShownLength = 80

/** A stranger's words: short, and on one line. */
function quote(text: string): string {
  const short = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, '?')
}
