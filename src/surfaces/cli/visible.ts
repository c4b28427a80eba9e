/** A stranger's text for the terminal: none of their escape sequences and no invisible character of theirs reaches it. */
export function visible(text: string): string {
  // All but what joins two pictures to one. Not beside the function: V8 reads the tables for it as soon as it comes by.
  const unseen =
    /(?![\n\t])(?!(?<=\p{Extended_Pictographic}|\p{EMod}|\ufe0f)\u200d(?=\p{Extended_Pictographic}))[\p{Cc}\p{Cf}]/gu
  return text.replace(unseen, '?')
}

/** The same for what must stay in its line, as a file name: it cannot make up a line of ours. */
export function visibleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
}

/** A document that says the same to a program, and cannot do anything to the terminal of somebody who looks at it. */
export function visibleJson(value: object): string {
  const units = (text: string) =>
    text.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return JSON.stringify(value, null, 2).replace(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, (one) =>
    units(one).join(''),
  )
}
