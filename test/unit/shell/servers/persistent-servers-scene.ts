/** Persistent servers scene: the server repository with real providers and settings, and a secret store in memory. */
import { createServerProviders, type ServerWithSecrets } from '../../../../src-main/compose/server-providers.js'
import { JavaProvider } from '../../../../src-main/providers/java/java-provider.js'
import { PersistentServers } from '../../../../src-main/shell/servers/persistent-servers.js'
import { createQueueDrain } from '../../../../src-main/storage/command-queue.js'
import { SettingsStore } from '../../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../../src-main/validation/ajv.js'
import { AgentScene } from '../../../fakes/agent-scene.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

/** The command queue of the tray program, with a secret store in memory. */
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
  const java = new JavaProvider({ ...scene, store: profile })
  scene.gateway.provide(java)
  const providers = createServerProviders(scene.agents, java, { forgetLost: () => {} })
  const reached: ServerWithSecrets[] = []
  const servers = {
    add(added: ServerWithSecrets) {
      dialled.push(added.address)
      reached.push(added)
      providers.add(added)
    },
    remove: (gone: string) => providers.remove(gone),
    change: (...given: Parameters<typeof providers.change>) => {
      changed.push({ address: given[0].address, token: given[0].token, again: given[1] })
      providers.change(...given)
    },
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
  const repository = new PersistentServers(
    { servers, settings, bedrock, ...demo, trust: scene.gateway.trust, clock: scene.clock },
    secrets,
    log,
  )
  const drainQueue = createQueueDrain(profile, log, {
    add: (added) => repository.isRemembered(repository.addHandedOver(added)),
    remove: (removed) => repository.remove(removed),
    removeBackup: async () => {},
    service: async () => ({ remembered: true }),
  })
  const ids = () => scene.gateway.registry.servers().map((known) => known.id)
  return {
    reached,
    games,
    drainQueue,
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
