let isCalm = false

/**
 * V8 can wait for ever at the end of a process: a function that Maglev is compiling on another thread asks for a collection which
 * nobody makes any more (seen in one of a hundred runs with 10 MB of input on Node 24). Who does enough work for that does without
 * Maglev. Not everybody: loading what sets the flag costs a twelfth of a bare start.
 */
export function endsForSure(): void {
  if (isCalm) return
  isCalm = true
  process.getBuiltinModule('node:v8').setFlagsFromString('--no-maglev')
}
