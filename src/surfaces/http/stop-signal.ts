const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first signal. A second one ends the process at once, as it does by default. */
export function waitForStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      for (const signal of signals) process.off(signal, stop)
      resolve()
    }
    for (const signal of signals) process.on(signal, stop)
  })
}
