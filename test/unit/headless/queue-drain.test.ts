import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'
import type { Services } from '@shared/servers/service.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Composed } from '../../../src-main/compose/composed.js'
import { createHeadlessQueueDrain, memorySecrets, memoryServerSecrets } from '../../../src-main/headless/queue-drain.js'
import { PersistentServers } from '../../../src-main/owner/servers/persistent-servers.js'
import { createServerProviders } from '../../../src-main/owner/servers/server-providers.js'
import { JavaProvider } from '../../../src-main/providers/java/java-provider.js'
import { enqueue, type QueuedCommand } from '../../../src-main/storage/command-queue.js'
import { createPairingTokens } from '../../../src-main/storage/pairing-tokens.js'
import { ServicesStore, servicesFileOf } from '../../../src-main/storage/services/services-store.js'
import { SettingsStore } from '../../../src-main/storage/settings-store.js'
import { compiled, createContractAjv } from '../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../src-main/validation/services-reader.js'
import { AgentScene } from '../../fakes/agent-scene.js'

const ajv = createContractAjv()
const readServices = createServicesReader(ajv)

let profile: string
let scene: AgentScene
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-drain-'))
  scene = new AgentScene()
})
afterEach(async () => {
  await scene.stop()
  rmSync(profile, { recursive: true, force: true })
})

const id = '127.0.0.1:1'
const server = { name: 'Survival', address: `ws://${id}` }
const addServer = { kind: 'add', server, secrets: { token: 'sekrit' } } as const

/** The queue of a headless program, with real servers and settings; services are not run. */
function program({ hasServicesFile = false } = {}) {
  const { clock, log, gateway, agents } = scene
  const settings = new SettingsStore({
    ...{ profile, clock, log, environment: {} },
    isConfig: compiled(ajv, 'config-v1.json'),
  })
  const store = new ServicesStore({ file: servicesFileOf(profile), read: readServices, clock, log })
  const java = new JavaProvider({ clock, log, store: profile })
  gateway.provide(java)
  const providers = createServerProviders(agents, java, { forgetLost: () => {} })
  const adding = vi.spyOn(providers, 'add')
  const removeBackup = vi.fn(async () => {})
  const acts: string[] = []
  const services: Partial<Services> = {
    list: () => [],
    restart: async (name) => void acts.push(`restart ${name}`),
    log: (name) => [`a line of ${name}`],
    signIn: async (name) => `https://login.example/${name}`,
    signOut: async (name) => void acts.push(`sign out ${name}`),
  }
  const serviceSecrets = memorySecrets()
  const serverSecrets = memoryServerSecrets(profile)
  const persistent = new PersistentServers({
    settings,
    servers: providers,
    bedrock: { rename: vi.fn(), remove: vi.fn(), restore: (bedrockId) => bedrockId },
    addDemoWorld: vi.fn(),
    removeDemoWorld: vi.fn(),
    trust: gateway.trust,
    clock,
    log,
    secrets: serverSecrets,
    tokenFor: createPairingTokens(),
  })
  const drainQueue = createHeadlessQueueDrain({
    composed: { services: { store, services }, removeBackup } as unknown as Composed,
    profile,
    servers: persistent,
    secrets: serviceSecrets,
    hasServicesFile,
    clock,
    log,
  })
  /** Queues these commands, and returns their results. */
  const run = (...commands: QueuedCommand[]) => {
    commands.forEach((command, at) => void enqueue(profile, command, at + 1))
    return drainQueue()
  }
  const servers = () => gateway.registry.servers().map((known) => [known.id, known.name])
  const added = () => adding.mock.calls.map(([given, secrets]) => ({ ...given, secrets }))
  return { run, servers, added, providers, settings, store, serverSecrets, serviceSecrets, removeBackup, acts, log }
}

