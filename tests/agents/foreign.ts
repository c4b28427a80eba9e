// What stands between foreword and an agent, put there by somebody else: it gets what the hook printed, and prints something of its own.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Handler, Shop } from './shop.ts'

/** `given` is what was printed, `context` what of it is for the model, and `print` gives the model another text. */
const between = (does: string) => `const given = require('node:fs').readFileSync(0, 'utf8')
const { hookSpecificOutput } = given === '' ? {} : JSON.parse(given)
const context = hookSpecificOutput?.additionalContext
const print = (text, name = hookSpecificOutput.hookEventName) =>
  process.stdout.write(JSON.stringify({ hookSpecificOutput: { hookEventName: name, additionalContext: text } }))
if (context !== undefined) { ${does} }
`

export interface Foreign {
  readonly does: string
  /** In its entries. */
  readonly settings?: Partial<Handler>
}

/** Puts a script behind the hooks of the session's start, in place of another one. */
export function putBehindStart(engine: Shop, { does, settings }: Foreign): void {
  const file = join(engine.place.home, 'between.cjs')
  writeFileSync(file, between(does))
  engine.edit((handler, event) =>
    event === 'SessionStart'
      ? { ...handler, command: `${handler.command} | ${process.execPath} ${file}`, ...settings }
      : handler,
  )
}
