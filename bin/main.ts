import { writeSync } from 'node:fs'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { compose } from '../src/compose.ts'
import { main, type Terminal } from '../src/surfaces/cli/index.ts'

/** process.stdout.write loses what is still buffered at exit; a loop over writeSync does not. */
function write(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EPIPE') process.exit(0)
      if (code !== 'EAGAIN') throw error
    }
  }
}

const terminal: Terminal = { out: (text) => write(1, text), err: (text) => write(2, text) }
const around = {
  version: packageJson.version,
  env: process.env,
  cwd: process.cwd(),
  home: join(import.meta.dirname, '..'),
}

main(process.argv.slice(2), packageJson.version, (settings) => compose(around, settings), terminal).then(
  (code) => {
    process.exitCode = code
  },
)
