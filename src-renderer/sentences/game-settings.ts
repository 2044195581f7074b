/** Game settings: the game modes and difficulties that have names in the catalogue. */
const gameModes: readonly unknown[] = ['survival', 'creative', 'adventure', 'spectator']
const difficulties: readonly unknown[] = ['peaceful', 'easy', 'normal', 'hard']

export const isGameMode = (value: unknown): value is string => gameModes.includes(value)
export const isDifficulty = (value: unknown): value is string => difficulties.includes(value)
