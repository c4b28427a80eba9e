// What a hook works with, so that it stops when its time is up: no step begins then, and nothing is recorded of what is not sent.
import { type Deadline, tooLate } from '../app/hook/deadline.ts'
import type { Counting } from '../app/refresh/told.ts'
import type { Recorder, Sessions, Workshop } from '../ports/index.ts'

export interface Clocked {
  /** Throws when the time is up. */
  check(): void
  inTime<T>(work: Promise<T>): Promise<T>
}

export function clockedBy(deadline: Deadline): Clocked {
  return {
    check() {
      if (Date.now() >= deadline.answerAt) throw tooLate(deadline)
    },
    async inTime(work) {
      if (await endsAtOnce(work)) return work
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_, reject) => {
        const rest = Math.max(0, deadline.answerAt - Date.now())
        timer = setTimeout(() => reject(tooLate(deadline)), rest)
      })
      try {
        return await Promise.race([work, late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

/** More than a hook takes that compiles nothing. */
const mostSteps = 150

/** Whether work is done before anything else gets a turn. A timer could not end it sooner, and to set one takes longer than to look. */
async function endsAtOnce(work: Promise<unknown>): Promise<boolean> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  for (let i = 0; i < mostSteps && !isDone; i++) await Promise.resolve()
  return isDone
}

/** Looks at the clock before every file that is read, every document that is parsed, and every count. */
export function shopInTime(shop: Workshop, { check }: Clocked): Workshop {
  return {
    ...shop,
    async sources(...order) {
      const reader = await shop.sources(...order)
      return {
        ...reader,
        list(...asked) {
          check()
          return reader.list(...asked)
        },
        read(...asked) {
          check()
          return reader.read(...asked)
        },
      }
    },
    async counter(...order) {
      const counter = await shop.counter(...order)
      return {
        ...counter,
        count(text) {
          check()
          return counter.count(text)
        },
      }
    },
    async outliner() {
      const outline = await shop.outliner()
      return (...given) => {
        check()
        return outline(...given)
      }
    },
  }
}

export function recorderInTime(recorder: Recorder, { check }: Clocked): Recorder {
  return {
    async record(parcels) {
      check()
      return recorder.record(parcels)
    },
  }
}

export function countingInTime({ sessions, trouble }: Counting, { check }: Clocked): Counting {
  return { sessions: sessions === null ? null : sessionsInTime(sessions, check), trouble }
}

function sessionsInTime(sessions: Sessions, check: () => void): Sessions {
  return {
    ...sessions,
    begin(...order) {
      check()
      return sessions.begin(...order)
    },
    tell(...order) {
      check()
      return sessions.tell(...order)
    },
  }
}
