/** Does all of them, at most so many at a time; answers in their order. One that throws stops none of the others. */
export async function runInPool<Item, Answer>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = []
  const errors: unknown[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      try {
        answers[at] = await work(items[at]!)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(size, items.length)) }, worker))
  if (errors.length > 0) throw errors[0]
  return answers
}
