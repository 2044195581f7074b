/** Newer versions of the program, as main reports them. */
import type { UpdateState } from '@shared/program/update.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const updates = createFeed<UpdateState>(
  { kind: 'idle' },
  { subscribe: (listener) => subscribe('updates:changed', listener), fetch: () => request('updates:state') },
)
