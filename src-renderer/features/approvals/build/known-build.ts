/**
 * What the preview of a build says about approving it, and what reading it again changes.
 *
 * Guards invariant 3: a plan that can never be built as it is cannot be approved, undo promises no more than it does, and
 * what was seen is not replaced by less.
 */
import type { ContractError } from '@contract/generated/error.js'
import type { BuildFacts, BuildImages, BuildView, Turn } from '@shared/build/build-preview.js'

export interface KnownBuild {
  /** Of its request. */
  readonly id: string
  readonly turn: Turn
  readonly view?: BuildView
  readonly images?: BuildImages
  readonly error?: ContractError
  /** The pictures cannot be shown. */
  readonly isBroken?: true
}

const spreading: ReadonlySet<string> = new Set(
  ['water', 'lava', 'tnt', 'fire', 'soul_fire'].map((id) => `minecraft:${id}`),
)

/** Whether something may flow, burn or explode outside of the blocks that are saved for the undo. */
export const mayReachOut = ({ kinds, water, lava }: BuildFacts): boolean =>
  water + lava > 0 || kinds.some(({ block }) => spreading.has(block))

const ofPlan: ReadonlySet<string> = new Set(['PROTOCOL.SCHEMA_VALIDATION_FAILED', 'BUSINESS.INVALID_LOCATION'])

/** Whether the plan itself is the reason why there is no preview, so that building it fails too. */
export const isPlanRefused = ({ code, details }: ContractError): boolean =>
  ofPlan.has(code) || (details as { readonly why?: unknown } | undefined)?.why === 'build-outside-areas'

/** What is known after another read: one that failed takes nothing away, unless the plan itself is the reason. */
export function afterRead(before: KnownBuild | undefined, read: KnownBuild): KnownBuild {
  const { id, turn, error } = read
  if (!error || isPlanRefused(error) || before?.id !== id || !before.view) return read
  return read.view && !before.images ? read : { ...before, turn, error }
}

/** What the person decides about. Time left, the steps of players and the number of animals change all the while. */
export const keyOf = ({ facts }: BuildView): string => {
  const { seconds: _seconds, entities: _entities, players, ...others } = facts
  return JSON.stringify({ ...others, players: players.map(({ name }) => name).sort() })
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>

/**
 * Runs it now, and again each time so long after it ended. What is due while the page is hidden waits until it is visible.
 *
 * @returns stops it
 */
export function repeatWhileVisible(run: () => Promise<void>, everyMs: number, page: Page): () => void {
  let isStopped = false
  let isDue = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    if (!isDue || page.visibilityState !== 'visible') return
    isDue = false
    void begin()
  }
  const begin = async () => {
    await run()
    if (isStopped) return
    timer = setTimeout(() => {
      isDue = true
      look()
    }, everyMs)
  }
  page.addEventListener('visibilitychange', look)
  void begin()
  return () => {
    isStopped = true
    clearTimeout(timer)
    page.removeEventListener('visibilitychange', look)
  }
}
