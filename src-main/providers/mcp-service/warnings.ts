/** Warnings: what of a running service its owner should know, bounded for a screen. */
import type { ServiceWarning } from '../../contract/service.js'
import { cleanText } from '../../policy/untrusted-text.js'

const mostNames = 5
const longestName = 128
/** Names that are remembered of results that were cut. */
const mostRemembered = 32

export function warningOf(kind: ServiceWarning['kind'], names: readonly string[]): readonly ServiceWarning[] {
  if (names.length === 0) return []
  return [{ kind, count: names.length, names: names.slice(0, mostNames).map((name) => cleanText(name, longestName)) }]
}

/** Tools whose results were too large since the service started. */
export class CutResults {
  readonly #tools = new Set<string>()

  add(tool: string): void {
    if (this.#tools.size < mostRemembered) this.#tools.add(tool)
  }

  clear(): void {
    this.#tools.clear()
  }

  get warning(): readonly ServiceWarning[] {
    return warningOf('results-cut', [...this.#tools])
  }
}
