// Runs the inspector's command line again and again in one process: loading it takes five times as long as a call. Each call is a separate
// connection. tests/surfaces/mcp-inspector.test.ts forks this file and sends the arguments of one call after the other.
const { INSPECTOR: inspector = '' } = process.env
const { runCli } = (await import(inspector)) as { runCli(argv: readonly string[]): Promise<void> }

let out = ''
process.stdout.write = (text: string | Uint8Array, ...rest: unknown[]) => {
  out += typeof text === 'string' ? text : Buffer.from(text).toString()
  // The inspector waits until its output is written.
  const written = rest.find((argument) => typeof argument === 'function')
  if (written !== undefined) process.nextTick(written)
  return true
}

async function answer(args: readonly string[]): Promise<void> {
  out = ''
  try {
    await runCli([process.execPath, inspector, ...args])
    process.send?.({ out, err: '' })
  } catch (error) {
    process.send?.({ out: '', err: String(error) })
  }
}

process.on('message', (args: readonly string[]) => void answer(args))
