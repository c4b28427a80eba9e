import { asFields, asList, asText, asTime, type LineReader } from './gather-lines.ts'

/**
 * What our plugin saw of each call of the model in opencode 1.18: the texts of ours that stood in the lists from which opencode
 * made its request, told when the model had answered. opencode itself keeps no system texts.
 */
export const opencodeLine: LineReader = {
  marks: ['"began"', '"call"'],
  read(line) {
    const at = asTime(line.at)
    if (line.type === 'began') return at === null ? [] : [{ kind: 'began', at }]
    if (line.type !== 'call') return []
    const texts = asList(line.texts).flatMap((one) => {
      const [text, role] = [asText(asFields(one)?.text), asText(asFields(one)?.role)]
      return text === null ? [] : [{ kind: 'text' as const, at, role: role ?? 'user', text }]
    })
    // Each call carries all there is: what it does not, the model has no more.
    const answer = { kind: 'answer' as const, at: asTime(line.answered), model: asText(line.model) }
    return [{ kind: 'compaction' }, ...texts, answer]
  },
}
