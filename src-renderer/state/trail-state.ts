/** Trail state: whether the audit trail is whole, and can be written. */
import type { AuditState } from '../../src-main/contract/audit.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const trailState = createFeed<AuditState | undefined>(undefined, {
  subscribe: (listener) => subscribe('audit:changed', listener),
  fetch: () => request('audit:state'),
})
