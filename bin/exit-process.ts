/**
 * The only place where the process ends. It ends at once: a normal shutdown of Node closes the database, and then SQLite writes its
 * log back, which takes longer than everything else that a hook does.
 */
export function exitProcess(code: number): never {
  process.exit(code)
}
