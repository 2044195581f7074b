/**
 * Current offer: what a service lists and offers now, and which of its tools disappeared.
 *
 * Offers are computed one at a time, from the listing at that moment. A tool that the service lists no more is
 * remembered until it is back, a person starts the service, or its definition changes. The memory is bounded, so that
 * a service with new names in every list does not fill it.
 */
import type { Log } from '../../gateway/ports/runtime.js'
import type { Connected } from './connection/connection.js'
import { type Listed, type ListingOptions, listed } from './listing.js'
import { noLibrary } from './tools/library-offer.js'
import { noTools, type ToolOffer } from './tools/tool-offer.js'

const nothingListed: Listed = { tools: [], library: noLibrary, cut: [], failed: [] }

/** Of a warning in the window, and of a line in the log. */
export const maxNames = 5
/** Maximum remembered names of tools, and characters of each. */
export const maxKnown = { names: 2_000, characters: 128 }

export class CurrentOffer {
  readonly #offerOf: (listed: Listed) => Promise<ToolOffer>
  #listed = nothingListed
  #offer = noTools
  #making: Promise<unknown> = Promise.resolve()
  /** Names of tools that were listed. */
  #known = new Set<string>()
  #lost: ReadonlySet<string> = new Set()

  readonly #log: Log
  readonly #service: string

  constructor(
    offerOf: (listed: Listed) => Promise<ToolOffer>,
    { log, service }: { readonly log: Log; readonly service: string },
  ) {
    this.#offerOf = offerOf
    this.#log = log
    this.#service = service
  }

  get listed(): Listed {
    return this.#listed
  }

  get offer(): ToolOffer {
    return this.#offer
  }

  /** Names of tools that it listed earlier and lists no more. */
  get lost(): readonly string[] {
    return [...this.#lost]
  }

  /** Reads the lists. @returns whether the offer is the current one */
  async list(connected: Connected, options: ListingOptions, isCurrent: () => boolean): Promise<boolean> {
    const lists = await listed(connected, options)
    const { cut, failed } = lists
    const service = this.#service
    if (cut.length > 0) this.#log.warn('lists of a service are too long and were cut', { service, cut })
    if (failed.length > 0) this.#log.warn('lists of a service could not be read', { service, failed })
    return this.update(() => lists, isCurrent)
  }

  /** @returns whether the offer is the current one */
  update(wanted: () => Listed, isCurrent: () => boolean): Promise<boolean> {
    const making = this.#making.then(async () => {
      const lists = wanted()
      const offer = await this.#offerOf(lists)
      if (!isCurrent()) return false
      this.#listed = lists
      this.#offer = offer
      this.#compare(lists)
      return true
    })
    this.#making = making.catch(() => {})
    return making
  }

  clear(): void {
    this.#listed = nothingListed
    this.#offer = noTools
  }

  /** Whatever it lists next is complete. */
  forgetLost(): void {
    this.#known.clear()
    this.#lost = new Set()
  }

  #compare({ tools, cut }: Listed): void {
    const now = new Set(tools.flatMap((tool) => nameOf(tool) ?? []))
    const before = [...this.#known].filter((name) => !now.has(name))
    const lost = new Set(cut.includes('tools/list') ? [] : before)
    const names = [...lost].filter((name) => !this.#lost.has(name))
    this.#lost = lost
    if (names.length > 0) {
      const about = { service: this.#service, count: names.length, names: names.slice(0, maxNames) }
      this.#log.warn('a service lists fewer tools than before', about)
    }
    this.#known = new Set([...now, ...before].slice(0, maxKnown.names))
  }
}

function nameOf(tool: unknown): string | undefined {
  const name = (tool as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name.slice(0, maxKnown.characters) : undefined
}
