/** Weather: the three words of the game. */
const weathers = ['clear', 'rain', 'thunder'] as const

export type WeatherName = (typeof weathers)[number]

export const isWeather = (value: unknown): value is WeatherName => weathers.some((weather) => weather === value)
