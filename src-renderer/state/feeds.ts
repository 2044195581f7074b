/** What the shell tells as a whole: servers, open questions, calls on their way, clients with a key, whether all is stopped. */
import type { OpenApproval } from '../../src-main/contract/approval.js'
import type { CallInFlight } from '../../src-main/contract/call.js'
import type { Client } from '../../src-main/contract/client.js'
import type { PanicState } from '../../src-main/contract/panic.js'
import type { Server } from '../../src-main/contract/server.js'
import type { PanicKeys } from '../../src-main/ipc/channels.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const servers = createFeed<readonly Server[]>([], {
  subscribe: (listener) => subscribe('servers:changed', listener),
  fetch: () => request('servers:list'),
})

export const approvals = createFeed<readonly OpenApproval[]>([], {
  subscribe: (listener) => subscribe('approvals:changed', listener),
  fetch: () => request('approvals:list'),
})

export const calls = createFeed<readonly CallInFlight[]>([], {
  subscribe: (listener) => subscribe('calls:changed', listener),
  fetch: () => request('calls:list'),
})

export const clients = createFeed<readonly Client[]>([], {
  subscribe: (listener) => subscribe('clients:changed', listener),
  fetch: () => request('clients:list'),
})

export const panic = createFeed<PanicState & { readonly keys: PanicKeys }>(
  { on: false, keys: { accelerator: '', works: true } },
  {
    subscribe: (listener) => subscribe('panic:changed', listener),
    fetch: () => request('panic:state'),
  },
)
