import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { desktop } from '../../../src-main/owner/orders/giver.js'
import { PersistentServers } from '../../../src-main/owner/servers/persistent-servers.js'
import { createServerProviders } from '../../../src-main/owner/servers/server-providers.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { first, second } from '../../fixtures/certificates.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let scene: ConnectionScene
let settings: SettingsStore
let repository: PersistentServers
let id: string
/** The repository of a program that starts with the stored settings. */
let openRepository: () => PersistentServers

beforeEach(async () => {
  scene = await ConnectionScene.open({}, { identity: first })
  settings = new SettingsStore({
    profile: profile(),
    isConfig: compiled(createContractAjv(), 'config-v1.json'),
    clock: new FakeClock(),
    log: scene.log,
    environment: {},
  })
  const kept = new Map<string, string>()
  const secrets = {
    get: (name: string) => kept.get(name),
    set: (name: string, secret: string) => kept.set(name, secret).has(name),
    delete: (name: string) => void kept.delete(name),
  }
  openRepository = () =>
    new PersistentServers({
      servers: createServerProviders(
        scene.agents,
        new JavaProvider({ ...scene, store: profile(), recordRemoval: () => undefined }),
        {
          forgetLost: vi.fn(),
        },
      ),
      settings,
      bedrock: { rename: vi.fn(), remove: vi.fn(), restore: (id: string) => id },
      addDemoWorld: vi.fn(),
      removeDemoWorld: vi.fn(),
      trust: scene.gateway.trust,
      rules: scene.gateway.rules,
      clock: scene.clock,
      log: scene.log,
      secrets,
      tokenFor: (token) => token,
    })
  repository = openRepository()
  id = repository.add({ server: raw(), secrets: { token: 'right' } }, desktop)
  await scene.serverIs(isState('offline'), id)
})

const raw = () => ({ name: 'Raw', address: scene.agent.address })

afterEach(async () => {
  await scene.end()
})

it('a trusted certificate is stored, and accepted without a question after a restart', async () => {
  repository.trustCertificate(id, first.fingerprint)
  await scene.serverIs(isState('online'), id)
  expect(settings.get().servers).toMatchObject([{ id, certificate: first.fingerprint }])
  scene.agents.remove(id)
  repository = openRepository()
  await repository.open()
  await scene.serverIs(isState('online'), id)
})

it('a certificate that the server did not show is not remembered', () => {
  expect(() => repository.trustCertificate(id, second.fingerprint)).toThrow()
  expect(settings.get().servers[0]).not.toHaveProperty('certificate')
})

it('a new token for a server leaves its certificate pinned; removing the server forgets it', async () => {
  repository.trustCertificate(id, first.fingerprint)
  await scene.serverIs(isState('online'), id)
  repository.add({ server: raw(), secrets: { token: 'newer' } }, desktop)
  expect(settings.get().servers).toMatchObject([{ certificate: first.fingerprint }])
  await scene.serverIs(isState('online'), id)
  await repository.remove(id)
  repository.add({ server: raw(), secrets: { token: 'right' } }, desktop)
  expect(settings.get().servers[0]).not.toHaveProperty('certificate')
})
