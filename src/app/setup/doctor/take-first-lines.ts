const maxLines = 12

/** Takes the first lines of a packet, without blank lines at either end. */
export function takeFirstLines(text: string, limit = maxLines): string[] {
  const lines = text.trim().split('\n', limit).join('\n').trimEnd()
  return lines === '' ? [] : lines.split('\n')
}

/** Takes the first lines of a packet from the texts that a model got. Empty if the packet is not in them. */
export function findFirstLines(texts: readonly string[], packet: string): string[] {
  const own = takeFirstLines(packet)
  const [first] = own
  const text = first === undefined ? undefined : texts.find((candidate) => candidate.includes(first))
  return text === undefined ? [] : takeFirstLines(text.slice(text.indexOf(first!)), own.length)
}
