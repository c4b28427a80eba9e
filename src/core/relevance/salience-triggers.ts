import type { PluginRule, SalienceRule } from '../manifest/index.ts'
import { containsWords } from '../plan/index.ts'
import { assertNever } from '../values/index.ts'

/** The facts that salience triggers test. */
export interface SalienceFacts {
  /** Messages of the latest commits, newest first. */
  readonly commits: readonly string[]
  /** Changed files that foreword may read. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
  readonly task: string | null
}

/** Whether a pattern of the manifest matches, in linear time; a string with the reason if it cannot be tested. */
export type PatternSearch = (pattern: string, text: string) => boolean | string

/** A trigger, whether it fires, and why. */
export interface SalienceTriggerResult {
  readonly kind: 'commit_msg_pattern' | 'file_annotation' | 'keyword_match'
  /** The pattern, annotation or words of the trigger. */
  readonly wanted: string
  readonly fires: boolean
  readonly why: string
}

/** Only this much of a message is searched. */
export const maxMessageLength = 4096

export function evaluateSalienceTriggers(
  { salience_triggers }: PluginRule,
  facts: SalienceFacts,
  search: PatternSearch,
): SalienceTriggerResult[] {
  return salience_triggers.flatMap((rule) => evaluateTrigger(rule, facts, search))
}

/** The facts that the triggers need. The others need not be gathered. */
export interface NeededSalienceFacts {
  readonly commits: boolean
  readonly files: boolean
}

export function findNeededSalienceFacts(rules: readonly PluginRule[]): NeededSalienceFacts {
  const triggers = rules.flatMap((rule) => rule.salience_triggers)
  return {
    commits: triggers.some((trigger) => 'commit_msg_pattern' in trigger),
    files: triggers.some((trigger) => 'file_annotation' in trigger),
  }
}

function evaluateTrigger(
  rule: SalienceRule,
  facts: SalienceFacts,
  search: PatternSearch,
): SalienceTriggerResult[] {
  if ('commit_msg_pattern' in rule) return [matchCommits(rule.commit_msg_pattern, facts.commits, search)]
  if ('file_annotation' in rule) return [matchAnnotation(rule.file_annotation, facts.files)]
  if ('keyword_match' in rule) return [matchKeywords([rule.keyword_match].flat(), facts.task)]
  return assertNever(rule)
}

function matchCommits(
  wanted: string,
  commits: SalienceFacts['commits'],
  search: PatternSearch,
): SalienceTriggerResult {
  const kind = 'commit_msg_pattern'
  for (const message of commits) {
    const match = search(wanted, message.slice(0, maxMessageLength))
    if (typeof match === 'string') return { kind, wanted, fires: false, why: match }
    if (match)
      return { kind, wanted, fires: true, why: `a recent commit says ${quote(getFirstLine(message))}` }
  }
  const why = commits.length === 0 ? 'no commit was found' : 'no recent commit message matches'
  return { kind, wanted, fires: false, why }
}

function matchAnnotation(wanted: string, files: SalienceFacts['files']): SalienceTriggerResult {
  const kind = 'file_annotation'
  const found = files.find(({ text }) => text.includes(wanted))
  if (found !== undefined) return { kind, wanted, fires: true, why: `${quote(found.path)} contains it` }
  const why = files.length === 0 ? 'no file has changed' : 'no changed file contains it'
  return { kind, wanted, fires: false, why }
}

function matchKeywords(words: readonly string[], task: string | null): SalienceTriggerResult {
  const kind = 'keyword_match'
  const wanted = words.join(', ')
  if (task === null) return { kind, wanted, fires: false, why: 'no task was given' }
  const found = words.find((word) => containsWords(task, word))
  if (found === undefined) return { kind, wanted, fires: false, why: 'the task has none of the words' }
  return { kind, wanted, fires: true, why: `the task says ${quote(found)}` }
}

function getFirstLine(message: string): string {
  return message.trimStart().split('\n', 1)[0] ?? ''
}

const maxShownLength = 80

/** Quotes a text from outside: short, and on one line. */
function quote(text: string): string {
  const short = text.length > maxShownLength ? `${text.slice(0, maxShownLength)}…` : text
  return JSON.stringify(short).replace(/[\p{C}\u2028\u2029]/gu, '?')
}
