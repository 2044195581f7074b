/** Fake server changes: adds, accepts and removes servers, pushes each change, and tries their actions. */
import type { Rejection, SeenCapability } from '@shared/servers/quarantine.js'
import type { Server } from '@shared/servers/server.js'
import type { RequestChannel } from '../../../src-main/ipc/channels.js'
import type { Result } from '../../../src-main/ipc/shapes.js'
import { exampleTrial, pastOf } from './capability-data.js'
import { done, type Handlers } from './fake-handlers.js'
import type { CareChannel } from './fake-server-care.js'
import type { FakeServers } from './fake-servers.js'
import type { FakeShell } from './fake-shell.js'

type ServerChannel = Exclude<Extract<RequestChannel, `servers:${string}` | `capabilities:${string}`>, CareChannel>

interface ServerChanges {
  shell: FakeShell
  sent: FakeServers
  pushServers: () => void
  add: (server: Server) => Result<Server>
}

const accepted = (server: Server, seen: ReadonlySet<string>): Server => {
  const { quarantined = [], capabilities } = server
  const taken = quarantined.filter(({ fingerprint }) => seen.has(fingerprint)).map(({ offered }) => offered)
  const untouched = capabilities.filter(({ id }) => !taken.some((offered) => offered.id === id))
  return {
    ...server,
    capabilities: [...untouched, ...taken],
    quarantined: quarantined.filter(({ fingerprint }) => !seen.has(fingerprint)),
  }
}

export function serverChangesOf({ shell, sent, pushServers, add }: ServerChanges): Handlers<ServerChannel> {
  const judge = (id: string, some: readonly SeenCapability[], rejected: Rejection | undefined): Result<null> => {
    const seen = new Set(some.map(({ fingerprint }) => fingerprint))
    shell.servers = shell.servers.map((server) => {
      if (server.id !== id) return server
      const quarantined = (server.quarantined ?? []).map(({ rejected: before, ...one }) => {
        const now = seen.has(one.fingerprint) ? rejected : before
        return { ...one, ...(now && { rejected: now }) }
      })
      return { ...server, quarantined }
    })
    pushServers()
    return done
  }

  return {
    'servers:list': () => ({ ok: true, value: sent.whole() }),
    'servers:states': () => ({ ok: true, value: sent.states() }),
    'servers:add': ({ name, address }) =>
      add({ id: name, name, address, kind: 'agent', state: 'connecting', capabilities: [], refused: [] }),
    'servers:add-java': ({ name, host, port }) => {
      const address = `rcon://${host}:${port}`
      return add({ id: name, name, address, kind: 'java', state: 'connecting', capabilities: [], refused: [] })
    },
    'servers:add-demo': () =>
      add({ id: 'demo', name: 'Demo world', kind: 'simulator', state: 'online', capabilities: [], refused: [] }),
    'servers:accept': ({ id, capabilities }) => {
      const seen = new Set(capabilities.map(({ fingerprint }) => fingerprint))
      shell.servers = shell.servers.map((server) => (server.id === id ? accepted(server, seen) : server))
      pushServers()
      return done
    },
    'servers:reject': ({ id, capabilities }) =>
      judge(id, capabilities, { at: new Date().toISOString(), by: 'desktop' }),
    'servers:reconsider': ({ id, capabilities }) => judge(id, capabilities, undefined),
    'servers:agent-guide': () => ({ ok: true, value: { at: '/home/ada/gatehouse/agents/kit/sdk/README.md' } }),
    'capabilities:past': ({ id }) => ({ ok: true, value: pastOf(id) }),
    'capabilities:attempt': (attempt) => ({ ok: true, value: shell.attempt(attempt) }),
    'capabilities:withdraw': () => done,
    'capabilities:copy-example': () => done,
    'capabilities:sandbox': ({ capabilityId, arguments: sent }) => ({
      ok: true,
      value: { ...exampleTrial, capabilityId, sent },
    }),
    'servers:remove': ({ id }) => {
      shell.servers = shell.servers.filter((server) => server.id !== id)
      pushServers()
      return done
    },
    'servers:trust-certificate': ({ id }) => {
      const trusted = shell.servers.find((server) => server.id === id)
      if (!trusted) return { ok: false, error: { code: 'PROTOCOL.SERVER_NOT_FOUND', message: 'No such server.' } }
      const { problem: _solved, ...server } = { ...trusted, state: 'online' as const }
      shell.servers = shell.servers.map((known) => (known.id === id ? server : known))
      pushServers()
      return { ok: true, value: server }
    },
  }
}
