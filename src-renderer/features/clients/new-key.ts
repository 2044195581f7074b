/** New key: what is wrong with the form before it is sent. The gateway checks again. */
import { clientLimits } from '../../../src-main/contract/client.js'

/** Key of the catalogue that says what is wrong. */
export const nameProblem = (given: string, taken: readonly string[]): string | undefined => {
  const name = given.trim()
  if (name === '') return 'clients.nameMissing'
  if (name.length > clientLimits.name) return 'clients.nameLong'
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'clients.nameTaken' : undefined
}
