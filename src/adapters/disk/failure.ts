/** Of what the system said. A refusal has a code too, and is none of its words. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : undefined
}

export function ignoring(codes: readonly string[], act: () => void): void {
  try {
    act()
  } catch (error) {
    if (!codes.includes(codeOf(error) ?? '')) throw error
  }
}
