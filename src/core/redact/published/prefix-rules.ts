// The published patterns with a prefix, as data. A span is a prefix and the characters that follow it, so the search is linear.

import { characterSets } from '../character-sets.ts'

const { alnum, dashed, word } = characterSets
const upperAlnum = characterSets['upper-alnum']

export interface PrefixRule {
  readonly id: string
  readonly prefix: string
  readonly characters: string
  readonly min: number
  /** Set for formats of a fixed length. Without it the whole run is redacted. */
  readonly max?: number
}

/** The published formats, exactly as the pattern `prefix[characters]{min,max}` matches them. */
export const prefixRules: readonly PrefixRule[] = [
  { id: 'published-github-fine-grained-token', prefix: 'github_pat_', characters: word, min: 1 },
  { id: 'published-github-personal-token', prefix: 'ghp_', characters: alnum, min: 1 },
  { id: 'published-github-oauth-token', prefix: 'gho_', characters: alnum, min: 1 },
  { id: 'published-github-user-token', prefix: 'ghu_', characters: alnum, min: 1 },
  { id: 'published-aws-access-key', prefix: 'AKIA', characters: upperAlnum, min: 16, max: 16 },
  { id: 'published-aws-temporary-key', prefix: 'ASIA', characters: upperAlnum, min: 16, max: 16 },
  { id: 'published-openai-key', prefix: 'sk-', characters: alnum, min: 32 },
  { id: 'published-anthropic-key', prefix: 'sk-ant-', characters: dashed, min: 1 },
  { id: 'published-slack-bot-token', prefix: 'xoxb-', characters: dashed, min: 1 },
  { id: 'published-slack-user-token', prefix: 'xoxp-', characters: dashed, min: 1 },
  { id: 'published-slack-app-token', prefix: 'xoxa-', characters: dashed, min: 1 },
]
