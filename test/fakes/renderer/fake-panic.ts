/** Fake panic: the stop and the pause of all AI. */
import { defaultSettings } from '@shared/program/settings.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

const keys = { accelerator: defaultSettings.panicShortcut, works: true }

export function panicOf(shell: FakeShell, push: Push): HandlersOf<'panic'> {
  return {
    'panic:state': () => ({ ok: true, value: { ...shell.panic, keys } }),
    'panic:on': () => {
      shell.panic = { on: true, since: new Date().toISOString(), by: 'desktop' }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:off': () => {
      shell.panic = { on: false }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:pause': ({ minutes }) => {
      const until = minutes !== undefined && { until: new Date(Date.now() + minutes * 60_000).toISOString() }
      shell.panic = { on: true, since: new Date().toISOString(), by: 'desktop', pause: true, ...until }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
    'panic:end-pause': () => {
      shell.panic = { on: false }
      push('panic:changed', { ...shell.panic, keys })
      return done
    },
  }
}
