/** Makes a switch over a union exhaustive: a new member is a compile error here. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected: ${JSON.stringify(value)}`)
}
