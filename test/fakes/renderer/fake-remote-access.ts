/** Fake remote access: the door for people on other computers. */
import { invitationLimits, type RemoteView } from '@shared/remote/door-state.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

const on = {
  kind: 'on',
  addresses: ['203.0.113.7:8797'],
  fingerprint: Array.from({ length: 32 }, (_, index) => (index * 7 + 16).toString(16).toUpperCase()).join(':'),
} as const

export function remoteAccessOf(shell: FakeShell, push: Push): HandlersOf<'remote'> {
  const change = (part: Partial<RemoteView>): RemoteView => {
    shell.remote = { ...shell.remote, ...part }
    push('remote:changed', shell.remote)
    return shell.remote
  }
  return {
    'remote:state': () => ({ ok: true, value: shell.remote }),
    'remote:switch': (chosen) => {
      const settings = { ...shell.remote.settings, ...chosen }
      return { ok: true, value: change({ settings, door: settings.enabled ? on : { kind: 'off' }, invitation: null }) }
    },
    'remote:invite': ({ name = '', role = 'viewer' }) => {
      const invitation = { name, role, endsAt: new Date(Date.now() + invitationLimits.ms).toISOString() }
      change({ invitation })
      return { ok: true, value: { ...invitation, code: '7KQ2M-4XWPA-9TRVC-DE3HN', addresses: on.addresses } }
    },
    'remote:cancel': () => {
      change({ invitation: null })
      return done
    },
  }
}
