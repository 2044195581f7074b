/**
 * New person: validates the name of an approver. Guards that a name identifies one person, in requests and in the audit
 * trail.
 */
import { peopleLimits } from '@shared/clients/people.js'
import { looksLike } from './new-client.js'
import { cleanText } from './untrusted-text.js'

/** Who else answers, by the names that the audit trail gives them. */
const taken = ['desktop', 'control', 'somebody', 'nobody', 'command-line', 'gatehouse']

/** Whether somebody may be called that, beside those who are there. */
export const isPersonName = (name: string, others: readonly string[]): boolean =>
  name !== '' &&
  name === cleanText(name, peopleLimits.name).trim() &&
  !/[\t\n]/u.test(name) &&
  ![...taken, ...others].some((other) => looksLike(other, name))
