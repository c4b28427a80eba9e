/** Ends a `switch` over a closed union, so that a new member does not compile until it is handled. */
export function assertNever(member: never): never {
  throw new Error(`not handled: ${JSON.stringify(member)}`)
}
