import { type Finder, hexRuns, jsonWebTokens, pemBlocks, prefixed } from './finders.ts'
import { prefixRules } from './prefix-rules.ts'

/** The fifteen published rules, exactly as published. */
export const publishedFinders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ...prefixRules.map((rule): [string, Finder] => [rule.id, prefixed(rule)]),
  // `[A-Z ]+ KEY`: at least one character and a space before KEY, as published.
  ['published-pem-key', pemBlocks((kind) => kind.length > 4 && kind.endsWith(' KEY'))],
  ['published-pem-certificate', pemBlocks((kind) => kind === 'CERTIFICATE')],
  ['published-hex-40', hexRuns(40)],
  ['published-json-web-token', jsonWebTokens()],
])