describe('a server that the command line adds to a headless program', () => {
  it('is connected and saved, and its token only in memory', async () => {
    const { run, servers, added, settings, log } = program()
    expect(await run(addServer)).toMatchObject([{ ok: true, remembered: false, withoutWindow: true }])
    expect(servers()).toEqual([[id, 'Survival']])
    expect(added()).toMatchObject([{ id, secrets: { token: 'sekrit' } }])
    expect(settings.get().servers).toEqual([{ id, ...server }])
    expect(readdirSync(path.join(profile, 'inbox'))).toEqual([])
    expect(JSON.stringify(log)).not.toContain('sekrit')
  })

  it('replaces the server of the same address, and no other', async () => {
    const { run, servers, added } = program()
    const other = {
      kind: 'add',
      server: { name: 'Other', address: 'ws://127.0.0.1:2' },
      secrets: { token: 'other' },
    } as const
    const results = await run(addServer, other, {
      ...addServer,
      server: { ...server, name: 'Creative' },
      secrets: { token: 'new' },
    })
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true])
    expect(servers().sort()).toEqual([
      [id, 'Creative'],
      ['127.0.0.1:2', 'Other'],
    ])
    expect(added().at(-1)).toMatchObject({ id, secrets: { token: 'new' } })
  })

  it.each([
    ['an agent', server.address, id],
    ['a Java server', 'rcon://127.0.0.1:3', 'java:127.0.0.1:3'],
  ])('replaces %s that an option named', async (_what, address, named) => {
    const { run, servers, providers, settings } = program()
    providers.add({ id: named, name: 'Named', address }, { token: 'old' })
    const results = await run({ ...addServer, server: { ...server, address } })
    expect(results).toMatchObject([{ ok: true }])
    expect(servers()).toEqual([[named, 'Survival']])
    expect(settings.get().servers).toMatchObject([{ id: named }])
  })

  it('is a Java server with its management protocol, its folder and the confirmation', async () => {
    const { run, added } = program()
    const management = { address: 'wss://127.0.0.1:2' }
    const secrets = { token: 'sekrit', management: 'b'.repeat(40) }
    const address = 'rcon://127.0.0.1:1'
    const described = { ...server, address, management, folder: '/srv/minecraft', plainTextConfirmed: true } as const
    const java = { kind: 'add', server: described, secrets } as const
    const plain = { ...addServer, server: { ...server, address: 'rcon://127.0.0.1:3' } }
    await run(java, plain)
    const [withAll, withNone] = added()
    expect(withAll).toEqual({ ...described, id: 'java:127.0.0.1:1', secrets })
    expect(JSON.stringify(withNone)).not.toMatch(/management|folder|plainText/)
  })
})

describe('a server that the command line removes from a headless program', () => {
  it('is disconnected and forgotten', async () => {
    const { run, servers, settings, serverSecrets } = program()
    expect(await run(addServer, { kind: 'remove', id })).toMatchObject([{ ok: true }, { ok: true, remembered: true }])
    expect([servers(), settings.get().servers]).toEqual([[], []])
    expect(serverSecrets.get(`agent-token:${id}`)).toBeUndefined()
    expect(existsSync(path.join(profile, 'secrets.json'))).toBe(false)
  })

  it('leaves none of its secrets that the desktop program stored, and all others', async () => {
    const file = path.join(profile, 'secrets.json')
    const others = { 'agent-token:127.0.0.1:2': 'bbbb', 'service:Files/TOKEN': 'cccc' }
    writeFileSync(
      file,
      JSON.stringify({ [`agent-token:${id}`]: 'aaaa', [`management-secret:${id}`]: 'dddd', ...others }),
    )
    const { run, settings } = program()
    settings.change({ servers: [{ id, ...server }] })
    expect(await run({ kind: 'remove', id })).toMatchObject([{ ok: true }])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(others)
  })

  it('leaves no stored management secret for the address of one that replaces it', async () => {
    const file = path.join(profile, 'secrets.json')
    const javaId = 'java:127.0.0.1:1'
    writeFileSync(file, JSON.stringify({ [`agent-token:${javaId}`]: 'aaaa', [`management-secret:${javaId}`]: 'dddd' }))
    const { run } = program()
    const management = { address: 'wss://127.0.0.1:9' }
    await run({
      kind: 'add',
      server: { name: 'Java', address: 'rcon://127.0.0.1:1', management },
      secrets: { token: 'new', management: 'other' },
    })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({})
  })
})

