/** Everything that writing needs besides a database. */
export interface WriteDeps {
  readonly hash: (text: string) => string
  readonly newUid: (name: string) => string
  readonly clock: () => Date
  /** True for Postgres, which needs row locks. SQLite has locked the whole file already. */
  readonly server: boolean
  /** Write blobs uncompressed, because loading zlib takes a hook longer than writing. compress-blobs.ts compresses them later. */
  readonly uncompressed?: boolean
}
