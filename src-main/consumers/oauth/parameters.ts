/**
 * Parameters: of a query or a form, without duplicates. RFC 6749, section 3.1.
 *
 * Enforces invariant 7: a duplicate could be read differently by the check and by the code that uses it.
 */

export type Parameters = ReadonlyMap<string, string>

/** Undefined for a duplicate; `resource` may repeat, and is joined by spaces, which no address contains. */
export function parametersIn(text: string): Parameters | undefined {
  const found = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found.get(name)
    if (before !== undefined && name !== 'resource') return undefined
    found.set(name, before === undefined ? value : `${before} ${value}`)
  }
  return found
}

export const resourcesIn = (parameters: Parameters): string[] => parameters.get('resource')?.split(' ') ?? []

export const asRecord = (parameters: Parameters): Record<string, string> => Object.fromEntries(parameters)
