/**
 * Answer places: which risks the owner lets be approved on phones, in the game and on Discord, and when requests are
 * shown there.
 * Denying is possible everywhere.
 */

export interface AnswerPlaces {
  /** Critical actions also need the typed name there. */
  readonly phone: { readonly medium: boolean; readonly high: boolean; readonly critical: boolean }
  /** Critical actions never. */
  readonly game: { readonly medium: boolean; readonly high: boolean }
  /** Critical actions never. */
  readonly discord: { readonly medium: boolean; readonly high: boolean }
  /** Phones, the game and Discord are asked only while nobody uses this computer. */
  readonly onlyWhenAway: boolean
}

/** Minutes without an answer after which a request is denied. */
export const answerMinutes = [2, 5, 15] as const
export type AnswerMinutes = (typeof answerMinutes)[number]

export const everyAnswerPlace: AnswerPlaces = {
  phone: { medium: true, high: true, critical: true },
  game: { medium: true, high: true },
  discord: { medium: true, high: true },
  onlyWhenAway: false,
}
