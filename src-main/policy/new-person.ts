/** New person: what somebody who approves may be called. Guards that one name is one person, in a question and in the trail. */
import { peopleLimits } from '../contract/people.js'
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
