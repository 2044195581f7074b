/**
 * Game codes: the one-time codes with which the owner's own player answers requests in the game, as a pure state machine.
 *
 * Guards invariant 6: a code answers one request once, for one player. Three wrong codes in total invalidate all codes
 * until the owner continues in the window, which limits guessing.
 */

export const codeLimits = {
  /** Requests that have a code at the same time: each additional one makes a correct guess more likely. */
  open: 3,
  wrong: 3,
  /** Used codes that are stored, so that a late answer does not count as a wrong code. */
  spent: 64,
} as const

/** What a player types. The same code twice where they also write what they decide. */
export interface RequestCode {
  readonly approve: string
  readonly deny: string
}

export interface GameCodes {
  /** By request id. */
  readonly open: ReadonlyMap<string, RequestCode>
  readonly spent: readonly string[]
  readonly wrong: number
}

export type GameCodeEvent =
  | { readonly kind: 'given'; readonly id: string; readonly code: RequestCode }
  /** The request was answered elsewhere, expired, or was withdrawn. */
  | { readonly kind: 'ended'; readonly id: string }
  | { readonly kind: 'typed'; readonly code: string; readonly isOwner: boolean }

export type GameCodeOutcome =
  | { readonly kind: 'none' | 'late' | 'paused' }
  /** `decision`: of the code; of the typed word where both codes are the same. */
  | { readonly kind: 'answered'; readonly id: string; readonly decision: 'approve' | 'deny' }
  /** Another person knows the code. */
  | { readonly kind: 'leaked'; readonly id: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }

export const noCodes: GameCodes = { open: new Map(), spent: [], wrong: 0 }

export const isPaused = ({ wrong }: GameCodes): boolean => wrong >= codeLimits.wrong

export const hasRoom = (codes: GameCodes): boolean => !isPaused(codes) && codes.open.size < codeLimits.open

/** Whether a code is unused. A recently used code is not fresh: a late answer could approve another request. */
export const isFresh = ({ open, spent }: GameCodes, code: string): boolean =>
  !spent.includes(code) && ![...open.values()].some(({ approve, deny }) => code === approve || code === deny)

const codeForm = /^\d{4}$/u

type Next = readonly [GameCodes, GameCodeOutcome]

const none = { kind: 'none' } as const

export function nextCodes(codes: GameCodes, event: GameCodeEvent): Next {
  if (isPaused(codes)) return [codes, none]
  switch (event.kind) {
    case 'given':
      if (!hasRoom(codes) || codes.open.has(event.id)) return [codes, none]
      if (!isFresh(codes, event.code.approve) || !isFresh(codes, event.code.deny)) return [codes, none]
      return [{ ...codes, open: new Map([...codes.open, [event.id, event.code]]) }, none]
    case 'ended':
      return [without(codes, event.id), none]
    case 'typed':
      return event.isOwner ? typedByOwner(codes, event.code) : typedByOther(codes, event.code)
  }
}

function typedByOwner(codes: GameCodes, code: string): Next {
  const id = idOf(codes, code)
  if (id !== undefined) {
    const decision = codes.open.get(id)?.approve === code ? 'approve' : 'deny'
    return [without(codes, id), { kind: 'answered', id, decision }]
  }
  // A guess needs a code that it could hit.
  if (!codeForm.test(code)) return [codes, none]
  if (codes.spent.includes(code) || codes.open.size === 0) return [codes, { kind: 'late' }]
  const counted = countWrong(codes)
  return [
    counted,
    isPaused(counted) ? { kind: 'paused' } : { kind: 'wrong', triesLeft: codeLimits.wrong - counted.wrong },
  ]
}

/** A wrong code of another player does not count, so other players cannot block the owner with wrong codes. */
function typedByOther(codes: GameCodes, code: string): Next {
  const id = idOf(codes, code)
  if (id === undefined) return [codes, none]
  const counted = countWrong(without(codes, id))
  return [counted, isPaused(counted) ? { kind: 'paused' } : { kind: 'leaked', id }]
}

const idOf = ({ open }: GameCodes, code: string): string | undefined =>
  [...open].find(([, { approve, deny }]) => code === approve || code === deny)?.[0]

function without(codes: GameCodes, id: string): GameCodes {
  const code = codes.open.get(id)
  if (code === undefined) return codes
  const open = new Map(codes.open)
  open.delete(id)
  return { ...codes, open, spent: [...codes.spent, ...new Set([code.approve, code.deny])].slice(-codeLimits.spent) }
}

/** The third wrong code invalidates all codes. */
function countWrong(codes: GameCodes): GameCodes {
  const counted = { ...codes, wrong: codes.wrong + 1 }
  return isPaused(counted) ? [...counted.open.keys()].reduce(without, counted) : counted
}
