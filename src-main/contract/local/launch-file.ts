/**
 * Launch file: stores in the profile how to start the program.
 *
 * A bridge outside the installation, such as a bundle in Claude Desktop, knows only the profile. Readers start the named
 * program, so they accept the file only when no other user could have written it.
 */

/** Variables that a program with windows needs to find the display and the session bus. */
export const screenVariables = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'DBUS_SESSION_BUS_ADDRESS',
]

/** The program, and the `screenVariables` of its last start, which may be of a login that has ended. */
export interface LaunchFile {
  /** The absolute path of the program and its first arguments; `--hidden --profile DIR` is appended. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly env: Readonly<Record<string, string>>
}

/** The file name in the profile. */
export const launchFileName = 'launch.json'

/** Parses the text of the file; undefined when any part of it is invalid. */
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
