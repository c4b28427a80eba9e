/** For the end of a choice over a closed union: a new member does not compile until it is handled. */
export function assertNever(member: never): never {
  throw new Error(`not handled: ${JSON.stringify(member)}`)
}
