/** Live, for the window: past entries, calls in progress, and the last hour. */
import type { Gateway } from '../../gateway/gateway.js'
import type { Handlers } from '../request-handling.js'

type Topic = 'live:page' | 'live:way' | 'live:readers' | 'live:last-hour' | 'calls:list'

/** Page size in stream-safe mode: redaction takes time, and a small page does not block the program. */
const redactedPageSize = 200

/** @param stream redacts responses in stream-safe mode */
export function liveHandlers(
  gateway: Pick<Gateway, 'feed' | 'calls' | 'lastHours' | 'callTraceOf' | 'eventReadersOf'>,
  stream: { readonly on: boolean },
): Pick<Handlers, Topic> {
  const { feed, calls, lastHours } = gateway
  return {
    'live:page': ({ before }) => {
      const page = feed.page(before, stream.on ? redactedPageSize : undefined)
      return { ...page, entries: JSON.stringify(page.entries) }
    },
    'live:way': ({ requestId }) => gateway.callTraceOf(requestId) ?? null,
    'live:readers': ({ id }) => gateway.eventReadersOf(id),
    'live:last-hour': ({ servers }) => lastHours.of(servers),
    'calls:list': () => calls.list(),
  }
}
