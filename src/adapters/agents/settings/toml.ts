import { parse, stringify, TomlError } from 'smol-toml'
import { SettingsFault } from '../../../core/settings/index.ts'
import type { Toml } from '../../../ports/index.ts'

export const toml: Toml = {
  read(text) {
    const plain = text.replace(/^\ufeff/, '')
    try {
      return parse(plain)
    } catch (error) {
      if (!(error instanceof TomlError)) throw error
      // Behind its first line, the parser's message quotes the text.
      const [words = ''] = error.message.split('\n')
      throw new SettingsFault(plain, placeOf(plain, error), words.replace(/^Invalid TOML document: /, ''))
    }
  },
  write: (table) => stringify(table),
}

/** The parser counts lines and columns from one; we count letters. */
function placeOf(text: string, { line, column }: TomlError): number {
  const before = text.split('\n').slice(0, line - 1)
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1
}
