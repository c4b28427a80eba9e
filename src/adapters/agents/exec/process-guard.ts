const graceMs = 2_000
/** Node fires a longer timer immediately. */
const maxTimerMs = 2 ** 31 - 1
const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface ProcessGuard {
  /** Sets the leader of the process group and starts the time limit. */
  protect(leader: number | undefined): void
  /** Call this after the leader has exited. Returns why the group was ended early, or null. */
  ended(): 'timeout' | 'failed' | null
  /** Removes the timers and listeners, and kills the rest of the group. */
  release(): void
}

/**
 * Ends the process group at the time limit and when this process gets a signal to end. Open the guard before the group starts:
 * a signal between start and listening would end this process and leave the group running.
 */
export function openProcessGuard(timeoutMs: number): ProcessGuard {
  let leader: number | undefined
  let cause: 'timeout' | 'failed' | null = null
  let timer: NodeJS.Timeout | undefined
  let killTimer: NodeJS.Timeout | undefined
  const kill = () => signalGroup(leader, 'SIGKILL')

  const end = (why: 'timeout' | 'failed') => {
    // A second signal kills at once.
    if (cause !== null) return kill()
    cause = why
    clearTimeout(timer)
    signalGroup(leader, 'SIGTERM')
    killTimer = setTimeout(kill, graceMs)
  }
  const onSignal = () => end('failed')

  for (const signal of ownSignals) process.on(signal, onSignal)
  process.on('exit', kill)
  return {
    protect(pid) {
      leader = pid
      timer = setTimeout(end, Math.min(timeoutMs, maxTimerMs), 'timeout')
    },
    ended: () => cause,
    release() {
      clearTimeout(timer)
      clearTimeout(killTimer)
      for (const signal of ownSignals) process.off(signal, onSignal)
      process.off('exit', kill)
      kill()
    },
  }
}

/** Reaches every descendant except those that started their own session: group signals do not reach them. */
function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: no process is left. EPERM: only processes of another user are left.
  }
}
