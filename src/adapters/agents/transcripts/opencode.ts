import { asFields, asList, asText, asTime, type LineReader } from './gather-transcript.ts'

/**
 * Reads the lines that our plugin writes for opencode 1.18, because opencode does not store system texts. After each answer of
 * the model, the plugin writes which of our texts were in the request.
 */
export const opencodeLine: LineReader = {
  marks: ['"began"', '"call"'],
  read(line) {
    const at = asTime(line.at)
    if (line.type === 'began') return at === null ? [] : [{ kind: 'began', at }]
    if (line.type !== 'call') return []
    const texts = asList(line.texts).flatMap((item) => {
      const [text, role] = [asText(asFields(item)?.text), asText(asFields(item)?.role)]
      return text === null ? [] : [{ kind: 'text' as const, at, role: role ?? 'user', text }]
    })
    // Each call lists all our texts. The model no longer has texts that are missing in the list.
    const answer = { kind: 'answer' as const, at: asTime(line.answered), model: asText(line.model) }
    return [{ kind: 'compaction', at }, ...texts, answer]
  },
}
