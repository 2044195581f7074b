/** World values: what times, weathers and game modes are called, the same for every edition of the game. */

/** Ticks. */
export const dayLength = 24_000

/** No position is farther from the middle of a world along x or z. */
export const farthest = 30_000_000

export const weathers = ['clear', 'rain', 'thunder'] as const

export const gameModes = ['survival', 'creative', 'adventure', 'spectator'] as const

/** @param time ticks since the day began */
export const phaseOf = (time: number): string =>
  time >= 23_000 ? 'dawn' : time < 12_000 ? 'day' : time < 13_000 ? 'dusk' : 'night'
