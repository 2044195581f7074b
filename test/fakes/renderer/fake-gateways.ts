/** Fake gateways on other computers: one connected, one without a connection. */
import type { ListedGateway } from '@shared/remote/gateway.js'
import { done, type HandlersOf } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export const exampleGateways = (now: number): readonly ListedGateway[] => [
  {
    id: 'gateway-nas',
    name: 'survival-nas',
    address: 'nas.local:8797',
    person: { id: 'person:1a2b3c4d', name: 'Ada', role: 'owner' },
    link: { kind: 'connected' },
    waiting: 2,
  },
  {
    id: 'gateway-events',
    name: 'events',
    address: '203.0.113.7:8797',
    person: { id: 'person:5e6f7a8b', name: 'Ada', role: 'moderator' },
    link: { kind: 'lost', since: new Date(now - 600_000).toISOString() },
    waiting: 0,
  },
]

export const gatewaysOf = (shell: FakeShell): HandlersOf<'gateways' | 'gateway'> => ({
  'gateways:list': () => ({ ok: true, value: shell.gateways }),
  'gateways:add': () => ({
    ok: false,
    error: {
      code: 'AUTH.TOKEN_INVALID',
      message: 'The gateway does not accept this code.',
      details: { gateway: 'wrong-code' },
    },
  }),
  'gateways:open': () => done,
  'gateways:remove': () => done,
  'gateways:reconnect': () => done,
  'gateway:reconnect': () => done,
})
