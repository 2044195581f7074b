/**
 * Work slices: processes a service's list in small parts, one per turn of the event loop.
 *
 * Guards invariant 7: a long list, or a tool with thousands of texts, does not block the event loop.
 */
import { type Scan, scanRelayed } from '../../../policy/text/text-scan.js'

/** Milliseconds of work in one turn. */
const sliceMs = 8

export class WorkSlices {
  readonly #now: () => number
  #began: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#began = now()
  }

  /** Waits for the next turn when this one is used up. */
  async rest(): Promise<void> {
    if (this.#now() - this.#began < sliceMs) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#began = this.#now()
  }

  /** The findings in a definition that a person should see, from `findingsInRelayed`. */
  async findings(definition: Parameters<typeof scanRelayed>[0]): Promise<ReturnOf<Scan>> {
    const scan = scanRelayed(definition)
    for (;;) {
      const { done, value } = scan.next()
      if (done) return value
      await this.rest()
    }
  }
}

type ReturnOf<G> = G extends Generator<unknown, infer Returned> ? Returned : never
