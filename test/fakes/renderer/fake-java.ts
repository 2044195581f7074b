/** Fake Java servers: what the search finds, and a set-up that waits for its server to stop. */
import type { FoundServers, SetupPlan, SetupState } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { Carried, PageEvent, PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type JavaHandlers = {
  [C in Extract<PageOrder, `java:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const found: FoundServers = {
  searching: false,
  here: [
    {
      key: '1',
      name: 'Survival',
      software: 'Paper',
      version: '1.21.4',
      gamePort: 25_565,
      folder: 'C:\\Servers\\survival',
    },
    {
      key: '2',
      name: 'Creative build',
      software: 'Fabric',
      version: '1.21.1',
      gamePort: 25_566,
      folder: 'D:\\mc\\creative-build',
    },
    {
      key: '3',
      name: 'Old world',
      version: '1.20.4',
      gamePort: 25_570,
      folder: 'C:\\Users\\Mia\\Desktop\\old world',
      added: 'java:127.0.0.1:25575',
    },
    { key: '4', name: 'Skyblock', software: 'Purpur', version: '1.20.6', gamePort: 25_580 },
  ],
  network: [{ key: 'lan', kind: 'lan-world', name: "Alex's world", host: '192.168.1.23', port: 51_234 }],
}

const plan: SetupPlan = {
  id: 'plan',
  folder: 'C:\\Servers\\survival',
  file: 'C:\\Servers\\survival\\server.properties',
  backup: 'server.properties.2026-11-22T14-02-00.backup',
  name: 'Survival',
  software: 'Paper',
  version: '1.21.11',
  host: '',
  rconPort: 25_576,
  changes: [
    { key: 'enable-rcon', line: 17, before: 'false', after: 'true', reason: 'turns-rcon-on' },
    { key: 'rcon.password', line: 45, secret: true, reason: 'sets-password' },
    {
      key: 'rcon.port',
      line: 46,
      before: '25575',
      after: '25576',
      reason: 'port-is-taken',
      takenBy: 'Creative build',
    },
    { key: 'management-server-enabled', line: 29, before: 'false', after: 'true', reason: 'turns-management-on' },
    { key: 'management-server-port', line: 31, before: '0', after: '25585', reason: 'management-port' },
    {
      ...{ key: 'management-server-tls-enabled', line: 33, before: 'true', after: 'false' },
      reason: 'management-without-tls',
    },
    { key: 'management-server-secret', line: 32, secret: true, reason: 'management-secret' },
  ],
  running: true,
}

export function javaOf(
  add: (server: Server) => Result<Server>,
  push: <C extends PageEvent>(channel: C, message: Carried<C>) => void,
): JavaHandlers {
  let setups: readonly SetupState[] = []
  const server = (id: string, name: string): Server => ({
    id,
    name,
    kind: 'java',
    state: 'connecting',
    capabilities: [],
    refused: [],
  })
  return {
    'java:search': () => ({ ok: true, value: found }),
    'java:choose-folder': () => ({ ok: true, value: { folder: plan.folder } }),
    'java:plan': () => ({ ok: true, value: plan }),
    'java:show-password': () => ({ ok: true, value: { password: 'kT7mPq2wXzR9bNc4' } }),
    'java:apply': () => {
      const now = new Date().toISOString()
      const { name, folder, changes } = plan
      const state: SetupState = {
        id: 'java:127.0.0.1:25576',
        name,
        folder,
        step: 'waiting-for-stop',
        since: now,
        changedLines: changes.length,
        backupAt: now,
        online: { count: 2, names: ['Alex', 'Mia'] },
      }
      setups = [state]
      add(server(state.id, name))
      push('java:setups-changed', setups)
      return { ok: true, value: state }
    },
    'java:setups': () => ({ ok: true, value: setups }),
    'java:check-now': () => ({ ok: true, value: null }),
    'java:restore-file': () => ({ ok: true, value: null }),
    'java:try': ({ address }) => ({
      ok: true,
      value: address.includes('offline')
        ? [{ kind: 'server-not-running', weight: 'cause', details: { host: 'offline.example.net', port: '25575' } }]
        : [],
    }),
    'java:check': () => ({
      ok: true,
      value: [{ kind: 'password-wrong', weight: 'cause', act: 'enter-password' }],
    }),
    'java:written': () => ({ ok: true, value: null }),
    'java:copy-log-report': () => ({ ok: true, value: null }),
  }
}
