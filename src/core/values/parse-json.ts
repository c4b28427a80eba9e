/** Undefined for a text that is not JSON. The engine's own message is dropped, because it quotes the text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
