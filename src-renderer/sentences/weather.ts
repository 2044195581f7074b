/** Weather: the three words of the game. */
const weathers = ['clear', 'rain', 'thunder'] as const

export type Weather = (typeof weathers)[number]

export const isWeather = (value: unknown): value is Weather => weathers.some((weather) => weather === value)
