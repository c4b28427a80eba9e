const maxLines = 12

/** Takes the first lines of a packet, without blank lines at either end. */
export function takeFirstLines(text: string, limit = maxLines): string[] {
  const lines = text.trim().split('\n', limit).join('\n').trimEnd()
  return lines === '' ? [] : lines.split('\n')
}

/** Takes the first lines of a packet from the texts that a model got. Empty if the packet is not in them. */
export function findFirstLines(texts: readonly string[], packet: string): string[] {
  const own = takeFirstLines(packet)
  if (own.length === 0) return []
  // The agent itself may use the tag of the first line, so a text with all lines comes first.
  for (const start of [own.join('\n'), own[0]!]) {
    const text = texts.find((candidate) => candidate.includes(start))
    if (text !== undefined) return takeFirstLines(text.slice(text.indexOf(start)), own.length)
  }
  return []
}
