/**
 * Current offer: what a service lists and offers now, and which of its tools disappeared.
 *
 * Offers are computed one at a time, from the listing at that moment. A tool that the service lists no more is
 * remembered until it is back, a person starts the service, or its definition changes.
 */
import type { Listed } from './listing.js'
import { noLibrary } from './tools/library-offer.js'
import { noTools, type ToolOffer } from './tools/tool-offer.js'

const nothingListed: Listed = { tools: [], library: noLibrary, cut: [], failed: [] }

export class CurrentOffer {
  readonly #offerOf: (listed: Listed) => Promise<ToolOffer>
  #listed = nothingListed
  #offer = noTools
  #making: Promise<unknown> = Promise.resolve()
  /** Names of tools that were listed. */
  #known = new Set<string>()
  #lost: readonly string[] = []

  constructor(offerOf: (listed: Listed) => Promise<ToolOffer>) {
    this.#offerOf = offerOf
  }

  get listed(): Listed {
    return this.#listed
  }

  get offer(): ToolOffer {
    return this.#offer
  }

  /** Names of tools that it listed earlier and lists no more. */
  get lost(): readonly string[] {
    return this.#lost
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
    this.#lost = []
  }

  #compare({ tools, cut }: Listed): void {
    const now = new Set(tools.flatMap((tool) => nameOf(tool) ?? []))
    this.#lost = cut.includes('tools/list') ? [] : [...this.#known].filter((name) => !now.has(name))
    for (const name of now) this.#known.add(name)
  }
}

function nameOf(tool: unknown): string | undefined {
  const name = (tool as { name?: unknown } | null)?.name
  return typeof name === 'string' ? name : undefined
}
