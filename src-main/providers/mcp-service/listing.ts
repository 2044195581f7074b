/** Listing: what a service offers, read when it starts and whenever it says that a list changed. */

import type { Clock, Log } from '../../gateway/ports.js'
import { type Connected, listAll, offers } from './connection/connection.js'
import { readLibrary, type SentLibrary } from './tools/library-offer.js'

/** Milliseconds in which announcements of a changed list become one. */
const listDelayMs = 200

/** What a service sent of its lists, as it came. */
export interface Listed {
  readonly tools: readonly unknown[]
  readonly library: SentLibrary
}

/** @throws Error when the tools cannot be listed */
export async function listed({ client }: Pick<Connected, 'client'>, signal: AbortSignal): Promise<Listed> {
  const tools = offers(client, 'tools') ? await listAll(client, 'tools/list', 'tools', signal) : []
  return { tools, library: await readLibrary(client, signal) }
}

export interface AnnouncementTerms {
  readonly clock: Clock
  readonly log: Log
  readonly service: string
  /** Whether this session is still the service's. */
  readonly isCurrent: () => boolean
  readonly list: () => Promise<void>
}

/** Lists again when the service says that something changed. */
export function followAnnouncements(
  { client }: Pick<Connected, 'client'>,
  { clock, log, service, isCurrent, list }: AnnouncementTerms,
): void {
  let isPlanned = false
  /** Announcements that come while a list is on its way become one more list. */
  const listSoon = (): void => {
    if (isPlanned) return
    isPlanned = true
    clock.after(listDelayMs, () => {
      isPlanned = false
      if (!isCurrent()) return
      list().catch((error: unknown) => {
        log.warn('the tools of a service could not be listed', { service, error: `${error}` })
      })
    })
  }
  for (const name of ['tools', 'prompts', 'resources'] as const) {
    client.setNotificationHandler(`notifications/${name}/list_changed`, listSoon)
  }
}
