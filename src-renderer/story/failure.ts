/** Failure: the error in a log entry. The entry may be of another version: without a text it has no error. */
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { ErrorDescription } from '../ui/messages/error-text.js'

export const failureOf = ({ response }: AuditEvent): ErrorDescription | undefined => {
  const { code, message, suggestion } = (response?.error ?? {}) as Readonly<Record<string, unknown>>
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return { code, message, ...(typeof suggestion === 'string' && { suggestion }) }
}
