// Token formats as data. A span is a prefix and the characters that follow it, so finding one is linear.

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const digits = '0123456789'
const alnum = upper + upper.toLowerCase() + digits

export interface PrefixRule {
  readonly id: string
  readonly prefix: string
  readonly characters: string
  readonly min: number
  /** Where the format has a fixed length; otherwise the whole run goes. */
  readonly max?: number
}

/** The published formats, exactly: what the pattern `prefix[characters]{min,max}` matches, and nothing else. */
export const prefixRules: readonly PrefixRule[] = [
  { id: 'github-fine-grained-token', prefix: 'github_pat_', characters: `${alnum}_`, min: 1 },
  { id: 'github-personal-token', prefix: 'ghp_', characters: alnum, min: 1 },
  { id: 'github-oauth-token', prefix: 'gho_', characters: alnum, min: 1 },
  { id: 'github-user-token', prefix: 'ghu_', characters: alnum, min: 1 },
  { id: 'aws-access-key', prefix: 'AKIA', characters: upper + digits, min: 16, max: 16 },
  { id: 'aws-temporary-key', prefix: 'ASIA', characters: upper + digits, min: 16, max: 16 },
  { id: 'openai-key', prefix: 'sk-', characters: alnum, min: 32 },
  { id: 'anthropic-key', prefix: 'sk-ant-', characters: `${alnum}-`, min: 1 },
  { id: 'slack-bot-token', prefix: 'xoxb-', characters: `${alnum}-`, min: 1 },
  { id: 'slack-user-token', prefix: 'xoxp-', characters: `${alnum}-`, min: 1 },
  { id: 'slack-app-token', prefix: 'xoxa-', characters: `${alnum}-`, min: 1 },
]

export const hexCharacters = `${digits}abcdefABCDEF`
export const base64urlCharacters = `${alnum}_-`

/** A lookup by character code, so that a scan asks an array and not a string. */
export function characterSet(characters: string): Uint8Array {
  const set = new Uint8Array(128)
  for (const character of characters) set[character.charCodeAt(0)] = 1
  return set
}
