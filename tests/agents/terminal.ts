// Runs an agent in a terminal, for events that have no headless form: /compress, /clear, an edited prompt. tmux is the terminal.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface TerminalOrder {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Directory for the socket of tmux. */
  readonly dir: string
}

export interface Terminal {
  /** Types a text and submits it. */
  say(text: string): Promise<void>
  /** Presses keys by their names in tmux: Escape, Enter, Up. */
  press(...keys: readonly string[]): Promise<void>
  screen(): string
  /** Waits until a condition holds. Throws with the screen if it does not within the time. */
  until(what: string, holds: () => boolean, seconds?: number): Promise<void>
  close(): void
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

export function openTerminal({ program, args, cwd, env, dir }: TerminalOrder): Terminal {
  const socket = join(dir, 'tmux')
  const tmux = (...words: readonly string[]) =>
    execFileSync('tmux', ['-S', socket, ...words], {
      encoding: 'utf8',
      env: { ...env, TERM: 'xterm-256color' },
      stdio: 'pipe',
    })
  const assigned = Object.entries(env).map(([name, value]) => `${name}=${value}`)
  const command = ['env', '-i', 'TERM=xterm-256color', ...assigned, program, ...args]
  tmux('-f', '/dev/null', 'new-session', '-d', '-s', 'agent', '-x', '200', '-y', '60', '-c', cwd, ...command)
  tmux('set-option', '-g', 'remain-on-exit', 'on')
  const screen = () => tmux('capture-pane', '-p', '-t', 'agent')
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) {
      tmux('send-keys', '-t', 'agent', key)
      await pause(250)
    }
  }
  return {
    screen,
    press,
    async say(text) {
      tmux('send-keys', '-t', 'agent', '-l', text)
      await pause(600)
      await press('Enter')
    },
    async until(what, holds, seconds = 60) {
      for (const end = Date.now() + seconds * 1000; !holds(); await pause(200))
        if (Date.now() > end) throw new Error(`${what} did not happen:\n${screen()}`)
    },
    close() {
      try {
        tmux('kill-server')
      } catch {
        // The agent has ended, and tmux with it.
      }
    },
  }
}
