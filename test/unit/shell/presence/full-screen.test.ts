import { describe, expect, it, vi } from 'vitest'
import {
  createFullScreenProbe,
  type FullScreenDependencies,
  windowsCacheMs,
} from '../../../../src-main/shell/presence/full-screen.js'

const x11 = { DISPLAY: ':0' }
const wayland = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }

const probe = (part: Partial<FullScreenDependencies>, answers: readonly (string | Error)[] = []) => {
  const left = [...answers]
  return createFullScreenProbe({
    platform: 'linux',
    env: x11,
    isOurs: () => false,
    elapsed: () => 0,
    run: async () => {
      const answer = left.shift() ?? new Error('nothing was to be run')
      if (answer instanceof Error) throw answer
      return answer
    },
    ...part,
  })()
}

const active = '_NET_ACTIVE_WINDOW(WINDOW): window id # 0x3c00007\n'
const covering = '_NET_WM_STATE(ATOM) = _NET_WM_STATE_FULLSCREEN, _NET_WM_STATE_FOCUSED\n'
const ordinary = '_NET_WM_STATE(ATOM) = _NET_WM_STATE_MAXIMIZED_VERT\n'

const tooLate = Object.assign(new Error('Command failed'), { killed: true })

describe('the full-screen program', () => {
  it.each([
    ['a game under X11', { env: x11 }, [active, covering], 'yes'],
    ['an ordinary window under X11', { env: x11 }, [active, ordinary], 'no'],
    ['no window at all', { env: x11 }, ['_NET_ACTIVE_WINDOW(WINDOW): window id # 0x0\n'], 'no'],
    ['no window manager', { env: x11 }, ['_NET_ACTIVE_WINDOW:  not found.\n'], 'no'],
    ['a game of XWayland', { env: wayland }, [active, covering], 'yes'],
    ['a Wayland desktop, of whose own windows nobody knows', { env: wayland }, [active, ordinary], 'unknown'],
    ['no xprop', { env: x11 }, [new Error('ENOENT')], 'unknown'],
    ['no display', { env: {} }, [], 'unknown'],
    ['a Windows game', { platform: 'win32' }, ['3\r\n'], 'yes'],
    ['a Windows presentation', { platform: 'win32' }, ['4\r\n'], 'yes'],
    ['a Windows desktop', { platform: 'win32' }, ['5\r\n'], 'no'],
    ['a Windows without PowerShell', { platform: 'win32' }, [new Error('ENOENT')], 'unknown'],
    ['a Windows that is too busy to answer', { platform: 'win32' }, [tooLate], 'yes'],
    ['a Windows that answers something else', { platform: 'win32' }, ['Add-Type : denied'], 'unknown'],
    ['macOS', { platform: 'darwin' }, [], 'unknown'],
    ['a window of ours', { isOurs: () => true }, [], 'no'],
  ] as const)('%s', async (_name, part, answers, expected) => {
    expect(await probe(part, answers)).toBe(expected)
  })

  it('is requested from Windows every half minute at most, whether it responds or not', async () => {
    let now = 0
    const run = vi.fn(async () => '3')
    run.mockRejectedValueOnce(tooLate)
    const look = createFullScreenProbe({
      platform: 'win32',
      env: {},
      isOurs: () => false,
      elapsed: () => now,
      run,
    })
    expect(await Promise.all([look(), look()])).toEqual(['yes', 'yes'])
    now = windowsCacheMs - 1
    await look()
    expect(run).toHaveBeenCalledTimes(1)
    now = windowsCacheMs
    expect(await look()).toBe('yes')
    expect(run).toHaveBeenCalledTimes(2)
  })
})
