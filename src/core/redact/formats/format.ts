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

/** Rows as text, in the same order: `id shape`, and what is said about being sure. */
export function tableOf(rows: readonly TokenRow[]): string {
  return rows.map(({ id, shape, sure }) => `${id} ${shape}${sure === undefined ? '' : ` ${sure}`}`).join('\n')
}

export function rowsOf(table: string): TokenRow[] {
  return table.split('\n').map((line) => {
    const shape = line.indexOf(' ') + 1
    const end = line.indexOf(' ', shape)
    const id = line.slice(0, shape - 1)
    if (end === -1) return { id, shape: line.slice(shape) }
    return { id, shape: line.slice(shape, end), sure: line.endsWith('true') }
  })
}
