import type { Manifest, ProhibitedRule } from '../../manifest/index.ts'
import { selectRules } from '../redaction-rules.ts'
import type { RuleId } from '../span.ts'

/** A class of prohibited content, with its rule sets resolved to rules. */
export interface ProhibitedClass extends Omit<ProhibitedRule, 'sets'> {
  readonly name: string
}

const nothing = { sets: [], rules: [], patterns: {}, words: [], names: [], markers: {} }

/** The prohibited classes of a manifest that declares none. */
export const builtInClasses: Readonly<Record<string, ProhibitedRule>> = {
  // A key that was cut off is still a key, so the whole text is dropped.
  private_keys: {
    ...nothing,
    rules: ['private-key'],
    action: 'drop',
    marker: '[REDACTED_SECRET]',
  },
  credentials: {
    ...nothing,
    rules: ['url-credentials', 'basic-credentials', 'command-credentials', 'netrc-password', 'password-hash'],
    names: [
      ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'pass', 'pw', 'session_cookie'],
      ...['passwort', 'kennwort', 'mot_de_passe', 'contraseña', 'senha', 'wachtwoord', 'пароль'],
    ],
    action: 'redact',
    marker: '[REDACTED_CREDENTIAL]',
  },
  secrets: {
    ...nothing,
    sets: ['default'],
    rules: ['known-value'],
    names: ['api_key', 'access_token', 'refresh_token', 'client_secret', 'secret'],
    action: 'redact',
    marker: '[REDACTED_SECRET]',
  },
  personal_data: {
    ...nothing,
    sets: ['personal'],
    names: ['ssn', 'social_security_number'],
    action: 'redact',
    marker: '[REDACTED_PERSONAL]',
    markers: {
      'email-address': '[REDACTED_EMAIL]',
      'social-security-number': '[REDACTED_SSN]',
      name: '[REDACTED_SSN]',
    },
  },
  // Redacting the marking would leave the content that it marks, so the whole text is dropped.
  restricted: {
    ...nothing,
    words: [
      'CONFIDENTIAL',
      'strictly confidential',
      'STRICTLY PRIVATE',
      'TOP SECRET',
      'RESTRICTED',
      'NOFORN',
      'internal use only',
      'tlp:red',
      'tlp:amber',
      'tlp:amber+strict',
      'do not distribute',
      'not for distribution',
      'attorney client privileged',
      'export controlled',
    ],
    action: 'drop',
    marker: '[REDACTED]',
  },
}

/** Lists the classes of a manifest in its order, then the built-in classes that it does not name itself. */
export function listProhibitedClasses(own: Manifest['prohibited']): ProhibitedClass[] {
  const rest = Object.entries(builtInClasses).filter(([name]) => !Object.hasOwn(own, name))
  return [...Object.entries(own), ...rest].map(([name, { sets, ...rule }]) => {
    const outside = rule.rules.filter((id) => !isBuiltIn(id))
    const add = rule.rules.filter(isBuiltIn)
    return { ...rule, name, rules: [...selectRules({ sets, add }), ...outside] }
  })
}

function isBuiltIn(rule: RuleId): boolean {
  return selectRules({ sets: [], add: [rule] }).length > 0
}

/** Collects the patterns of all classes, by the ids that their rules must have. */
export function collectPatterns(classes: readonly ProhibitedClass[]): Record<string, string> {
  return Object.fromEntries(
    classes.flatMap((prohibited) =>
      Object.entries(prohibited.patterns).map(([name, pattern]) => [
        makePatternId(prohibited, name),
        pattern,
      ]),
    ),
  )
}

/** Adds the name of the class, because two classes may give a pattern the same name. */
export function makePatternId({ name }: ProhibitedClass, pattern: string): string {
  return `${name}.${pattern}`
}
