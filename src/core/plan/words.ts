/** Whether a text has these words, whole and in this order: `ui` stands in "the UI kit" and not in "build". */
export function holdsWords(text: string, sought: string): boolean {
  const wanted = words(sought)
  return wanted !== '' && ` ${words(text)} `.includes(` ${wanted} `)
}

function words(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
