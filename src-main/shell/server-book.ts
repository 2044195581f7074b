/** Server book: the servers a person added, remembered in the settings, their tokens in the secret store. */
import type { Composed } from '../compose.js'
import { GatewayError } from '../contract/gateway-error.js'
import { demoWorldId } from '../contract/server.js'
import { serverIdOf } from '../contract/server-address.js'
import type { AgentServer, Settings } from '../contract/settings.js'
import type { Log, SecretStore } from '../gateway/ports.js'
import type { ServerBook } from '../ipc/handlers/servers.js'

const secretOf = (id: string): string => `agent-token:${id}`

type Parts = Pick<Composed, 'settings' | 'addDemoWorld' | 'removeDemoWorld'> & {
  readonly agents: Pick<Composed['agents'], 'add' | 'remove' | 'trust'>
}

export interface RememberingServerBook extends ServerBook {
  /** Dials every server of the settings, and from then on follows what a person writes into their file. */
  open(): Promise<void>
  /** Whether the token of a server that was added outlives the program. */
  isRemembered(id: string): boolean
}

export function createServerBook(parts: Parts, secrets: SecretStore, log: Log): RememberingServerBook {
  const { agents, settings } = parts
  /** Servers whose tokens the system offered no safe place for. */
  const forgotten = new Set<string>()
  /** Servers of the settings as they were dialled. */
  const dialled = new Map<string, string>()
  /** As the settings say; the command line may have brought the demo world as well. */
  let demoWorldWanted = false

  const isDialled = (server: AgentServer): boolean => dialled.get(server.id) === JSON.stringify(server)
  const noteDialled = (server: AgentServer): void => void dialled.set(server.id, JSON.stringify(server))

  function dial(server: AgentServer): void {
    const token = secrets.get(secretOf(server.id))
    if (token === undefined) log.warn('the token of a server is not known: enter it again', { server: server.name })
    noteDialled(server)
    try {
      agents.add({ ...server, kind: 'agent', token })
    } catch (error) {
      log.error('a server of the settings cannot be dialled', { server: server.name, error: `${error}` })
    }
  }

  /** Tokens of servers that are gone stay: a file may be mended. */
  function follow({ servers, demoWorld }: Settings): void {
    for (const id of [...dialled.keys()]) {
      if (servers.some((server) => server.id === id && isDialled(server))) continue
      dialled.delete(id)
      agents.remove(id)
    }
    for (const server of servers) if (!isDialled(server)) dial(server)
    if (demoWorld === demoWorldWanted) return
    demoWorldWanted = demoWorld
    void (demoWorld ? parts.addDemoWorld() : parts.removeDemoWorld())
  }

  return {
    async open() {
      demoWorldWanted = settings.get().demoWorld
      if (demoWorldWanted) await parts.addDemoWorld()
      settings.get().servers.forEach(dial)
      settings.onDidChange(follow)
    },
    add({ name, address, token }) {
      const id = serverIdOf(address.trim())
      const before = settings.get().servers.find((known) => known.id === id)
      const others = settings.get().servers.filter((known) => known.id !== id)
      // A new token is no reason to take another certificate.
      const pinned = before?.certificate && { certificate: before.certificate }
      const server = { id, name: name.trim() || id, address: address.trim(), ...pinned }
      if (before) agents.remove(id)
      agents.add({ ...server, kind: 'agent', token })
      noteDialled(server)
      if (!settings.change({ servers: [...others, server] })) {
        dialled.delete(id)
        agents.remove(id)
        throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      }
      if (secrets.set(secretOf(id), token)) forgotten.delete(id)
      else forgotten.add(id)
      return id
    },
    isRemembered: (id) => !forgotten.has(id),
    trustCertificate(id, certificate) {
      agents.trust(id, certificate)
      const servers = settings.get().servers.map((server) => (server.id === id ? { ...server, certificate } : server))
      servers.filter((server) => server.id === id).forEach(noteDialled)
      if (settings.change({ servers })) return
      throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
        message: 'The certificate is trusted now, but it could not be remembered.',
        suggestion: 'Remove the server and add it again; otherwise it is refused after the next start.',
      })
    },
    async addDemoWorld() {
      await parts.addDemoWorld()
      settings.change({ demoWorld: true })
      return demoWorldId
    },
    async remove(id) {
      if (id === demoWorldId) {
        await parts.removeDemoWorld()
        settings.change({ demoWorld: false })
        return
      }
      dialled.delete(id)
      agents.remove(id)
      secrets.delete(secretOf(id))
      settings.change({ servers: settings.get().servers.filter((server) => server.id !== id) })
    },
  }
}
