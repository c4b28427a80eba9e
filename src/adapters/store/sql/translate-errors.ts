import type { Store } from '../../../ports/index.ts'

/** Wraps a store so that every error of the engine is translated. */
export function translateErrors(store: Store, translate: (error: unknown) => unknown): Store {
  const wrap =
    <A extends unknown[], T>(act: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      try {
        return await act(...args)
      } catch (error) {
        throw translate(error)
      }
    }
  const members = Object.entries(store).map(([name, member]) => [
    name,
    typeof member === 'function' && name !== 'blobs' ? wrap(member) : member,
  ])
  return {
    ...(Object.fromEntries(members) as Store),
    async *blobs(uid) {
      try {
        yield* store.blobs(uid)
      } catch (error) {
        throw translate(error)
      }
    },
  }
}
