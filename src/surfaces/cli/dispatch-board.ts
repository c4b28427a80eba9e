import type { DispatchEvent } from '../../app/dispatch/index.ts'
import type { Outcome } from '../../core/receipt/index.ts'
import type { Terminal } from './command.ts'
import { head } from './views/text.ts'
import { visibleLine } from './visible.ts'

const pause = 1000

interface Line {
  readonly agent: string
  readonly state: 'waiting' | 'running' | 'finished' | 'failed' | 'interrupted'
  /** When the state began, in milliseconds. */
  readonly since: number
  readonly seconds: number | null
}

/** One line per agent on a terminal, drawn again as time goes by. */
export interface DispatchBoard {
  take(event: DispatchEvent): void
  /** Takes the lines away, so that something else can be written. */
  clear(): void
  draw(): void
  /** No line is left. */
  end(): void
}

export function openDispatchBoard(
  terminal: Pick<Terminal, 'progress' | 'draw'>,
  clock = () => performance.now(),
): DispatchBoard {
  const lines = new Map<string, Line>()
  let drawn = 0
  let timer: NodeJS.Timeout | undefined
  const clear = () => {
    if (drawn > 0) terminal.draw(up(drawn))
    drawn = 0
  }
  const draw = () => {
    clear()
    const shown = [...lines.values()].map((line) => lineOf(line, clock()))
    if (shown.length === 0) return
    terminal.draw(shown.join('\n'))
    drawn = shown.length
  }
  const set = (run: string, line: Omit<Line, 'since'>) => lines.set(run, { ...line, since: clock() })
  if (!terminal.progress) return { take: () => {}, clear, draw: () => {}, end: clear }
  return {
    take(event) {
      if (event.kind === 'ready')
        for (const { runId, agent } of event.runs) set(runId, { agent, state: 'waiting', seconds: null })
      else if (event.kind === 'started')
        set(event.runId, { agent: event.agent, state: 'running', seconds: null })
      else if (event.kind === 'finished') {
        const { runId, agent, outcome } = event.report
        set(runId, { agent, state: stateOf(outcome), seconds: outcome.seconds })
      }
      if (lines.size > 0) timer ??= setInterval(draw, pause)
    },
    clear,
    draw,
    end() {
      clearInterval(timer)
      lines.clear()
      clear()
    },
  }
}

function stateOf({ status }: Pick<Outcome, 'status'>): Line['state'] {
  if (status === 'success') return 'finished'
  return status === 'interrupted' ? status : 'failed'
}

/** Goes to the first of so many lines and takes them all away. */
function up(count: number): string {
  return count === 1 ? '' : `\u001b[${count - 1}A\r\u001b[J`
}

/** Narrower than any terminal, so that it stays on its line. */
function lineOf({ agent, state, since, seconds }: Line, now: number): string {
  const name = head(visibleLine(agent), 16).padEnd(10)
  const time = state === 'running' ? (now - since) / 1000 : seconds
  return `${name} ${state}${time === null ? '' : ` ${minutes(time)}`}`
}

/** `0:42`. */
function minutes(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
