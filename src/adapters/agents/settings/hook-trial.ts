import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { HookTrial, RunHookTrial } from '../../../ports/index.ts'

const maxBytes = 16 * 1024 * 1024

/** Runs a hook in its own process group. The group ends with the trial. */
export function makeHookTrial(env: NodeJS.ProcessEnv): RunHookTrial {
  return ({ words, cwd, input, timeoutMs, until }) => {
    const [program = '', ...args] = words
    const started = performance.now()
    const child = spawn(program, args, { cwd, env, detached: true, stdio: 'pipe' })
    const kill = () => killGroup(child.pid)
    // Kill the group before other exit listeners remove the files that it writes to.
    process.prependListener('exit', kill)
    const out = collect(child.stdout)
    const err = collect(child.stderr)
    child.stdin.on('error', () => undefined)
    if (until === undefined) child.stdin.end(input)
    else {
      child.stdin.write(input)
      child.stdout.on('data', () => {
        if (hasLine(out(), until)) kill()
      })
    }
    return new Promise<HookTrial>((resolve) => {
      let timedOut = false
      const timer = setTimeout(() => {
        timedOut = true
        kill()
      }, timeoutMs)
      const finish = (exitCode: number | null, signal: string | null, why: string) => {
        clearTimeout(timer)
        kill()
        process.off('exit', kill)
        const milliseconds = Math.round(performance.now() - started)
        resolve({ exitCode, signal, timedOut, milliseconds, out: out(), err: err() + why })
      }
      child.once('error', (error) => finish(null, null, error.message))
      child.once('exit', () => setTimeout(destroy, 500, child).unref())
      child.once('close', (exitCode, signal) => finish(exitCode, signal, ''))
    })
  }
}

function hasLine(text: string, part: string): boolean {
  return text
    .split('\n')
    .slice(0, -1)
    .some((line) => line.includes(part))
}

/** Stops waiting for processes that keep the output open after the hook has ended. */
function destroy({ stdout, stderr }: ChildProcessWithoutNullStreams): void {
  stdout.destroy()
  stderr.destroy()
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const parts: Buffer[] = []
  let size = 0
  stream.on('data', (part: Buffer) => {
    size += part.length
    if (size <= maxBytes) parts.push(part)
  })
  stream.on('error', () => undefined)
  return () => Buffer.concat(parts).toString('utf8')
}

function killGroup(leader: number | undefined): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended already.
  }
}
