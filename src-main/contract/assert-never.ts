/** Closes a switch over a union: adding a member makes the compiler point here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`)
}
