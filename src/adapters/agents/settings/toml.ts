import { parse, stringify, TomlError } from 'smol-toml'
import { SettingsFault } from '../../../core/settings/index.ts'
import type { Toml } from '../../../ports/index.ts'

export const toml: Toml = {
  read(text) {
    const content = text.replace(/^\ufeff/, '')
    try {
      return parse(content)
    } catch (error) {
      if (!(error instanceof TomlError)) throw error
      // The lines after the first quote the text.
      const [message = ''] = error.message.split('\n')
      throw new SettingsFault(
        content,
        findOffset(content, error),
        message.replace(/^Invalid TOML document: /, ''),
      )
    }
  },
  write: (table) => stringify(table),
}

/** Converts the line and column of the parser, which start at 1, to an offset. */
function findOffset(text: string, { line, column }: TomlError): number {
  const linesBefore = text.split('\n').slice(0, line - 1)
  return linesBefore.reduce((sum, previous) => sum + previous.length + 1, 0) + column - 1
}
