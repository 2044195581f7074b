/**
 * Desktop environment: what a started program needs to find its user, display and session bus.
 *
 * AI clients pass hardly any variables, and their files hold no value of one login. So what is missing is looked up when
 * the program starts: first from the session manager, then from the last start, if that display is still there.
 */
import { execFile } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { screenVariables } from '@contract/local/launch-file.js'

type Variables = Readonly<Record<string, string | undefined>>

/** What this computer says, replaceable in tests. */
export interface DesktopSystem {
  readonly platform: NodeJS.Platform
  readonly home: () => string
  readonly userId: number
  readonly exists: (file: string) => boolean
  readonly isOwned: (file: string) => boolean
  /** `NAME=value` lines of the user's session manager; empty without one. */
  readonly sessionVariables: (env: Variables) => Promise<string>
}

/** Milliseconds that the session manager may take. */
const sessionTime = 1_000

export const desktopSystem = (): DesktopSystem => ({
  platform: process.platform,
  home: homedir,
  userId: process.getuid?.() ?? -1,
  exists: existsSync,
  isOwned: (file) => lstatSync(file, { throwIfNoEntry: false })?.uid === process.getuid?.(),
  sessionVariables: (env) =>
    new Promise((resolve) => {
      const options = { env: { ...env }, timeout: sessionTime, maxBuffer: 256 * 1024 }
      execFile('systemctl', ['--user', 'show-environment'], options, (error, text) => resolve(error ? '' : text))
    }),
})

const usualPath = '/usr/local/bin:/usr/bin:/bin'

/** @param lastStart the screen variables of the program's last start */
export async function desktopEnvironment(env: Variables, lastStart: Variables, on: DesktopSystem): Promise<Variables> {
  if (on.platform === 'win32') return env
  const user = { ...env, HOME: env.HOME || on.home(), PATH: env.PATH || usualPath }
  if (on.platform !== 'linux') return user
  const session = withSession(user, on)
  if (hasScreen(session)) return session
  const found = readVariables(await on.sessionVariables(session))
  const known = [found, lastStart].find((one) => isThere(one, session.XDG_RUNTIME_DIR, on))
  if (known !== undefined) return { ...session, ...screenOf(known) }
  return isThere({ WAYLAND_DISPLAY: 'wayland-0' }, session.XDG_RUNTIME_DIR, on)
    ? { ...session, WAYLAND_DISPLAY: 'wayland-0' }
    : session
}

/** Whether a program with windows can start. */
export const hasScreen = (env: Variables): boolean => Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)

/** The folder and the bus that the login manager makes for each user. */
function withSession(env: Variables, on: DesktopSystem): Variables {
  const usual = `/run/user/${on.userId}`
  const folder = env.XDG_RUNTIME_DIR || (on.isOwned(usual) ? usual : undefined)
  if (folder === undefined) return env
  const bus = join(folder, 'bus')
  const address = env.DBUS_SESSION_BUS_ADDRESS || (on.exists(bus) ? `unix:path=${bus}` : undefined)
  return { ...env, XDG_RUNTIME_DIR: folder, ...(address !== undefined && { DBUS_SESSION_BUS_ADDRESS: address }) }
}

const screenOf = (env: Variables): Variables =>
  Object.fromEntries(screenVariables.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))

/** Whether the display of these variables has a socket on this computer. */
function isThere(env: Variables, runtimeFolder: string | undefined, on: DesktopSystem): boolean {
  const number = env.DISPLAY?.startsWith(':') ? Number.parseInt(env.DISPLAY.slice(1), 10) : Number.NaN
  if (Number.isInteger(number) && on.exists(`/tmp/.X11-unix/X${number}`)) return true
  const folder = env.XDG_RUNTIME_DIR ?? runtimeFolder
  return Boolean(env.WAYLAND_DISPLAY && folder && on.exists(join(folder, env.WAYLAND_DISPLAY)))
}

/** Values that the session manager had to quote are left out: no screen variable has one. */
const readVariables = (text: string): Variables =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at > 0 && !line.startsWith('$', at + 1) ? [[line.slice(0, at), line.slice(at + 1)]] : []
    }),
  )
