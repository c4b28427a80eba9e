import {
  createHexRunFinder,
  createPemBlockFinder,
  createPrefixFinder,
  createWebTokenFinder,
  type Finder,
} from './finders.ts'
import { prefixRules } from './prefix-rules.ts'

/** The fifteen published rules, exactly as published. */
export const publishedFinders: ReadonlyMap<string, Finder> = new Map<string, Finder>([
  ...prefixRules.map((rule): [string, Finder] => [rule.id, createPrefixFinder(rule)]),
  // `[A-Z ]+ KEY`: at least one character and a space before KEY, as published.
  ['published-pem-key', createPemBlockFinder((kind) => kind.length > 4 && kind.endsWith(' KEY'))],
  ['published-pem-certificate', createPemBlockFinder((kind) => kind === 'CERTIFICATE')],
  ['published-hex-40', createHexRunFinder(40)],
  ['published-json-web-token', createWebTokenFinder()],
])
