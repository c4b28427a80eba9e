/**
 * The one place where the process ends. It ends at once: if Node shut down by itself, it would close the database, which writes the
 * log of SQLite back and takes longer than everything a hook does.
 */
export function exitProcess(code: number): never {
  process.exit(code)
}
