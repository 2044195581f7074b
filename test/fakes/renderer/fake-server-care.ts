/** Fake server care: responses of the fake shell about one server, its connection and its clients. */
import type { HeldRole } from '@shared/clients/client.js'
import type { Server } from '@shared/servers/server.js'
import type { CapabilityAccess, ServerTrialResult } from '@shared/servers/server-care.js'
import type { Payload, RequestChannel, Returned } from '../../../src-main/ipc/channels.js'
import type { Result } from '../../../src-main/ipc/shapes.js'
import type { FakeShell } from './fake-bridge.js'

export const goodTrial: ServerTrialResult = {
  ok: true,
  secure: false,
  name: 'Survival',
  software: 'Paper 1.21.4',
  agent: '1.0.0',
  older: false,
  capabilities: 42,
  refused: 1,
  registrationMs: 31.4,
  latencyMs: 1.8,
}

const noServer = { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } } as const

type Care =
  | 'servers:restore'
  | 'servers:edit'
  | 'servers:forget-certificate'
  | 'servers:reconnect'
  | 'servers:test'
  | 'servers:history'
  | 'servers:access'
  | 'servers:access-of'
  | 'servers:waiting-access'
  | 'capabilities:outlook'
type CareHandlers = {
  [C in Extract<RequestChannel, Care>]: (payload: Payload<C>) => Result<Returned<C>>
}

const effectFor = (role: HeldRole, { id, type, risk }: Server['capabilities'][number]): CapabilityAccess => {
  const level = risk?.level ?? 'critical'
  if (role === 'none' || (role === 'viewer' && type === 'action')) return { id, effect: 'deny', why: 'role' }
  if (role === 'operator' && (level === 'high' || level === 'critical')) return { id, effect: 'deny', why: 'role' }
  if (level === 'low') return { id, effect: 'allow', why: 'harmless' }
  if (level === 'medium') return { id, effect: 'allow', why: 'harmless', noted: true }
  return { id, effect: 'ask', why: 'risk', people: level === 'critical' ? 2 : 1 }
}

export function careOf(shell: FakeShell, push: (servers: readonly Server[]) => void): CareHandlers {
  /** Keeps the getters of `shell` current: it is read at each call. */
  let removed: readonly Server[] = shell.servers
  const change = (id: string, part: Partial<Server>) => {
    removed = shell.servers
    const next = shell.servers.map((server) => (server.id === id ? { ...server, ...part } : server))
    push(next)
    const server = next.find((one) => one.id === id)
    return server ? ({ ok: true, value: server } as const) : noServer
  }
  const effects = (role: HeldRole, id: string) =>
    (shell.servers.find((server) => server.id === id)?.capabilities ?? []).map((one) => effectFor(role, one))
  return {
    'servers:restore': ({ id }) => {
      const server = removed.find((one) => one.id === id)
      if (!server) return noServer
      push([...shell.servers, server])
      return { ok: true, value: server }
    },
    'servers:edit': ({ id, name, address }) => change(id, { ...(name && { name }), ...(address && { address }) }),
    'servers:forget-certificate': ({ id }) => change(id, {}),
    'servers:reconnect': () => ({ ok: true, value: null }),
    'servers:test': () => ({ ok: true, value: shell.trial }),
    'servers:history': ({ id }) => ({ ok: true, value: shell.moments[id] ?? [] }),
    'servers:access': ({ id }) => ({
      ok: true,
      value: [shell.bridge, ...shell.clients].map((client) => {
        const role = client.roles[id] ?? client.role
        const all = effects(role, id)
        const count = (wanted: string) => all.filter(({ effect }) => effect === wanted).length
        return {
          id: client.id,
          ...(client.name !== undefined && { name: client.name }),
          role,
          ownRole: id in client.roles,
          permissions: client.permissions.length,
          allow: count('allow'),
          ask: count('ask'),
          deny: count('deny'),
          rules: shell.rules
            .filter((rule) => rule.client === undefined || rule.client.id === client.id)
            .filter((rule) => rule.server === undefined || rule.server === id)
            .map((rule) => rule.id),
        }
      }),
    }),
    'capabilities:outlook': () => ({
      ok: true,
      value: Object.fromEntries(shell.servers.flatMap(({ id }) => effects('admin', id).map((one) => [one.id, one]))),
    }),
    'servers:waiting-access': ({ id }) => ({
      ok: true,
      value: (shell.servers.find((one) => one.id === id)?.quarantined ?? []).map(({ id: capability, offered }) => {
        const level = offered.risk?.level ?? 'critical'
        return level === 'low' || level === 'medium'
          ? { id: capability, effect: 'allow', why: 'harmless' }
          : { id: capability, effect: 'ask', why: 'risk', people: level === 'critical' ? 2 : 1 }
      }),
    }),
    'servers:access-of': ({ id, client }) => {
      const who = [shell.bridge, ...shell.clients].find((one) => one.id === client)
      return { ok: true, value: effects(who?.roles[id] ?? who?.role ?? 'none', id) }
    },
  }
}
