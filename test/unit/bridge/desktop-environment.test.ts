import { describe, expect, it } from 'vitest'
import { type DesktopSystem, desktopEnvironment } from '../../../src-main/bridge/desktop-environment.js'

const user = { HOME: '/home/ada', PATH: '/usr/local/bin:/usr/bin:/bin' }
const runtime = '/run/user/1000'
const ended = { DISPLAY: ':9', XAUTHORITY: '/run/user/1000/old' }

const computer = (files: readonly string[], session = '', platform: NodeJS.Platform = 'linux'): DesktopSystem => ({
  platform,
  home: () => '/home/ada',
  userId: 1000,
  exists: (file) => files.includes(file),
  isOwned: (file) => files.includes(file),
  sessionVariables: async () => session,
})

describe('a program that a client starts without any variable', () => {
  it('gets the home, the search path, the session bus and the display of the session manager', async () => {
    const session = "DISPLAY=:1\nXAUTHORITY=/run/user/1000/gdm/Xauthority\nEDITOR=vi\nODD=$'a\\nb'\n"
    const on = computer([runtime, `${runtime}/bus`, '/tmp/.X11-unix/X1', '/tmp/.X11-unix/X9'], session)
    expect(await desktopEnvironment({}, ended, on)).toEqual({
      ...user,
      XDG_RUNTIME_DIR: runtime,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${runtime}/bus`,
      DISPLAY: ':1',
      XAUTHORITY: '/run/user/1000/gdm/Xauthority',
    })
  })

  it('gets the display of the last start only while it is there', async () => {
    expect(await desktopEnvironment({}, ended, computer(['/tmp/.X11-unix/X9']))).toEqual({ ...user, ...ended })
    expect(await desktopEnvironment({}, ended, computer([]))).toEqual(user)
    expect(await desktopEnvironment({}, { DISPLAY: 'host:10.0' }, computer([]))).toEqual(user)
  })

  it('finds a Wayland display that nobody names', async () =>
    expect(await desktopEnvironment({}, {}, computer([runtime, `${runtime}/wayland-0`]))).toEqual({
      ...user,
      XDG_RUNTIME_DIR: runtime,
      WAYLAND_DISPLAY: 'wayland-0',
    }))

  it('keeps what the client passes', async () => {
    const passed = { HOME: '/home/eve', PATH: '/bin', DISPLAY: ':3', XDG_RUNTIME_DIR: '/run/x' }
    const on = computer([runtime, `${runtime}/bus`, '/tmp/.X11-unix/X9'], 'DISPLAY=:9\n')
    expect(await desktopEnvironment(passed, ended, on)).toEqual(passed)
  })

  it('needs no display variable on Windows and macOS', async () => {
    expect(await desktopEnvironment({ A: '1' }, ended, computer([], '', 'win32'))).toEqual({ A: '1' })
    expect(await desktopEnvironment({}, ended, computer([], '', 'darwin'))).toEqual(user)
  })
})
