import { parse, TomlError } from 'smol-toml'

/** Undefined if the text is invalid. */
export function parseToml(text: string): unknown {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    return undefined
  }
}
