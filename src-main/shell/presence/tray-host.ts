/**
 * Tray host: whether the desktop shows tray icons, so that a hidden window can be found again.
 *
 * Windows and macOS always do. Linux needs a host program (StatusNotifierHost), and Electron does not report it: the
 * session bus is queried, by any of its installed tools. No response counts as no tray.
 */

export interface TrayHostDependencies {
  readonly platform: NodeJS.Platform
  /** Runs a program and returns its output. @throws when it fails, or takes too long */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
}

const service = 'org.kde.StatusNotifierWatcher'
const place = '/StatusNotifierWatcher'
const property = 'IsStatusNotifierHostRegistered'
const get = 'org.freedesktop.DBus.Properties.Get'

/** The same query for each tool: GLib's, D-Bus's own, systemd's. */
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

export async function hasTrayHost({ platform, run }: TrayHostDependencies): Promise<boolean> {
  if (platform !== 'linux') return true
  for (const [program, ...args] of tools) {
    try {
      return /\btrue\b/u.test(await run(program, args))
    } catch (error) {
      // A tool that was refused has responded: there is no host.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return false
    }
  }
  return false
}
