import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createServerProviders } from '../../../src-main/compose/server-providers.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { PersistentServers } from '../../../src-main/shell/servers/persistent-servers.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { first, second } from '../../fixtures/certificates.js'

let profile: string
let scene: ConnectionScene
let settings: SettingsStore
let repository: PersistentServers
let id: string
/** The repository of a program that starts with the stored settings. */
let openRepository: () => PersistentServers

beforeEach(async () => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-pin-'))
  scene = await ConnectionScene.open({}, { identity: first })
  settings = new SettingsStore({
    profile,
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
    new PersistentServers(
      {
        servers: createServerProviders(scene.agents, new JavaProvider({ ...scene, store: profile }), {
          forgetLost: vi.fn(),
        }),
        settings,
        bedrock: { rename: vi.fn(), remove: vi.fn(), restore: (id: string) => id },
        addDemoWorld: vi.fn(),
        removeDemoWorld: vi.fn(),
        trust: scene.gateway.trust,
        clock: scene.clock,
      },
      secrets,
      scene.log,
    )
  repository = openRepository()
  id = repository.add({ name: 'Raw', address: scene.agent.address, token: 'right' })
  await scene.serverIs(isState('offline'), id)
})

afterEach(async () => {
  await scene.end()
  rmSync(profile, { recursive: true, force: true })
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
  repository.add({ name: 'Raw', address: scene.agent.address, token: 'newer' })
  expect(settings.get().servers).toMatchObject([{ certificate: first.fingerprint }])
  await scene.serverIs(isState('online'), id)
  await repository.remove(id)
  repository.add({ name: 'Raw', address: scene.agent.address, token: 'right' })
  expect(settings.get().servers[0]).not.toHaveProperty('certificate')
})
