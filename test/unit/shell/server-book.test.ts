import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createServerBook } from '../../../src-main/shell/server-book.js'
import { createTakeIn, handOver } from '../../../src-main/storage/inbox.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { AgentScene } from '../../fakes/agent-scene.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { RecordingLog } from '../../fakes/recording-log.js'

let profile: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-book-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const server = { name: 'Survival', address: 'ws://127.0.0.1:1', token: 'sekrit' }
const id = '127.0.0.1:1'

/** The take-in of the tray program, with a secret store in memory. */
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
  const secrets = {
    get: (name: string) => kept.get(name),
    set: (name: string, secret: string) => {
      kept.set(name, secret)
      return isSafe
    },
    delete: (name: string) => void kept.delete(name),
  }
  const agents = {
    add(agent: Parameters<typeof scene.agents.add>[0]) {
      dialled.push(agent.address)
      scene.agents.add(agent)
    },
    remove: (gone: string) => scene.agents.remove(gone),
    trust: (trusted: string, certificate: string) => scene.agents.trust(trusted, certificate),
  }
  const demoWorld: string[] = []
  const demo = {
    addDemoWorld: async () => void demoWorld.push('added'),
    removeDemoWorld: async () => void demoWorld.push('removed'),
  }
  const book = createServerBook({ agents, settings, ...demo }, secrets, log)
  const takeIn = createTakeIn(profile, log, {
    add: (added) => book.isRemembered(book.add(added)),
    remove: book.remove,
  })
  const ids = () => scene.gateway.registry.servers().map((known) => known.id)
  return { takeIn, book, settings, kept, dialled, demoWorld, ids, stop: () => scene.stop() }
}

describe('a certificate that a person trusts', () => {
  it('is said not to be remembered when the settings do not take it', () => {
    const trusted: string[][] = []
    const agents = { trust: (...given: string[]) => trusted.push(given), add: () => {}, remove: () => {} }
    const settings = { get: () => ({ servers: [] }), change: () => false }
    const demo = { addDemoWorld: async () => {}, removeDemoWorld: async () => {} }
    const secrets = { get: () => undefined, set: () => true, delete: () => {} }
    const parts = { agents, settings, ...demo } as unknown as Parameters<typeof createServerBook>[0]
    const book = createServerBook(parts, secrets, new RecordingLog())
    expect(() => book.trustCertificate(id, 'AB')).toThrow('could not be remembered')
    expect(trusted).toEqual([[id, 'AB']])
  })
})

describe('servers of a settings file that a person writes', () => {
  it('are dialled and let go as they come and go there, and their tokens stay', async () => {
    const { book, settings, kept, ids, stop } = program(true)
    await book.open()
    book.add(server)
    const other = { id: '127.0.0.1:2', name: 'Creative', address: 'ws://127.0.0.1:2' }
    settings.change({ servers: [...settings.get().servers, other] })
    expect(ids()).toEqual([id, other.id])
    settings.change({ servers: [other] })
    expect(ids()).toEqual([other.id])
    expect([...kept.values()]).toEqual([server.token])
    await stop()
  })

  it('are dialled anew when they are elsewhere, and left alone when nothing of them changed', async () => {
    const { book, settings, dialled, stop } = program(true)
    await book.open()
    book.add(server)
    settings.change({ theme: 'dark' })
    expect(dialled).toEqual([server.address])
    settings.change({ servers: settings.get().servers.map((known) => ({ ...known, address: 'ws://127.0.0.1:3' })) })
    expect(dialled).toEqual([server.address, 'ws://127.0.0.1:3'])
    await stop()
  })
})

describe('the demo world', () => {
  it('comes and goes with the settings, and is left alone when something else changes', async () => {
    const { book, settings, demoWorld, stop } = program(true)
    await book.open()
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
    const { takeIn, settings, kept, ids, stop } = program(true)
    handOver(profile, { kind: 'add', ...server })
    expect(await takeIn()).toMatchObject([{ ok: true, remembered: true }])
    expect(settings.get().servers).toEqual([{ id, name: server.name, address: server.address }])
    expect([...kept.values()]).toEqual([server.token])
    expect(ids()).toEqual([id])
    expect(readdirSync(path.join(profile, 'inbox'))).toEqual([])
    await stop()
  })

  it('is not remembered where the system offers no safe place, and that is said', async () => {
    const { takeIn, stop } = program(false)
    handOver(profile, { kind: 'add', ...server })
    expect(await takeIn()).toMatchObject([{ ok: true, remembered: false }])
    await stop()
  })

  it('goes with its token when its removal is handed over', async () => {
    const { takeIn, settings, kept, ids, stop } = program(true)
    handOver(profile, { kind: 'add', ...server }, 1)
    handOver(profile, { kind: 'remove', id }, 2)
    expect(await takeIn()).toHaveLength(2)
    expect(settings.get().servers).toEqual([])
    expect(kept.size).toBe(0)
    expect(ids()).toEqual([])
    await stop()
  })
})
