/** New key: validates the form. The gateway validates again. */
import { clientLimits } from '@shared/clients/client.js'

/** Key of the catalogue that says what is wrong. */
export const nameProblem = (given: string, taken: readonly string[]): string | undefined => {
  const name = given.trim()
  if (name === '') return 'clients.nameMissing'
  if (name.length > clientLimits.name) return 'clients.nameLong'
  return taken.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'clients.nameTaken' : undefined
}
