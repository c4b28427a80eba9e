import type { DispatchEvent } from '../../app/dispatch/index.ts'
import type { Outcome } from '../../core/receipt/index.ts'
import type { Terminal } from './command.ts'
import { makeVisibleLine } from './make-visible.ts'
import { cutEnd } from './views/lines.ts'

const redrawMs = 1000

interface Line {
  readonly agent: string
  readonly state: 'waiting' | 'running' | 'finished' | 'failed' | 'interrupted'
  /** Start of the state, in milliseconds. */
  readonly since: number
  readonly seconds: number | null
}

/** One line per agent on a terminal, redrawn every second. */
export interface DispatchBoard {
  take(event: DispatchEvent): void
  /** Removes the lines, so that other output can be written. */
  clear(): void
  draw(): void
  /** Removes the lines and stops redrawing. */
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
    if (drawn > 0) terminal.draw(moveUp(drawn))
    drawn = 0
  }
  const draw = () => {
    clear()
    const shown = [...lines.values()].map((line) => formatLine(line, clock()))
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
        set(runId, { agent, state: getState(outcome), seconds: outcome.seconds })
      }
      if (lines.size > 0) timer ??= setInterval(draw, redrawMs)
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

function getState({ status }: Pick<Outcome, 'status'>): Line['state'] {
  if (status === 'success') return 'finished'
  return status === 'interrupted' ? status : 'failed'
}

/** Moves the cursor to the first of `count` lines and erases them. */
function moveUp(count: number): string {
  return count === 1 ? '' : `\u001b[${count - 1}A\r\u001b[J`
}

/** Short enough for any terminal, so that it does not wrap. */
function formatLine({ agent, state, since, seconds }: Line, now: number): string {
  const name = cutEnd(makeVisibleLine(agent), 16).padEnd(10)
  const time = state === 'running' ? (now - since) / 1000 : seconds
  return `${name} ${state}${time === null ? '' : ` ${formatMinutes(time)}`}`
}

/** `0:42`. */
function formatMinutes(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
