/** New key: what is wrong with the form before it is sent, and what its choices grant. The gateway checks again. */
import { clientLimits, everything } from '../../../src-main/contract/client.js'

export type Reach = 'everything' | 'reading'

export const reaches: Readonly<Record<Reach, readonly string[]>> = {
  everything,
  reading: ['mcp.context.**', 'mcp.event.**'],
}

/** How far a client may go; undefined where its grants are none of the choices, as those of the command line may be. */
export const reachOf = (grants: readonly string[]): Reach | undefined =>
  (Object.keys(reaches) as Reach[]).find(
    (reach) => reaches[reach].length === grants.length && reaches[reach].every((grant) => grants.includes(grant)),
  )

/** Key of the catalogue that says what is wrong. */
export const nameProblem = (given: string, taken: readonly string[]): string | undefined => {
  const name = given.trim()
  if (name === '') return 'clients.nameMissing'
  if (name.length > clientLimits.name) return 'clients.nameLong'
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'clients.nameTaken' : undefined
}
