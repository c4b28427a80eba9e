import type { EngineServices, Recorder, SessionStore, Sessions } from '../../../ports/index.ts'
import { type HookDeadline, makeDeadlineRefusal } from './deadline.ts'

// Stops a hook at its deadline: no step begins after it, and a packet that is not sent leaves no record.

interface DeadlineInput {
  readonly engine: EngineServices
  readonly recorder: Recorder
  counting(): Promise<SessionStore>
}

interface DeadlineDeps extends DeadlineInput {
  /** The result of the work, or the refusal `too-late`. */
  inTime<T>(work: Promise<T>): Promise<T>
}

/** Returns the same dependencies. Each checks the clock before it reads a file, parses a document, counts a text or writes to the store. */
export function withDeadline(
  deadline: HookDeadline,
  { engine, recorder, counting }: DeadlineInput,
): DeadlineDeps {
  const check = () => {
    if (Date.now() >= deadline.answerAt) throw makeDeadlineRefusal(deadline)
  }
  return {
    engine: checkedEngine(engine, check),
    recorder: {
      async record(parcels) {
        check()
        return recorder.record(parcels)
      },
    },
    async counting() {
      const { sessions, trouble } = await counting()
      return { sessions: sessions === null ? null : checkedSessions(sessions, check), trouble }
    },
    inTime: (work) => raceDeadline(deadline, work),
  }
}

async function raceDeadline<T>(deadline: HookDeadline, work: Promise<T>): Promise<T> {
  if (await endsWithoutWaiting(work)) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const rest = Math.max(0, deadline.answerAt - Date.now())
    timer = setTimeout(() => reject(makeDeadlineRefusal(deadline)), rest)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** More than a hook needs if it does not compile. */
const maxMicrotasks = 150

/** Whether the work ends before the event loop turns. A timer could not stop such work, and setting one takes longer than this check. */
async function endsWithoutWaiting(work: Promise<unknown>): Promise<boolean> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  work.then(done, done)
  for (let i = 0; i < maxMicrotasks && !isDone; i++) await Promise.resolve()
  return isDone
}

function checkedEngine(engine: EngineServices, check: () => void): EngineServices {
  return {
    ...engine,
    async sources(...input) {
      const reader = await engine.sources(...input)
      return {
        ...reader,
        list: checked(reader.list, check),
        read: checked(reader.read, check),
      }
    },
    async counter(...input) {
      const counter = await engine.counter(...input)
      return { ...counter, count: checked(counter.count, check) }
    },
    async repository(...input) {
      const repository = await engine.repository(...input)
      return {
        ...repository,
        listTree: checked(repository.listTree, check),
        readState: checked(repository.readState, check),
      }
    },
    outliner: async () => checked(await engine.outliner(), check),
  }
}

function checkedSessions(sessions: Sessions, check: () => void): Sessions {
  return {
    ...sessions,
    begin: checked(sessions.begin, check),
    recordSent: checked(sessions.recordSent, check),
  }
}

function checked<A extends unknown[], R>(work: (...input: A) => R, check: () => void): (...input: A) => R {
  return (...input) => {
    check()
    return work(...input)
  }
}
