/**
 * Listing: what a service offers, read when it starts and whenever it says that a list changed.
 *
 * Guards that a service cannot keep Gatehouse busy: one listing runs at a time, however many changes are announced, and the
 * pauses between listings grow while the announcements go on.
 */
import type { Clock, Log } from '../../gateway/ports.js'
import { type Connected, listAll, offers } from './connection/connection.js'
import { readLibrary, type SentLibrary } from './tools/library-offer.js'

/** Milliseconds in which announcements of a changed list become one: at first, and where they do not end. */
export const listDelays = { first: 200, longest: 30_000 }

/** What a service sent of its lists, as it came. */
export interface Listed {
  readonly tools: readonly unknown[]
  readonly library: SentLibrary
  /** Methods whose lists were longer than what is taken of them. */
  readonly cut: readonly string[]
}

/** @throws Error when the tools cannot be listed */
export async function listed({ client }: Pick<Connected, 'client'>, signal: AbortSignal): Promise<Listed> {
  const cut: string[] = []
  const terms = { signal, onCut: (method: string) => void cut.push(method) }
  const tools = offers(client, 'tools') ? await listAll(client, 'tools/list', 'tools', terms) : []
  return { tools, library: await readLibrary(client, terms), cut }
}

export interface AnnouncementTerms {
  readonly clock: Clock
  readonly log: Log
  readonly service: string
  /** Whether this session is still the service's. */
  readonly isCurrent: () => boolean
  readonly list: () => Promise<void>
}

const announcements = ['tools', 'prompts', 'resources'].map((list) => `notifications/${list}/list_changed`)

/** Lists again when the service says that something changed. */
export function followAnnouncements(
  { client }: { readonly client: Pick<Connected['client'], 'setNotificationHandler'> },
  { clock, log, service, isCurrent, list }: AnnouncementTerms,
): void {
  let state: 'idle' | 'planned' | 'listing' = 'idle'
  let isAgain = false
  let delay = listDelays.first
  const plan = (): void => {
    state = 'planned'
    clock.after(delay, () => void run())
  }
  const run = async (): Promise<void> => {
    if (!isCurrent()) return
    state = 'listing'
    isAgain = false
    await list().catch((error: unknown) => {
      log.warn('the lists of a service could not be read', { service, error: `${error}` })
    })
    delay = isAgain ? Math.min(delay * 2, listDelays.longest) : listDelays.first
    if (isAgain) plan()
    else state = 'idle'
  }
  for (const method of announcements) {
    client.setNotificationHandler(method as 'notifications/tools/list_changed', () => {
      if (state === 'listing') isAgain = true
      else if (state === 'idle') plan()
    })
  }
}
