// The first file that is loaded. Agents wait for a hook at the start of every session, so what a hook needs is all in here,
// and everything else comes at its first use.
import { dirname } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { composeHook } from '../src/compose/hook.ts'
import { answerHook } from '../src/surfaces/hook/index.ts'
import { hasLost, write } from './streams.ts'

export { keepCode } from './code.ts'

/** The build puts the digest of its own output here. */
const build = '@@BUILD@@'
const around = {
  build,
  version: packageJson.version,
  env: process.env,
  cwd: process.cwd(),
  home: dirname(import.meta.dirname),
}

const words = process.argv.slice(2)
const isHook = words[0] === 'hook' && !words.includes('--help') && !words.includes('-h')

/** A hook keeps what it says for its agent: nothing else may stand on standard output. */
function hooked(): Promise<number> {
  const app = composeHook(around, { cache: !words.includes('--no-cache') })
  return answerHook(app, words.slice(1), { out: (text) => write(1, text), err: (text) => write(2, text) })
}

async function commanded(): Promise<number> {
  const { runCommand } = await import('./commands.ts')
  return runCommand(around, words)
}

const ended = isHook ? hooked() : commanded()
ended.then((code) => {
  // At once: on its own way out Node would close the database, which moves what was written to its place and takes longer than all the rest.
  process.exit(hasLost() && code === 0 ? 3 : code)
})
