/** Answer places: which risks the owner lets be approved on phones and in the game. Denying is possible everywhere. */

export interface AnswerPlaces {
  /** Critical actions also need the typed name there. */
  readonly phone: { readonly medium: boolean; readonly high: boolean; readonly critical: boolean }
  /** Critical actions never. */
  readonly game: { readonly medium: boolean; readonly high: boolean }
}

export const everyAnswerPlace: AnswerPlaces = {
  phone: { medium: true, high: true, critical: true },
  game: { medium: true, high: true },
}
