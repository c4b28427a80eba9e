// The fifteen patterns as published, word for word: what the rules must agree with, and what the benchmark races against.

export const publishedPatterns: Readonly<Record<string, string>> = {
  'published-github-fine-grained-token': 'github_pat_[A-Za-z0-9_]+',
  'published-github-personal-token': 'ghp_[A-Za-z0-9]+',
  'published-github-oauth-token': 'gho_[A-Za-z0-9]+',
  'published-github-user-token': 'ghu_[A-Za-z0-9]+',
  'published-aws-access-key': 'AKIA[A-Z0-9]{16}',
  'published-aws-temporary-key': 'ASIA[A-Z0-9]{16}',
  'published-openai-key': 'sk-[A-Za-z0-9]{32,}',
  'published-anthropic-key': 'sk-ant-[A-Za-z0-9-]+',
  'published-slack-bot-token': 'xoxb-[A-Za-z0-9-]+',
  'published-slack-user-token': 'xoxp-[A-Za-z0-9-]+',
  'published-slack-app-token': 'xoxa-[A-Za-z0-9-]+',
  'published-pem-key': '-----BEGIN [A-Z ]+ KEY-----',
  'published-pem-certificate': '-----BEGIN CERTIFICATE-----',
  'published-hex-40': '[0-9a-fA-F]{40,}',
  'published-json-web-token': 'eyJ[A-Za-z0-9_-]+\\.eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+',
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
export const letters = lower + lower.toUpperCase()
export const digits = '0123456789'

/** Looks random and is the same every time. No sample stands in a file as a whole, so that no scanner takes it for a leak. */
export function made(length: number, characters: string): string {
  let state = length * 7919 + characters.length
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return characters[Math.floor(state / 65536) % characters.length]
  }).join('')
}
