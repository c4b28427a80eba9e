const grace = 2_000
/** Node fires a longer timer at once. */
const longestTimer = 2 ** 31 - 1
const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Guard {
  /** Call when the leader has exited. Says why the group was ended early, or null when it was not. */
  ended(): 'timeout' | 'failed' | null
  /** Takes the timers and listeners away, and whatever is left of the group. */
  release(): void
}

/** Ends the process group at the time limit, and when we are told to end ourselves. */
export function guardGroup(leader: number, timeoutMs: number): Guard {
  let cause: 'timeout' | 'failed' | null = null
  let killTimer: NodeJS.Timeout | undefined
  const kill = () => signalGroup(leader, 'SIGKILL')

  const end = (why: 'timeout' | 'failed') => {
    // Asked a second time: whoever asks has no patience left.
    if (cause !== null) return kill()
    cause = why
    clearTimeout(limit)
    signalGroup(leader, 'SIGTERM')
    killTimer = setTimeout(kill, grace)
  }
  const interrupted = () => end('failed')
  const limit = setTimeout(end, Math.min(timeoutMs, longestTimer), 'timeout')

  for (const signal of ownSignals) process.on(signal, interrupted)
  process.on('exit', kill)
  return {
    ended: () => cause,
    release() {
      clearTimeout(limit)
      clearTimeout(killTimer)
      for (const signal of ownSignals) process.off(signal, interrupted)
      process.off('exit', kill)
      kill()
    },
  }
}

/** Reaches every descendant that did not move to a session of its own; those no group signal can reach. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: all gone already. EPERM: only processes of another user are left.
  }
}
