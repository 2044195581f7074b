/**
 * Full screen: whether a program uses the whole screen, as far as the system reports it.
 *
 * Windows reports games and presentations (`SHQueryUserNotificationState`). Under X11 the window manager does
 * (`_NET_WM_STATE_FULLSCREEN` of the active window), including games on XWayland. Native Wayland windows and macOS give
 * `unknown`; macOS does not show the pop-up over full-screen spaces. The runner of system programs is injected.
 */
import type { FullScreen } from '../../policy/approvals/attention.js'

export interface FullScreenDependencies {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  /** Runs a program and returns its output. @throws when it fails, or takes too long */
  readonly run: (program: string, args: readonly string[]) => Promise<string>
  /** Monotonic milliseconds. */
  readonly elapsed: () => number
  /** Whether a window of Gatehouse has the focus. */
  readonly isOurs: () => boolean
}

/** Milliseconds that a result on Windows is cached: each check starts a PowerShell. */
export const windowsCacheMs = 30_000

export function createFullScreenProbe(deps: FullScreenDependencies): () => Promise<FullScreen> {
  const { platform, isOurs } = deps
  const probe =
    platform === 'win32' ? cached(probeWindows) : platform === 'linux' ? probeX11 : async () => 'unknown' as const
  return async () => {
    if (isOurs()) return 'no'
    try {
      return await probe(deps)
    } catch {
      return 'unknown'
    }
  }
}

/** Caches the result of a probe while it is valid. */
function cached(probe: (deps: FullScreenDependencies) => Promise<FullScreen>): typeof probe {
  let last: { readonly at: number; readonly answer: Promise<FullScreen> } | undefined
  return (deps) => {
    const at = deps.elapsed()
    if (!last || at - last.at >= windowsCacheMs) last = { at, answer: probe(deps) }
    return last.answer
  }
}

async function probeX11({ env, run }: FullScreenDependencies): Promise<FullScreen> {
  if (!env.DISPLAY) return 'unknown'
  const otherwise = env.WAYLAND_DISPLAY || env.XDG_SESSION_TYPE === 'wayland' ? 'unknown' : 'no'
  const active = /window id # (0x[0-9a-f]+)/iu.exec(await run('xprop', ['-root', '_NET_ACTIVE_WINDOW']))?.[1]
  if (active === undefined || Number(active) === 0) return otherwise
  const state = await run('xprop', ['-id', active, '_NET_WM_STATE'])
  return state.includes('_NET_WM_STATE_FULLSCREEN') ? 'yes' : otherwise
}

const question = [
  `Add-Type -Namespace Gatehouse -Name Screen -MemberDefinition '[DllImport("shell32.dll")] public static extern int SHQueryUserNotificationState(out int state);'`,
  '$state = 0',
  '[void][Gatehouse.Screen]::SHQueryUserNotificationState([ref]$state)',
  '$state',
].join('; ')

/** QUNS_BUSY, QUNS_RUNNING_D3D_FULL_SCREEN, QUNS_PRESENTATION_MODE. */
const taken = [2, 3, 4]

async function probeWindows({ env, run }: FullScreenDependencies): Promise<FullScreen> {
  const powerShell = `${env.SystemRoot ?? 'C:\\Windows'}\\System32\\WindowsPowerShell\\v1.0\\powershell.exe`
  let answer: string
  try {
    answer = await run(powerShell, ['-NoProfile', '-NonInteractive', '-Command', question])
  } catch (error) {
    // A computer too busy for this is most likely running a game.
    if (isTooLate(error)) return 'yes'
    throw error
  }
  const state = /^\s*(\d)\s*$/u.exec(answer)?.[1]
  if (state === undefined) return 'unknown'
  return taken.includes(Number(state)) ? 'yes' : 'no'
}

/** `execFile` kills the program at the timeout. */
const isTooLate = (error: unknown): boolean => error instanceof Error && 'killed' in error && error.killed === true
