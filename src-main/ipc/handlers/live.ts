/** Live, for the window: what has happened and what is on its way. */
import type { Gateway } from '../../gateway/gateway.js'
import type { Handlers } from '../typed-ipc.js'

export const liveHandlers = ({ feed, calls }: Gateway): Pick<Handlers, 'live:recent' | 'calls:list'> => ({
  'live:recent': () => feed.recent(),
  'calls:list': () => calls.list(),
})
