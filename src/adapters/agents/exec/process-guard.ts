const grace = 2_000
/** Node fires a longer timer at once. */
const maxTimerMs = 2 ** 31 - 1
const ownSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface GroupGuard {
  /** Names the leader of the group; the time limit begins. */
  protect(leader: number | undefined): void
  /** Call when the leader has exited. Says why the group was ended early, or null when it was not. */
  ended(): 'timeout' | 'failed' | null
  /** Takes the timers and listeners away, and whatever is left of the group. */
  release(): void
}

/**
 * Ends the process group at the time limit, and when we are told to end ourselves. It listens before the group is started:
 * a signal between the start and the listening would end us and leave the group behind.
 */
export function openGroupGuard(timeoutMs: number): GroupGuard {
  let leader: number | undefined
  let cause: 'timeout' | 'failed' | null = null
  let limit: NodeJS.Timeout | undefined
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

  for (const signal of ownSignals) process.on(signal, interrupted)
  process.on('exit', kill)
  return {
    protect(pid) {
      leader = pid
      limit = setTimeout(end, Math.min(timeoutMs, maxTimerMs), 'timeout')
    },
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
function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(-leader, signal)
  } catch {
    // ESRCH: all gone already. EPERM: only processes of another user are left.
  }
}
