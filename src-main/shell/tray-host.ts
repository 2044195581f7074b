/**
 * Tray host: whether the desktop shows the icons of programs, so that a hidden window can be found again.
 *
 * Windows and macOS always do. Under Linux a program has to be there that does (StatusNotifierHost), and Electron does not
 * say whether one is: the session bus is asked, by whichever of its tools is installed. No answer counts as no tray.
 */

export interface TrayHostParts {
  readonly platform: NodeJS.Platform
  /** Runs a program and hands back what it writes. @throws when it cannot, or takes too long */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
}

const service = 'org.kde.StatusNotifierWatcher'
const place = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** The same question to each: GLib's tool, that of D-Bus itself, that of systemd. */
const tools: readonly (readonly [program: string, ...args: string[]])[] = [
  ['gdbus', 'call', '--session', '--dest', service, '--object-path', place, '--method', get, service, property],
  [
    'dbus-send',
    '--session',
    '--print-reply',
    `--dest=${service}`,
    place,
    get,
    `string:${service}`,
    `string:${property}`,
  ],
  ['busctl', '--user', 'get-property', service, place, service, property],
]

export async function hasTrayHost({ platform, run }: TrayHostParts): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [program, ...args] of tools) {
    try {
      return /\btrue\b/u.test(await run(program, args))
    } catch (error) {
      // One that is there and was refused has answered: nobody serves the icons.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false
    }
  }
  return false
}
