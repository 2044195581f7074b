/** Fake program: the settings, the desktop, updates and crashes, and what is about the program itself. */
import type { AppInfo } from '../../../src-main/owner/table/shapes.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

type Area =
  | 'app'
  | 'updates'
  | 'crash'
  | 'settings'
  | 'desktop'
  | 'overlay'
  | 'telemetry'
  | 'digest'
  | 'obs'
  | 'deck'
  | 'practice'
  | 'stream'
  | 'pop-up'

export function programOf(shell: FakeShell, push: Push): HandlersOf<Area> {
  const language = (): AppInfo['language'] => (shell.settings.language === 'zh' ? 'zh' : 'en')
  return {
    'app:info': () => ({
      ok: true,
      value: {
        version: '0.1.0',
        language: language(),
        firstRun: shell.firstRun,
        endpoint: 'http://127.0.0.1:51234/mcp',
        port: 51_234,
        ...(shell.portTaken !== undefined && { portTaken: shell.portTaken }),
        canHideFromCapture: shell.canHideFromCapture,
        hasKeychain: true,
        ...(shell.gateway && { gateway: shell.gateway }),
      },
    }),
    'desktop:show-agent-guide': () => ({ ok: true, value: { at: '/home/ada/gatehouse/agents/kit/sdk/README.md' } }),
    'updates:state': () => ({ ok: true, value: shell.updates }),
    'updates:check': () => done,
    'updates:restart': () => done,
    'updates:open-releases': () => done,
    'crash:state': () => ({ ok: true, value: shell.crash }),
    'crash:dismiss': () => {
      shell.crash = { ...shell.crash, last: null }
      return done
    },
    'crash:connect': () => {
      shell.crash = { ...shell.crash, safeMode: false }
      return done
    },
    'crash:copy-report': () => done,
    'crash:show-log': () => done,
    'crash:report': () => done,
    'practice:play': () => ({ ok: true, value: 'approved' }),
    'settings:get': () => ({ ok: true, value: shell.settings }),
    'settings:change': (change) => {
      shell.settings = { ...shell.settings, ...change }
      push('settings:changed', { settings: shell.settings, language: language() })
      return { ok: true, value: shell.settings }
    },
    'settings:export': () => ({ ok: true, value: { file: '/home/mia/gatehouse-settings.json' } }),
    'settings:import': () => ({ ok: true, value: { theme: 'dark', hideFromCapture: false } }),
    'settings:problem': () => ({ ok: true, value: shell.settingsProblem }),
    'settings:show-file': () => done,
    'desktop:state': () => ({ ok: true, value: shell.desktop }),
    'desktop:start-at-login': ({ on }) => {
      shell.desktop = { ...shell.desktop, startsAtLogin: on }
      return { ok: true, value: shell.desktop }
    },
    'desktop:quit': () => {
      push('window:leaving', { why: 'quit', staysIn: 'tray' })
      return done
    },
    'desktop:leave': () => done,
    'desktop:show-documents': () => done,
    'overlay:state': () => ({ ok: true, value: shell.overlay }),
    'overlay:copy': () => done,
    'overlay:renew': () => done,
    'telemetry:state': () => ({ ok: true, value: shell.telemetry }),
    'telemetry:keep-header': () => ({ ok: true, value: { isKept: true } }),
    'digest:send': () => ({ ok: true, value: { sent: ['notification'], failed: [] } }),
    'obs:state': () => ({ ok: true, value: shell.obs }),
    'obs:connect': () => done,
    'obs:keep-password': () => ({ ok: true, value: { isKept: true } }),
    'obs:add-overlay': () => ({ ok: true, value: { kind: 'added', scene: 'Gameplay', isNewAddress: false } }),
    'obs:save-replay': () => ({ ok: true, value: { kind: 'not-running' } }),
    'deck:state': () => {
      const last = { verb: 'mark', at: '2026-01-19T20:04:00.000Z', isDone: true } as const
      return { ok: true, value: { kind: 'on', hasKey: true, requests: 3, last } }
    },
    'deck:copy': () => done,
    'deck:renew': () => done,
    'stream:switch': () => done,
    'pop-up:shown': () => done,
    'pop-up:resize': () => done,
  }
}
