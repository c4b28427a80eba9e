import type { Manifest } from '../../core/manifest/index.ts'
import { createKnownValueRule, type OutsideRule } from '../../core/redact/index.ts'
import type { ProjectRedactionRules } from '../../ports/index.ts'

type Redact = Manifest['redact']

/** Secrets that are known by their value, from `.env` files and environment variables that the manifest names. */
interface KnownSecrets {
  readonly values: Parameters<typeof createKnownValueRule>[0]
  readonly trouble: readonly { readonly file: string; readonly message: string }[]
  readonly files: readonly string[]
  readonly places: readonly string[]
}

export interface RedactionRulesDeps {
  readSecrets(known: Redact['known']): Promise<KnownSecrets>
  compilePatterns(patterns: Redact['patterns']): Promise<readonly OutsideRule[]>
}

/** The rules that a project adds to the built-in ones: its known secrets, and the patterns of its manifest. */
export async function projectRedactionRules(
  { readSecrets, compilePatterns }: RedactionRulesDeps,
  { known, patterns }: Pick<Redact, 'known' | 'patterns'>,
): Promise<ProjectRedactionRules> {
  const secrets = await readSecrets(known)
  const own = Object.keys(patterns).length === 0 ? [] : await compilePatterns(patterns)
  return {
    rules: [...(secrets.values.length === 0 ? [] : [createKnownValueRule(secrets.values)]), ...own],
    trouble: secrets.trouble.map(({ file, message }) => `${file}: ${message}`),
    files: secrets.files,
    places: secrets.places,
    elsewhere: known.variables.length > 0,
  }
}
