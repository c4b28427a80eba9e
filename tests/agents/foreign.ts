// A foreign program between foreword and an agent: it reads the hook's output and prints its own.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler, Shop } from './shop.ts'

/** `given` is the printed output, `context` its part for the model, and `print` replaces the text for the model. */
const between = (does: string) => `const given = require('node:fs').readFileSync(0, 'utf8')
const { hookSpecificOutput } = given === '' ? {} : JSON.parse(given)
const context = hookSpecificOutput?.additionalContext
const print = (text, name = hookSpecificOutput.hookEventName) =>
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }))
if (context !== undefined) { ${does} }
`

export interface Foreign {
  readonly does: string
  /** Keys of the hook's entries. */
  readonly settings?: Partial<Handler>
}

/** Wraps the hooks of the session start in a script. */
export function putBehindStart(engine: Shop, { does, settings }: Foreign): void {
  const file = join(engine.place.home, 'between.cjs')
  writeFileSync(file, between(does))
  engine.edit((handler, event) =>
    event === 'SessionStart'
      ? { ...handler, command: `${handler.command} | ${process.execPath} ${file}`, ...settings }
      : handler,
  )
}
