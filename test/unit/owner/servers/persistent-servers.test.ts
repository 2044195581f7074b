import { describe, expect, it, vi } from 'vitest'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import {
  PersistentServers,
  type PersistentServersDependencies,
} from '../../../../src-main/owner/servers/persistent-servers.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { persistentServersScene } from './persistent-servers-scene.js'

const profile = folderForEach()

const program = (isSafe: boolean) => persistentServersScene(profile(), isSafe)

const added = (address: string, token = 'sekrit', name = 'Survival') => ({
  server: { name, address },
  secrets: { token },
})
const address = 'ws://127.0.0.1:1'
const server = added(address)
const id = '127.0.0.1:1'

it('a certificate that a person trusts is said not to be remembered when the settings do not take it', () => {
  const trusted: string[][] = []
  const agents = { trust: (...given: string[]) => trusted.push(given), add: () => {}, remove: () => {} }
  const settings = { get: () => ({ servers: [{ id }] }), change: () => false }
  const demo = { addDemoWorld: async () => {}, removeDemoWorld: async () => {} }
  const secrets = { get: () => undefined, set: () => true, delete: () => {} }
  const log = new RecordingLog()
  const parts = { servers: agents, settings, ...demo, secrets, log } as unknown as PersistentServersDependencies
  const repository = new PersistentServers(parts)
  expect(() => repository.trustCertificate(id, 'AB')).toThrow('could not be saved')
  expect(trusted).toEqual([[id, 'AB']])
})

it('a server that is removed stays, and is said to, when the settings cannot be written', async () => {
  const { repository, settings, ids, kept, stop } = program(true)
  await repository.open()
  repository.add(server, desktop)
  vi.spyOn(settings, 'change').mockReturnValue(false)
  await expect(repository.remove(id)).rejects.toMatchObject({ code: 'SYSTEM.SETTINGS_UNWRITABLE' })
  expect(ids()).toEqual([id])
  expect([...kept.values()]).toEqual(['sekrit'])
  await stop()
})

describe('servers of a settings file that a person writes', () => {
  it('are connected and closed as they are added and removed there, and their tokens stay', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    const other = { id: '127.0.0.1:2', name: 'Creative', address: 'ws://127.0.0.1:2' }
    settings.change({ servers: [...settings.get().servers, other] })
    expect(ids()).toEqual([id, other.id])
    settings.change({ servers: [other] })
    expect(ids()).toEqual([other.id])
    expect([...kept.values()]).toEqual(['sekrit'])
    await stop()
  })

  it('are reconnected when their address changed, and left alone when nothing changed', async () => {
    const { repository, settings, dialled, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    settings.change({ theme: 'dark' })
    expect(dialled).toEqual([address])
    settings.change({ servers: settings.get().servers.map((known) => ({ ...known, address: 'ws://127.0.0.1:3' })) })
    expect(dialled).toEqual([address, 'ws://127.0.0.1:3'])
    await stop()
  })
})

it('the demo world comes and goes with the settings, and is left alone when something else changes', async () => {
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

describe('a server that was handed over', () => {
  it('stands in the settings, its token in the secret store, and is dialled', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    expect(repository.isRemembered(repository.add(server, desktop))).toBe(true)
    expect(settings.get().servers).toEqual([{ id, name: server.server.name, address }])
    expect([...kept.values()]).toEqual(['sekrit'])
    expect(ids()).toEqual([id])
    await stop()
  })

  it('is not kept where the system offers no credential store, and a message says so', async () => {
    const { repository, stop } = program(false)
    expect(repository.isRemembered(repository.add(server, desktop))).toBe(false)
    await stop()
  })

  it('goes with its token when it is removed', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    await repository.remove(repository.add(server, desktop))
    expect(settings.get().servers).toEqual([])
    expect(kept.size).toBe(0)
    expect(ids()).toEqual([])
    await stop()
  })

  it.each([
    ['an agent', address, id],
    ['a Java server', 'rcon://127.0.0.1:3', 'java:127.0.0.1:3'],
  ])('replaces %s that an option named', async (_what, at, named) => {
    const { repository, providers, settings, ids, stop } = program(true)
    providers.add({ id: named, name: 'Named', address: at }, { token: 'old' })
    expect(repository.add(added(at), desktop)).toBe(named)
    expect(ids()).toEqual([named])
    expect(settings.get().servers).toMatchObject([{ id: named, name: 'Survival' }])
    await stop()
  })
})

