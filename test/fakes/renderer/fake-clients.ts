/** Fake clients: AI clients, their keys, and the guide that connects them. */
import { bridge, type KnownClients, normalRights } from '@shared/clients/client.js'
import { exampleGuide, examplePreview } from './connect-data.js'
import { done, type HandlersOf, type Push } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export function clientsOf(shell: FakeShell, push: Push): HandlersOf<'clients' | 'connect' | 'keyless'> {
  const knownClients = (): KnownClients => ({ clients: shell.clients, bridge: shell.bridge })
  return {
    'clients:list': () => ({ ok: true, value: knownClients() }),
    'clients:add': ({ name, callsPerMinute = 600, ...rights }) => {
      const id = `client:${shell.clients.length.toString(16).padStart(8, '0')}`
      const client = { ...normalRights, ...rights, id, name, callsPerMinute, createdAt: new Date().toISOString() }
      shell.clients = [...shell.clients, client]
      push('clients:changed', knownClients())
      return { ok: true, value: { client, token: `gh_${id.slice(7)}_${'fZ9k_Tq3-'.repeat(5).slice(0, 43)}` } }
    },
    'clients:edit': ({ id, ...change }) => {
      if (id === bridge.id) shell.bridge = { ...shell.bridge, ...change }
      shell.clients = shell.clients.map((client) => (client.id === id ? { ...client, ...change } : client))
      push('clients:changed', knownClients())
      return { ok: true, value: shell.clients.find((client) => client.id === id) ?? shell.bridge }
    },
    'clients:copy-token': () => done,
    'clients:revoke': ({ id }) => {
      shell.clients = shell.clients.filter((client) => client.id !== id)
      push('clients:changed', knownClients())
      return done
    },
    'keyless:state': () => ({ ok: true, value: shell.keyless }),
    'keyless:decide': ({ id, state }) => {
      const programs = shell.keyless.programs.map((one) => (one.id === id ? { ...one, state } : one))
      shell.keyless = { ...shell.keyless, programs }
      push('keyless:changed', shell.keyless)
      return done
    },
    'connect:guide': ({ program }) => ({ ok: true, value: exampleGuide(program, shell.connecting) }),
    'connect:installed': () => ({ ok: true, value: ['claude-desktop', 'codex', 'opencode'] }),
    'connect:copy': () => done,
    'connect:preview': () => ({ ok: true, value: examplePreview(shell.connecting) }),
    'connect:write': () => {
      const written = {
        at: new Date().toISOString(),
        backup: '/home/ada/.config/Gatehouse/client-files/claude_desktop_config.json.before',
      }
      shell.connecting = {
        ...shell.connecting,
        claude: { ...shell.connecting.claude, state: { kind: 'ours' }, written },
      }
      return done
    },
    'connect:take-back': () => {
      const { written: _, ...claude } = shell.connecting.claude
      shell.connecting = { ...shell.connecting, claude: { ...claude, state: { kind: 'without' } } }
      return done
    },
    'connect:open-link': () => done,
    'connect:open-bundle': () => ({ ok: true, value: { file: '/home/ada/.config/Gatehouse/gatehouse.mcpb' } }),
    'connect:show-bundle': () => ({ ok: true, value: { file: '/home/ada/.config/Gatehouse/gatehouse.mcpb' } }),
    'connect:copy-bundle-path': () => done,
    'connect:clients': () => ({ ok: true, value: shell.connecting.connectedClients }),
    'connect:findings': () => ({ ok: true, value: shell.connecting.findings }),
    'connect:repair-file': () => done,
    'connect:repair-key': () => done,
    'connect:ensure-key': () => done,
    'connect:repair-endpoint': () => done,
  }
}
