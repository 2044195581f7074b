/** Fake server care: what the fake shell answers about one server, its connection and who may use it. */
import type { Server } from '@shared/servers/server.js'
import type { RuledCall } from '../../../src-main/gateway/approvals/approval-rules.js'
import { standingsOn } from '../../../src-main/gateway/trust/action-standings.js'
import { type AccessQuestion, accessBy, accessOn } from '../../../src-main/gateway/trust/server-access.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'
import { matchRules } from '../../../src-main/policy/rules/rules.js'
import type { FakeShell } from './fake-shell.js'

const noServer = { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } } as const

export type CareChannel =
  | 'servers:restore'
  | 'servers:edit'
  | 'servers:forget-certificate'
  | 'servers:reconnect'
  | 'servers:test'
  | 'servers:history'
  | 'servers:access'
  | 'servers:access-of'
  | 'servers:standings'
type CareHandlers = {
  [C in Extract<PageOrder, CareChannel>]: (payload: Payload<C>) => Result<Returned<C>>
}

/** The hash of every manifest of the fake shell. */
export const inventedHash = 'f'.repeat(64)

/** The gateway's own decision, about the clients, rules and settings of the shell. */
export function accessQuestion(shell: FakeShell, server: Server): AccessQuestion {
  const rules = {
    isDamaged: shell.rulesDamaged,
    list: () => ({ rules: shell.rules, damaged: shell.rulesDamaged }),
    // An invented rule has no hash of a real manifest: only one of the list allows.
    matchForCall: (call: () => RuledCall, _used?: string, without?: ReadonlySet<string>) =>
      matchRules(
        shell.rules.filter(({ id }) => !without?.has(id)),
        { ...call(), manifest: inventedHash, argumentsHash: '' },
      ),
  }
  const clock = { now: () => new Date(), elapsed: () => performance.now() }
  const settings = () => shell.settings
  return {
    link: { server } as AccessQuestion['link'],
    known: { bridge: shell.bridge, clients: shell.clients } as AccessQuestion['known'],
    gatehouse: { rules, clock, quorums: settings, governance: settings } as unknown as AccessQuestion['gatehouse'],
  }
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
  const about = <T>(id: string, look: (question: AccessQuestion) => T): Result<T> => {
    const server = shell.servers.find((one) => one.id === id)
    return server ? { ok: true, value: look(accessQuestion(shell, server)) } : noServer
  }
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
    'servers:access': ({ id }) => about(id, accessOn),
    'servers:access-of': ({ id, client }) => about(id, (question) => accessBy(client, question)),
    'servers:standings': ({ id }) => about(id, standingsOn),
  }
}
