import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createServerProviders, type ServerWithSecrets } from '../../../../src-main/compose/server-providers.js'
import { JavaProvider } from '../../../../src-main/providers/java/java-provider.js'
import { createPersistentServers } from '../../../../src-main/shell/servers/persistent-servers.js'
import { createQueueDrain, enqueue } from '../../../../src-main/storage/command-queue.js'
import { SettingsStore } from '../../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../../src-main/validation/ajv.js'
import { AgentScene } from '../../../fakes/agent-scene.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-book-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const server = { name: 'Survival', address: 'ws://127.0.0.1:1', token: 'sekrit' }
const id = '127.0.0.1:1'

/** The command queue of the tray program, with a secret store in memory. */
function program(isSafe: boolean) {
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
  const providers = createServerProviders(scene.agents, java)
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
  const repository = createPersistentServers(
    { servers, settings, bedrock, ...demo, trust: scene.gateway.trust, clock: scene.clock },
    secrets,
    log,
  )
  const drainQueue = createQueueDrain(profile, log, {
    add: (added) => repository.isRemembered(repository.addHandedOver(added)),
    remove: repository.remove,
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

describe('a certificate that a person trusts', () => {
  it('is said not to be remembered when the settings do not take it', () => {
    const trusted: string[][] = []
    const agents = { trust: (...given: string[]) => trusted.push(given), add: () => {}, remove: () => {} }
    const settings = { get: () => ({ servers: [] }), change: () => false }
    const demo = { addDemoWorld: async () => {}, removeDemoWorld: async () => {} }
    const secrets = { get: () => undefined, set: () => true, delete: () => {} }
    const parts = { servers: agents, settings, ...demo } as unknown as Parameters<typeof createPersistentServers>[0]
    const repository = createPersistentServers(parts, secrets, new RecordingLog())
    expect(() => repository.trustCertificate(id, 'AB')).toThrow('could not be saved')
    expect(trusted).toEqual([[id, 'AB']])
  })
})

describe('a server that is removed', () => {
  it('stays, and is said to, when the settings cannot be written', async () => {
    const { repository, settings, ids, kept, stop } = program(true)
    await repository.open()
    repository.add(server)
    vi.spyOn(settings, 'change').mockReturnValue(false)
    await expect(repository.remove(id)).rejects.toMatchObject({ code: 'SYSTEM.SETTINGS_UNWRITABLE' })
    expect(ids()).toEqual([id])
    expect([...kept.values()]).toEqual([server.token])
    await stop()
  })
})

describe('servers of a settings file that a person writes', () => {
  it('are connected and closed as they are added and removed there, and their tokens stay', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server)
    const other = { id: '127.0.0.1:2', name: 'Creative', address: 'ws://127.0.0.1:2' }
    settings.change({ servers: [...settings.get().servers, other] })
    expect(ids()).toEqual([id, other.id])
    settings.change({ servers: [other] })
    expect(ids()).toEqual([other.id])
    expect([...kept.values()]).toEqual([server.token])
    await stop()
  })

  it('are reconnected when their address changed, and left alone when nothing changed', async () => {
    const { repository, settings, dialled, stop } = program(true)
    await repository.open()
    repository.add(server)
    settings.change({ theme: 'dark' })
    expect(dialled).toEqual([server.address])
    settings.change({ servers: settings.get().servers.map((known) => ({ ...known, address: 'ws://127.0.0.1:3' })) })
    expect(dialled).toEqual([server.address, 'ws://127.0.0.1:3'])
    await stop()
  })
})

describe('the demo world', () => {
  it('comes and goes with the settings, and is left alone when something else changes', async () => {
    const { repository, settings, demoWorld, stop } = program(true)
    await repository.open()
    settings.change({ theme: 'dark' })
    expect(demoWorld).toEqual([])
    settings.change({ demoWorld: true })
    settings.change({ theme: 'light' })
    settings.change({ demoWorld: false })
    expect(demoWorld).toEqual(['added', 'removed'])
    await stop()
  })
})

describe('a server that was handed over', () => {
  it('stands in the settings, its token in the secret store, and is dialled', async () => {
    const { drainQueue, settings, kept, ids, stop } = program(true)
    enqueue(profile, { kind: 'add', ...server })
    expect(await drainQueue()).toMatchObject([{ ok: true, remembered: true }])
    expect(settings.get().servers).toEqual([{ id, name: server.name, address: server.address }])
    expect([...kept.values()]).toEqual([server.token])
    expect(ids()).toEqual([id])
    expect(readdirSync(path.join(profile, 'inbox'))).toEqual([])
    await stop()
  })

  it('is not kept where the system offers no credential store, and a message says so', async () => {
    const { drainQueue, stop } = program(false)
    enqueue(profile, { kind: 'add', ...server })
    expect(await drainQueue()).toMatchObject([{ ok: true, remembered: false }])
    await stop()
  })

  it('goes with its token when its removal is handed over', async () => {
    const { drainQueue, settings, kept, ids, stop } = program(true)
    enqueue(profile, { kind: 'add', ...server }, 1)
    enqueue(profile, { kind: 'remove', id }, 2)
    expect(await drainQueue()).toHaveLength(2)
    expect(settings.get().servers).toEqual([])
    expect(kept.size).toBe(0)
    expect(ids()).toEqual([])
    await stop()
  })
})

describe('a server that is edited', () => {
  it('is renamed without a reconnect, and keeps its token', async () => {
    const { repository, settings, changed, kept, scene, stop } = program(true)
    await repository.open()
    repository.add(server)
    repository.edit(id, { name: ' Creative ' })
    expect(changed).toEqual([{ address: server.address, token: server.token, again: false }])
    expect(settings.get().servers).toEqual([{ id, name: 'Creative', address: server.address }])
    expect(scene.gateway.registry.link(id)?.server.name).toBe('Creative')
    expect([...kept.values()]).toEqual([server.token])
    await stop()
  })

  it('keeps its id at another address, where only a token goes that was entered for it', async () => {
    const { repository, settings, changed, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server)
    const moved = 'ws://127.0.0.1:2'
    expect(() => repository.edit(id, { address: moved })).toThrow('not sent to a different address')
    expect(settings.get().servers[0]?.address).toBe(server.address)
    repository.edit(id, { address: moved, token: 'other' })
    expect(changed.at(-1)).toEqual({ address: moved, token: 'other', again: true })
    expect(ids()).toEqual([id])
    expect([...kept.values()]).toEqual(['other'])
    await stop()
  })

  it('keeps its token when it only becomes better protected', async () => {
    const { repository, changed, stop } = program(true)
    await repository.open()
    repository.add(server)
    repository.edit(id, { address: 'wss://127.0.0.1:1' })
    expect(changed.at(-1)).toMatchObject({ token: server.token, again: true })
    expect(() => repository.edit(id, { address: 'ws://127.0.0.1:1' })).toThrow('not sent to a different address')
    await stop()
  })

  it('does not replace another server, and one added at its old address gets a new id', async () => {
    const { repository, ids, stop } = program(true)
    await repository.open()
    repository.add(server)
    const other = repository.add({ name: 'Other', address: 'ws://127.0.0.1:2', token: 'other' })
    expect(() => repository.edit(id, { address: 'ws://127.0.0.1:2', token: 'x' })).toThrow('already')
    repository.edit(id, { address: 'ws://127.0.0.1:3', token: 'x' })
    expect(repository.add(server)).toBe(`${id}~2`)
    expect(repository.add({ ...server, address: 'ws://127.0.0.1:3' })).toBe(id)
    expect(ids().sort()).toEqual([id, other, `${id}~2`].sort())
    await stop()
  })

  it('asks for a certificate again once it was forgotten', async () => {
    const { repository, settings, changed, stop } = program(true)
    await repository.open()
    const certificate = Array.from({ length: 32 }, () => 'AB').join(':')
    const secure = repository.add({ ...server, address: 'wss://127.0.0.1:4', certificate })
    expect(settings.get().servers[0]).toMatchObject({ certificate })
    repository.forgetCertificate(secure)
    expect(settings.get().servers[0]).not.toHaveProperty('certificate')
    expect(changed.at(-1)).toMatchObject({ again: true })
    await stop()
  })
})

describe('a server that was removed', () => {
  it('is restored in its position with its token within a minute, once', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server)
    repository.add({ name: 'Other', address: 'ws://127.0.0.1:2', token: 'other' })
    await repository.remove(id)
    expect([...kept.values()]).toEqual(['other'])
    expect(await repository.restore(id)).toBe(id)
    expect(settings.get().servers.map((known) => known.name)).toEqual(['Survival', 'Other'])
    expect([...kept.values()].sort()).toEqual(['other', server.token])
    expect(ids().sort()).toEqual([id, '127.0.0.1:2'])
    await expect(repository.restore(id)).rejects.toThrow('too long ago')
    await stop()
  })

  it('is forgotten for good after a minute', async () => {
    const { repository, scene, stop } = program(true)
    await repository.open()
    repository.add(server)
    await repository.remove(id)
    await scene.clock.advance(60_000)
    await expect(repository.restore(id)).rejects.toThrow('too long ago')
    await stop()
  })

  it('does not replace one that was added at its address', async () => {
    const { repository, settings, stop } = program(true)
    await repository.open()
    repository.add(server)
    await repository.remove(id)
    repository.add({ ...server, name: 'New' })
    await expect(repository.restore(id)).rejects.toThrow('too long ago')
    expect(settings.get().servers.map(({ name }) => name)).toEqual(['New'])
    await stop()
  })

  it('is the demo world again when that was removed', async () => {
    const { repository, demoWorld, stop } = program(true)
    await repository.open()
    await repository.addDemoWorld()
    await repository.remove('demo')
    expect(await repository.restore('demo')).toBe('demo')
    expect(demoWorld.at(-1)).toBe('added')
    await stop()
  })
})