describe('a server that is edited', () => {
  it('is renamed without a reconnect, and keeps its token', async () => {
    const { repository, settings, changed, kept, scene, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    repository.edit(id, { name: ' Creative ' })
    expect(changed).toEqual([{ address, token: 'sekrit', again: false }])
    expect(settings.get().servers).toEqual([{ id, name: 'Creative', address }])
    expect(scene.gateway.registry.link(id)?.server.name).toBe('Creative')
    expect([...kept.values()]).toEqual(['sekrit'])
    await stop()
  })

  it('keeps its id at another address, where only a token goes that was entered for it', async () => {
    const { repository, settings, changed, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    const moved = 'ws://127.0.0.1:2'
    expect(() => repository.edit(id, { address: moved })).toThrow('not sent to a different address')
    expect(settings.get().servers[0]?.address).toBe(address)
    repository.edit(id, { address: moved, token: 'other' })
    expect(changed.at(-1)).toEqual({ address: moved, token: 'other', again: true })
    expect(ids()).toEqual([id])
    expect([...kept.values()]).toEqual(['other'])
    await stop()
  })

  it('keeps its token when it only becomes better protected', async () => {
    const { repository, changed, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    repository.edit(id, { address: 'wss://127.0.0.1:1' })
    expect(changed.at(-1)).toMatchObject({ token: 'sekrit', again: true })
    expect(() => repository.edit(id, { address: 'ws://127.0.0.1:1' })).toThrow('not sent to a different address')
    await stop()
  })

  it('does not replace another server, and one added at its old address gets a new id', async () => {
    const { repository, ids, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    const other = repository.add(added('ws://127.0.0.1:2', 'other', 'Other'), desktop)
    expect(() => repository.edit(id, { address: 'ws://127.0.0.1:2', token: 'x' })).toThrow('already')
    repository.edit(id, { address: 'ws://127.0.0.1:3', token: 'x' })
    expect(repository.add(server, desktop)).toBe(`${id}~2`)
    expect(repository.add(added('ws://127.0.0.1:3'), desktop)).toBe(id)
    expect(ids().sort()).toEqual([id, other, `${id}~2`].sort())
    await stop()
  })

  it('asks for a certificate again once it was forgotten', async () => {
    const { repository, settings, changed, stop } = program(true)
    await repository.open()
    const certificate = Array.from({ length: 32 }, () => 'AB').join(':')
    const secure = repository.add(
      { ...server, server: { name: 'Secure', address: 'wss://127.0.0.1:4', certificate } },
      desktop,
    )
    expect(settings.get().servers[0]).toMatchObject({ certificate })
    repository.forgetCertificate(secure)
    expect(settings.get().servers[0]).not.toHaveProperty('certificate')
    expect(changed.at(-1)).toMatchObject({ again: true })
    await stop()
  })

  it('forgets the certificate of the machine behind a panel too', async () => {
    const { repository, settings, stop } = program(true)
    await repository.open()
    const certificate = Array.from({ length: 32 }, () => 'AB').join(':')
    const address = 'pterodactyl://panel.example/1a2b3c4d'
    const trusted = { address, certificate, node: 'node.example:8080', nodeCertificate: certificate }
    const panel = repository.add({ server: trusted, secrets: { token: 'ptlc_key' } }, desktop)
    expect(settings.get().servers[0]).toMatchObject({ nodeCertificate: certificate })
    repository.forgetCertificate(panel)
    const [kept] = settings.get().servers
    expect([kept?.certificate, kept?.nodeCertificate, kept?.node]).toEqual([undefined, undefined, 'node.example:8080'])
    await stop()
  })
})

describe('a server that was removed', () => {
  it('has no daily backup any more when it is added again, but when it is restored', async () => {
    const { repository, settings, stop } = program(true)
    await repository.open()
    const schedule = { at: '04:00', keep: 7, since: '2026-01-19T03:00:00.000Z' }
    const others = { 'java:10.0.0.9:25575': schedule }
    repository.add(server, desktop)
    settings.change({ backupSchedules: { ...others, [id]: schedule } })
    await repository.remove(id)
    expect(settings.get().backupSchedules).toEqual(others)
    await repository.restore(id)
    expect(settings.get().backupSchedules).toEqual({ ...others, [id]: schedule })
    await repository.remove(id)
    repository.add(server, desktop)
    expect(settings.get().backupSchedules).toEqual(others)
    await stop()
  })

  it('is restored in its position with its token within a minute, once', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    repository.add(added('ws://127.0.0.1:2', 'other', 'Other'), desktop)
    await repository.remove(id)
    expect([...kept.values()]).toEqual(['other'])
    expect(await repository.restore(id)).toBe(id)
    expect(settings.get().servers.map((known) => known.name)).toEqual(['Survival', 'Other'])
    expect([...kept.values()].sort()).toEqual(['other', 'sekrit'])
    expect(ids().sort()).toEqual([id, '127.0.0.1:2'])
    await expect(repository.restore(id)).rejects.toThrow('too long ago')
    await stop()
  })

  it('is forgotten for good after a minute', async () => {
    const { repository, scene, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    await repository.remove(id)
    await scene.clock.advance(60_000)
    await expect(repository.restore(id)).rejects.toThrow('too long ago')
    await stop()
  })

  it('does not replace one that was added at its address', async () => {
    const { repository, settings, stop } = program(true)
    await repository.open()
    repository.add(server, desktop)
    await repository.remove(id)
    repository.add(added(address, 'sekrit', 'New'), desktop)
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
