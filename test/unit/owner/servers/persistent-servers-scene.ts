/** Persistent servers scene: the server repository with real providers and settings, and a secret store in memory. */
import type { AddedServer, ServerSecrets } from '@shared/servers/added-server.js'
import { PersistentServers } from '../../../../src-main/owner/servers/persistent-servers.js'
import { createServerProviders } from '../../../../src-main/owner/servers/server-providers.js'
import { JavaProvider } from '../../../../src-main/providers/java/java-provider.js'
import { createPairingTokens } from '../../../../src-main/storage/pairing-tokens.js'
import { SettingsStore } from '../../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../../src-main/validation/ajv.js'
import { AgentScene } from '../../../fakes/agent-scene.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

/** The servers of the tray program, with a secret store in memory. */
export function persistentServersScene(profile: string, isSafe: boolean) {
  const log = new RecordingLog()
  const scene = new AgentScene()
  const settings = new SettingsStore({
    profile,
    isConfig: compiled(createContractAjv(), 'config-v1.json'),
    clock: new FakeClock(),
    log: log,
    environment: {},
  })
  const kept = new Map<string, string>()
  const dialled: string[] = []
  const changed: { address: string; token: string | undefined; again: boolean }[] = []
  const secrets = {
    get: (name: string) => kept.get(name),
    set: (name: string, secret: string) => {
      kept.set(name, secret)
      return isSafe
    },
    delete: (name: string) => void kept.delete(name),
  }
  const java = new JavaProvider({ ...scene, store: profile, recordRemoval: () => undefined })
  scene.gateway.provide(java)
  const providers = createServerProviders(scene.agents, java, { forgetLost: () => {} })
  const reached: (AddedServer & { readonly secrets: ServerSecrets })[] = []
  const servers = {
    add(added: AddedServer, given: ServerSecrets) {
      dialled.push(added.address)
      reached.push({ ...added, secrets: given })
      providers.add(added, given)
    },
    remove: (gone: string) => providers.remove(gone),
    change: (...given: Parameters<typeof providers.change>) => {
      const [{ address }, { token }, again] = given
      changed.push({ address, token, again })
      providers.change(...given)
    },
    reconnect: (again: string) => providers.reconnect(again),
    trust: (trusted: string, certificate: string) => providers.trust(trusted, certificate),
  }
  const demoWorld: string[] = []
  const demo = {
    addDemoWorld: async () => void demoWorld.push('added'),
    removeDemoWorld: async () => void demoWorld.push('removed'),
  }
  const games: [string, string][] = []
  const bedrock = {
    rename: (id: string, name: string) => void games.push([id, name]),
    remove: (id: string) => void games.push([id, 'removed']),
    restore: (id: string) => id,
  }
  const repository = new PersistentServers({
    servers,
    settings,
    bedrock,
    ...demo,
    trust: scene.gateway.trust,
    rules: scene.gateway.rules,
    clock: scene.clock,
    secrets,
    log,
    tokenFor: createPairingTokens(),
  })
  const ids = () => scene.gateway.registry.servers().map((known) => known.id)
  return {
    providers,
    reached,
    games,
    repository,
    secrets,
    settings,
    kept,
    dialled,
    changed,
    demoWorld,
    ids,
    scene,
    stop: () => scene.stop(),
  }
}