describe('a Java server', () => {
  const java = {
    name: 'Vanilla',
    host: '127.0.0.1',
    port: 1,
    password: 'sekrit',
    management: { address: 'ws://127.0.0.1:2', secret: 'a'.repeat(40) },
    folder: '/srv/minecraft',
  }
  const javaId = 'java:127.0.0.1:1'

  it('is stored with its connections, and its secrets only in the secret store', async () => {
    const { repository, settings, kept, reached, stop } = program(true)
    expect(repository.addJava(java)).toBe(javaId)
    expect(settings.get().servers).toEqual([
      {
        id: javaId,
        name: 'Vanilla',
        address: 'rcon://127.0.0.1:1',
        management: { address: 'ws://127.0.0.1:2' },
        folder: '/srv/minecraft',
      },
    ])
    expect([...kept.values()].sort()).toEqual(['a'.repeat(40), 'sekrit'])
    expect(reached).toMatchObject([{ id: javaId, token: 'sekrit', managementSecret: 'a'.repeat(40) }])
    await stop()
  })

  it('is removed with its secrets, and comes back with them', async () => {
    const { repository, kept, ids, stop } = program(true)
    repository.addJava(java)
    await repository.remove(javaId)
    expect([kept.size, ids()]).toEqual([0, []])
    await repository.restore(javaId)
    expect([kept.size, ids()]).toEqual([2, [javaId]])
    await stop()
  })

  it('keeps its id and its password when it gets another name', async () => {
    const { repository, changed, settings, stop } = program(true)
    repository.addJava(java)
    repository.edit(javaId, { name: 'Survival' })
    expect(changed).toEqual([{ address: 'rcon://127.0.0.1:1', token: 'sekrit', again: false }])
    expect(settings.get().servers).toMatchObject([{ id: javaId, name: 'Survival', folder: '/srv/minecraft' }])
    expect(() => repository.edit(javaId, { address: 'rcon://127.0.0.1:3' })).toThrow('saved token')
    expect(() => repository.edit(javaId, { address: 'ws://127.0.0.1:1', token: 'x' })).toThrow('cannot change its type')
    await stop()
  })

  it('is not said to be remembered when the system keeps no management secret', async () => {
    const { repository, secrets, stop } = program(true)
    const { set } = secrets
    secrets.set = (name, secret) => set(name, secret) && !name.startsWith('management-secret')
    expect(repository.isRemembered(repository.addJava(java))).toBe(false)
    await stop()
  })

  it('connects unencrypted, and with a certificate, once a person said so', async () => {
    const { repository, changed, settings, stop } = program(true)
    repository.addJava(java)
    const certificate = Array(32).fill('AB').join(':')
    repository.edit(javaId, { plainTextConfirmed: true })
    repository.edit(javaId, { managementCertificate: certificate })
    expect(settings.get().servers).toMatchObject([
      { plainTextConfirmed: true, management: { address: 'ws://127.0.0.1:2', certificate } },
    ])
    expect(changed.map(({ again }) => again)).toEqual([true, true])
    repository.edit(javaId, { address: 'rcon://127.0.0.1:3', token: 'again' })
    expect(settings.get().servers[0]).not.toHaveProperty('plainTextConfirmed')
    await stop()
  })

  it('leaves its management protocol and its folder behind when it moves to another host', async () => {
    const { repository, kept, settings, stop } = program(true)
    repository.addJava(java)
    expect(settings.get().servers[0]).toMatchObject({ folder: '/srv/minecraft', management: {} })
    repository.edit(javaId, { address: 'rcon://127.0.0.1:5', token: 'same host' })
    expect(settings.get().servers[0]).toMatchObject({ folder: '/srv/minecraft', management: {} })
    repository.edit(javaId, { address: 'rcon://192.168.1.9:5', token: 'another' })
    expect(settings.get().servers[0]).not.toHaveProperty('folder')
    expect(settings.get().servers[0]).not.toHaveProperty('management')
    expect([...kept.keys()].filter((name) => name.startsWith('management-secret'))).toEqual([])
    await stop()
  })

  it('is added from the command line', async () => {
    const { drainQueue, reached, stop } = program(true)
    enqueue(profile, {
      kind: 'add',
      name: 'Vanilla',
      address: 'rcon://127.0.0.1:1',
      token: 'sekrit',
      management: { address: 'wss://127.0.0.1:2', secret: 'b'.repeat(40) },
      folder: '/srv/minecraft',
      confirmedPublic: true,
    })
    expect(await drainQueue()).toMatchObject([{ ok: true, remembered: true }])
    expect(reached).toMatchObject([{ id: javaId, folder: '/srv/minecraft', plainTextConfirmed: true }])
    expect(readdirSync(path.join(profile, 'inbox'))).toEqual([])
    await stop()
  })
})