describe('a backup that the command line removes', () => {
  it('is removed by the server and backup that are named, and a failure is reported', async () => {
    const { run, removeBackup } = program()
    removeBackup.mockResolvedValueOnce().mockRejectedValueOnce(new GatewayError('BUSINESS.OPERATION_FAILED'))
    const remove = (backup: string) => ({ kind: 'remove-backup', id: 'java:a:25575', backup }) as const
    expect(await run(remove('20260119-103000-0000'), remove('20260119-103000-0001'))).toMatchObject([
      { ok: true },
      { ok: false, error: { code: 'BUSINESS.OPERATION_FAILED' } },
    ])
    expect(removeBackup).toHaveBeenNthCalledWith(1, 'java:a:25575', '20260119-103000-0000')
  })
})

describe('a service command to a headless program', () => {
  const draft = { type: 'stdio', command: 'npx', args: ['files'] } as const
  const withKey = { ...draft, env: { FILES_TOKEN: 'very-secret' } }
  const add = { kind: 'service', act: 'add', name: 'Files', draft: withKey } as const

  it('adds a service whose key is only in memory, and removes it with its key', async () => {
    const { run, store, serviceSecrets } = program()
    expect(await run({ ...add, name: 'Plain', draft }, add)).toMatchObject([
      { ok: true, remembered: true },
      { ok: true, remembered: false },
    ])
    expect(Object.keys(store.get().services)).toEqual(['Plain', 'Files'])
    expect(readFileSync(store.file, 'utf8')).not.toContain('very-secret')
    expect(serviceSecrets.get('service:Files/FILES_TOKEN')).toBe('very-secret')
    expect(await run({ kind: 'service', act: 'remove', name: 'Files' })).toMatchObject([{ ok: true }])
    expect(Object.keys(store.get().services)).toEqual(['Plain'])
    expect(serviceSecrets.get('service:Files/FILES_TOKEN')).toBeUndefined()
  })

  it('runs on the services of the program, and returns their data', async () => {
    const { run, acts } = program()
    await run({ ...add, draft })
    type Act = 'restart' | 'sign-out' | 'log' | 'sign-in'
    const act = (name: Act) => ({ kind: 'service', act: name, name: 'Files' }) as const
    expect(await run(act('restart'), act('sign-out'), act('log'), act('sign-in'))).toMatchObject([
      ...[{ ok: true }, { ok: true }],
      { ok: true, data: ['a line of Files'] },
      { ok: true, data: { address: 'https://login.example/Files' } },
    ])
    expect(acts).toEqual(['restart Files', 'sign out Files'])
  })

  it('does not change a services file that was named on the command line', async () => {
    const { run, store } = program({ hasServicesFile: true })
    expect(await run(add)).toMatchObject([{ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } }])
    expect(store.get().services).toEqual({})
  })

  it('cannot move services of a client, which only the desktop app can', async () => {
    const { run } = program()
    const error = { code: 'PROTOCOL.INVALID_REQUEST', message: expect.stringContaining('desktop app') }
    const move = { kind: 'service', act: 'import', file: 'claude', confirmed: true } as const
    expect(await run(move)).toMatchObject([{ ok: false, error }])
  })
})

describe('secrets in memory', () => {
  it('are read, replaced and deleted, and are never reported as stored permanently', () => {
    const secrets = memorySecrets()
    expect([secrets.set('a', 'one'), secrets.set('a', 'two'), secrets.set('b', 'other')]).toEqual([false, false, false])
    expect(secrets.get('a')).toBe('two')
    secrets.delete('a')
    expect([secrets.get('a'), secrets.get('b')]).toEqual([undefined, 'other'])
  })
})
