/** One published format of a credential, as data. */
export interface TokenFormat {
  readonly id: string
  readonly vendor: string
  readonly kind: 'key' | 'token' | 'secret' | 'password' | 'webhook' | 'identifier'
  /** Literal text with runs in braces, `{set:length}`: `ghp_{alnum:36}`. The sets are in character-sets.ts. */
  readonly shape: string
  /** The vendor's page that publishes it. */
  readonly from: string
  /** Ordinary texts that begin like this format and must not be redacted. */
  readonly not: readonly string[]
  /** Whether its beginning alone identifies it. If left out, it is computed from the beginning. */
  readonly sure?: boolean
}

/** The fields that a search needs. */
export type TokenRow = Pick<TokenFormat, 'id' | 'shape' | 'sure'>
