/**
 * Parameters: of a query or a form, each once. RFC 6749, section 3.1.
 *
 * Guards invariant 7: what is there twice could be read as one by the check and as the other by whoever acts on it.
 */

export type Parameters = ReadonlyMap<string, string>

/** Undefined when one is there more than once; `resource` may be, and is joined by spaces, which no address has. */
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
