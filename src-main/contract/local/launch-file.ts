/**
 * Launch file: stores in the profile how to start the program.
 *
 * A bridge in another place, such as a bundle inside Claude Desktop, knows only the profile. Readers start the named
 * program, so the file counts only when nobody else could have written it.
 */

/** What to run, and what of the environment it needs to find the screen. */
export interface LaunchFile {
  /** The program, by its absolute path, and its first arguments; `--hidden --profile DIR` come behind them. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
}

/** The file's name inside the profile. */
export const launchFileName = 'launch.json'

/** What the file's text says, or `undefined` if any part of it is not what it must be. */
export const parseLaunchFile = (text: string): LaunchFile | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  const { command, env } = value as Partial<Record<keyof LaunchFile, unknown>>
  return isCommand(command) && isEnvironment(env) ? { command, env } : undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^(?:[A-Za-z]:[\\/]|\\\\)/u.test(path)

const isCommand = (value: unknown): value is LaunchFile['command'] =>
  Array.isArray(value) && value.length > 0 && value.every(isText) && isAbsolute(value[0] ?? '')

const isEnvironment = (value: unknown): value is LaunchFile['env'] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText)
