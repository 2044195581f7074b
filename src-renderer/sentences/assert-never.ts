/** Closes a discriminated union: a new member that nobody handles does not compile. */
export const assertNever = (value: never): never => {
  throw new Error(`Not handled: ${JSON.stringify(value)}`)
}
