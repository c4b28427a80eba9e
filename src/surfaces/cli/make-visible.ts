/** Replaces control characters and invisible characters, so that untrusted text cannot control the terminal. */
export function makeVisible(text: string): string {
  // Keeps the joiner between two emoji. The pattern is inside the function because V8 loads its Unicode tables when it compiles it.
  const unseen =
    /(?![\n\t])(?!(?<=\p{Extended_Pictographic}|\p{EMod}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}]/gu
  return text.replace(unseen, '?')
}

/** Also replaces line breaks, for names of files and other text that must stay on one line. */
export function makeVisibleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}

/** Escapes control characters. Programs parse the same values, and the terminal is safe if a person prints the document. */
export function formatVisibleJson(value: object): string {
  const units = (text: string) =>
    text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (match) =>
    units(match).join(''),
  )
}
