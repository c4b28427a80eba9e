import type { Refusal } from '../../core/values/index.ts'

/** Returns the code of a system error. Undefined for other errors: a refusal has a code too, but not a system call. */
export function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}

export function ignoreErrors(codes: readonly string[], act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!codes.includes(getErrorCode(error) ?? '')) throw error
  }
}

/** Turns a system error into a refusal. Rethrows any other error, because it is a bug. */
export function refuseOnError<T>(act: () => T, refusal: (code: string, error: Error) => Refusal): T {
  try {
    return act()
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : refusal(code, error as Error)
  }
}
