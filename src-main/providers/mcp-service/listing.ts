/**
 * Listing: reads what a service offers, at its start and whenever it reports a changed list.
 *
 * Guards that a service cannot keep Gatehouse busy: one listing runs at a time, however many changes are reported, and
 * the pauses between listings grow while the reports continue.
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { type Connected, offers } from './connection/connection.js'
import { listAll } from './connection/list-all.js'
import { readLibrary, type SentLibrary } from './tools/library-offer.js'

/** Change reports within these milliseconds are merged: initially, and when they do not stop. */
export const listDelays = { first: 200, longest: 30_000 }

/** Milliseconds for a page of a list while the service runs. */
const listMs = 30_000

/** The lists of a service, unchanged. */
export interface Listed {
  readonly tools: readonly unknown[]
  readonly library: SentLibrary
  /** Methods whose lists were truncated. */
  readonly cut: readonly string[]
  /** Methods whose lists could not be read; these lists stay as they were, and are empty at first. */
  readonly failed: readonly string[]
}

export interface ListingOptions {
  readonly signal: AbortSignal
  /** Milliseconds for each page. */
  readonly timeout?: number
  /** The lists of this session so far. */
  readonly previous?: Listed
}

/** @throws Error when the tools cannot be listed for the first time */
export async function listed(
  { client }: Pick<Connected, 'client'>,
  { signal, timeout = listMs, previous }: ListingOptions,
): Promise<Listed> {
  const cut: string[] = []
  const failed: string[] = []
  const options = {
    signal,
    timeout,
    onCut: (method: string) => void cut.push(method),
    onFailed: (method: string) => void failed.push(method),
  }
  // Some servers declare no capability at all, and have tools.
  const declaresNone = Object.keys(client.getServerCapabilities() ?? {}).length === 0
  const readTools = () =>
    listAll(client, 'tools/list', 'tools', options).catch((thrown: unknown) => {
      if (!previous && !declaresNone) throw thrown
      const hasNone =
        declaresNone && thrown instanceof ProtocolError && thrown.code === ProtocolErrorCode.MethodNotFound
      if (!hasNone) options.onFailed('tools/list')
      return previous?.tools ?? []
    })
  const tools = declaresNone || offers(client, 'tools') ? await readTools() : []
  return { tools, library: await readLibrary(client, options, previous?.library), cut, failed }
}

export interface ListChangeOptions {
  readonly clock: Clock
  readonly log: Log
  readonly service: string
  /** Whether this session is still the current one. */
  readonly isCurrent: () => boolean
  readonly list: () => Promise<void>
}

const announcements = ['tools', 'prompts', 'resources'].map((list) => `notifications/${list}/list_changed`)

/** Repeats the listing when the service reports a change. */
export function followListChanges(
  { client }: { readonly client: Pick<Connected['client'], 'setNotificationHandler'> },
  { clock, log, service, isCurrent, list }: ListChangeOptions,
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
