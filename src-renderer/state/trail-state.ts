/** Trail state: whether the audit trail is intact and writable. */
import type { AuditState } from '@shared/trail/audit.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const trailState = createFeed<AuditState | undefined>(undefined, {
  subscribe: (listener) => subscribe('audit:changed', listener),
  fetch: () => request('audit:state'),
})
