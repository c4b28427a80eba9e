/** One published format of a credential, as data. */
export interface TokenFormat {
  readonly id: string
  readonly vendor: string
  readonly kind: 'key' | 'token' | 'secret' | 'password' | 'webhook' | 'identifier'
  /** Literal text with runs in braces, `{set:length}`: `ghp_{alnum:36}`. The sets are in characters.ts. */
  readonly shape: string
  /** Where the vendor publishes it. */
  readonly from: string
  /** Ordinary text that begins like it and stays as it is. */
  readonly not: readonly string[]
  /** Whether its beginning alone gives it away; told from the beginning unless said here. */
  readonly sure?: boolean
}

/** What a search needs of a format. */
export type TokenRow = Pick<TokenFormat, 'id' | 'shape' | 'sure'>
