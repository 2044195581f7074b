/** Warnings: problems of a running service that its owner should know, limited for display. */
import type { ServiceWarning } from '@shared/servers/service.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import { type CurrentOffer, maxNames } from './current-offer.js'

const maxNameLength = 128
/** Maximum remembered names of tools with truncated results. */
const maxRemembered = 32

/** @param sharedNames names that other services have too */
export const warningsOf = (
  { listed: { cut, failed }, offer: { leftOut }, lost }: Pick<CurrentOffer, 'listed' | 'offer' | 'lost'>,
  sharedNames: readonly string[],
  results: CutResults,
): readonly ServiceWarning[] => [
  ...warningOf('lists-cut', cut),
  ...warningOf('lists-failed', failed),
  ...warningOf('tools-lost', lost),
  ...warningOf('tools-left-out', leftOut),
  ...warningOf('names-taken', sharedNames),
  ...results.warning,
]

function warningOf(kind: ServiceWarning['kind'], names: readonly string[]): readonly ServiceWarning[] {
  if (names.length === 0) return []
  return [{ kind, count: names.length, names: names.slice(0, maxNames).map((name) => cleanText(name, maxNameLength)) }]
}

/** Tools whose results were truncated since the service started. */
export class CutResults {
  readonly #tools = new Set<string>()

  add(tool: string): void {
    if (this.#tools.size < maxRemembered) this.#tools.add(tool)
  }

  clear(): void {
    this.#tools.clear()
  }

  get warning(): readonly ServiceWarning[] {
    return warningOf('results-cut', [...this.#tools])
  }
}
