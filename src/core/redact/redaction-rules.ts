import { formatTable } from './formats/table.ts'
import { personalFinders } from './personal/index.ts'
import { publishedFinders } from './published/index.ts'
import type { RuleId } from './span.ts'

/** Rules that find a secret by its surroundings and not by its format, with a description of each. */
export const structureRules: Readonly<Record<RuleId, string>> = {
  'private-key':
    'A private key as a block: PEM, OpenSSH, PGP, PuTTY; whole, cut off, quoted, indented or in a string',
  'json-web-token': 'A JSON Web Token: signed, encrypted, without a signature, or cut off',
  'discord-bot-token': 'A token of a Discord bot',
  'curve-private-key': '0x and 64 hexadecimal digits in both cases, as wallets write private keys',
  'url-credentials': 'User and password, or a token, before the host of an address',
  'basic-credentials': 'User and password in base64 behind the word Basic',
  'command-credentials': 'User and password behind -u or --user',
  'netrc-password': 'The password of a line of .netrc',
  'password-hash': 'A password as it is kept: bcrypt, argon2, crypt, Kerberos',
  'kubernetes-secret': 'The values of a Kubernetes Secret',
  'assigned-secret':
    'A value that is given to a name of a secret, or stands beside the name of a service, and looks like one',
  'encoded-secret': 'Any of the others in base64, or with its characters escaped',
}

/** Rules for personal data. They are off unless a manifest selects them. */
const personalRules: readonly RuleId[] = [...personalFinders.keys()]

/** The rules for token formats: each has the id of its format. */
export const tokenIds: readonly RuleId[] = formatTable.ids.split('\n')

// `concat` here and below, because spreading hundreds of names costs time at every start.
const defaultRules: readonly RuleId[] = ['hidden-text'].concat(tokenIds, Object.keys(structureRules))

/** Rules by the name of their set. */
export const ruleSets = {
  default: defaultRules,
  published: [...publishedFinders.keys()],
  personal: personalRules,
} as const satisfies Record<string, readonly RuleId[]>

export type RuleSet = keyof typeof ruleSets

const setOrder: readonly RuleSet[] = ['published', 'default', 'personal']
/** Lists the rules of some sets, which have no rule in common. */
function listRules(sets: readonly RuleSet[]): readonly RuleId[] {
  return ([] as RuleId[]).concat(...sets.map((set) => ruleSets[set]))
}

export const redactionRules: readonly RuleId[] = listRules(setOrder)

/** Selects the rules of the sets that a manifest names, and the rules that it adds one by one. */
export function selectRules({
  sets,
  add,
}: {
  readonly sets: readonly RuleSet[]
  readonly add: readonly RuleId[]
}): readonly RuleId[] {
  const rules = listRules(setOrder.filter((set) => sets.includes(set)))
  if (add.every((rule) => rules.includes(rule))) return rules
  const selected = new Set(rules.concat(add))
  return redactionRules.filter((rule) => selected.has(rule))
}
