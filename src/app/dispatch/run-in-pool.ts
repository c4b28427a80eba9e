/** Works on all items, at most `size` at a time, and returns the results in order. A failure does not stop the other items. */
export async function runInPool<Item, Result>(
  items: readonly Item[],
  size: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const errors: unknown[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const at = next++
      try {
        results[at] = await work(items[at]!)
      } catch (error) {
        errors.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Math.min(size, items.length)) }, worker))
  if (errors.length > 0) throw errors[0]
  return results
}
