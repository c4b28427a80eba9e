import type { Store } from '../../ports/index.ts'

/** A store whose errors are told in our words. */
export function guarded(store: Store, failure: (error: unknown) => unknown): Store {
  const telling =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await act(...args)
      } catch (error) {
        throw failure(error)
      }
    }
  const all = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'function' && name !== 'blobs' ? telling(member) : member,
  ])
  return {
    ...(Object.fromEntries(all) as Store),
    async *blobs(uid) {
      try {
        yield* store.blobs(uid)
      } catch (error) {
        throw failure(error)
      }
    },
  }
}
