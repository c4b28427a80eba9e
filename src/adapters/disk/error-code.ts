import type { Refusal } from '../../core/values/index.ts'

/** Of what the system said. A refusal has a code too, and is none of its words. */
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

/** What the system refuses becomes what is made of its code; anything else stays the bug it is. */
export function refuseOnError<T>(act: () => T, refusal: (code: string, error: Error) => Refusal): T {
  try {
    return act()
  } catch (error) {
    const code = getErrorCode(error)
    throw code === undefined ? error : refusal(code, error as Error)
  }
}
