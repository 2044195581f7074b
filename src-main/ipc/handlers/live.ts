/** Live, for the window: what has happened, how it went, what is on its way, and the last hour. */
import type { Gateway } from '../../gateway/gateway.js'
import type { Handlers } from '../answer.js'

type Topic = 'live:page' | 'live:way' | 'live:readings' | 'live:last-hour' | 'calls:list'

/** Entries on a page while every one of them is covered first: few enough that the program is not held up by it. */
const coveredEntries = 200

/** @param stream whether what is handed out is covered on its way */
export function liveHandlers(
  gateway: Pick<Gateway, 'feed' | 'calls' | 'lastHours' | 'wayOf' | 'readingsOf'>,
  stream: { readonly on: boolean },
): Pick<Handlers, Topic> {
  const { feed, calls, lastHours } = gateway
  return {
    'live:page': ({ before }) => {
      const page = feed.page(before, stream.on ? coveredEntries : undefined)
      return { ...page, entries: JSON.stringify(page.entries) }
    },
    'live:way': ({ requestId }) => gateway.wayOf(requestId) ?? null,
    'live:readings': ({ id }) => gateway.readingsOf(id),
    'live:last-hour': ({ servers }) => lastHours.of(servers),
    'calls:list': () => calls.list(),
  }
}
