import { tokenIds } from '../redaction-rules.ts'
import { parseRow } from './format-table.ts'
import { parseToken, type Token } from './token.ts'
import { tokenLists } from './token-lists.ts'

/** The formats that an engine searches for. A format is parsed when a text first contains its beginning, because most formats never occur. */
export class TokenRows {
  private readonly rules: ReadonlySet<string>
  private readonly tokens: (Token | null | undefined)[] = []

  constructor(rules: ReadonlySet<string>) {
    this.rules = rules
  }

  /** Returns the token of a row; null if its rule is not selected. */
  getToken(row: number): Token | null {
    const known = this.tokens[row]
    if (known !== undefined) return known
    const id = tokenIds[row]!
    const token = this.rules.has(id) ? parseToken(parseRow(id, tokenLists.lines[row]!)) : null
    this.tokens[row] = token
    return token
  }
}
