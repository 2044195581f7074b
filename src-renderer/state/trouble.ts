/** How the last run of the program ended, as long as nobody has put it away. */
import type { Trouble } from '../../src-main/contract/trouble.js'
import { request, subscribe } from '../bridge.js'
import { createFeed } from './feed.js'

export const trouble = createFeed<Trouble>(
  { last: null, careful: false },
  { subscribe: (listener) => subscribe('trouble:changed', listener), fetch: () => request('trouble:state') },
)
