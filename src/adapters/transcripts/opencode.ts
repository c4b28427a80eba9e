import { fieldsOf, listOf, type ReadLine, textOf, timeOf } from './gather.ts'

/**
 * What our plugin saw of each call of the model in opencode 1.18: the texts of ours that stood in the lists from which opencode
 * made its request, told when the model had answered. opencode itself keeps no system texts.
 */
export const opencodeLine: ReadLine = {
  marks: ['"began"', '"call"'],
  read(line) {
    const at = timeOf(line.at)
    if (line.type === 'began') return at === null ? [] : [{ kind: 'began', at }]
    if (line.type !== 'call') return []
    const texts = listOf(line.texts).flatMap((one) => {
      const [text, role] = [textOf(fieldsOf(one)?.text), textOf(fieldsOf(one)?.role)]
      return text === null ? [] : [{ kind: 'text' as const, at, role: role ?? 'user', text }]
    })
    // Each call carries all there is: what it does not, the model has no more.
    const answer = { kind: 'answer' as const, at: timeOf(line.answered), model: textOf(line.model) }
    return [{ kind: 'compaction' }, ...texts, answer]
  },
}
