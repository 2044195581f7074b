/**
 * New person: validates the name of an approver. Guards that a name identifies one person, in requests and in the audit
 * trail.
 */
import { peopleLimits } from '@shared/clients/people.js'
import { cleanText } from '../text/untrusted-text.js'
import { looksLike } from './new-client.js'

/** Names that the audit trail uses for other approvers. */
const taken = ['desktop', 'control', 'somebody', 'nobody', 'command-line', 'gatehouse', 'viewers']

/** Whether the name is valid and cannot be confused with an existing one. */
export const isPersonName = (name: string, others: readonly string[]): boolean =>
  name !== '' &&
  name === cleanText(name, peopleLimits.name).trim() &&
  !/[\t\n]/u.test(name) &&
  ![...taken, ...others].some((other) => looksLike(other, name))
