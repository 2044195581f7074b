import { GatewayError } from '@contract/gateway-error.js'
import { everyAi } from '@shared/approvals/rule.js'
import { describe, expect, it, vi } from 'vitest'
import { desktop } from '../../../../src-main/owner/orders/giver.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { persistentServersScene } from './persistent-servers-scene.js'

const profile = folderForEach()

const program = (isSafe: boolean) => persistentServersScene(profile(), isSafe)

describe('a Java server', () => {
  const java = {
    server: {
      name: 'Vanilla',
      address: 'rcon://127.0.0.1:1',
      management: { address: 'ws://127.0.0.1:2' },
      folder: '/srv/minecraft',
    },
    secrets: { token: 'sekrit', management: 'a'.repeat(40) },
  }
  const javaId = 'java:127.0.0.1:1'

  it('is stored with its connections, and its secrets only in the secret store', async () => {
    const { repository, settings, kept, reached, stop } = program(true)
    expect(repository.add(java, desktop)).toBe(javaId)
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
    expect(reached).toMatchObject([{ id: javaId, secrets: java.secrets }])
    await stop()
  })

  it.each([
    ['a management address without its secret', { ...java, secrets: { token: 'new' } }],
    ['a management secret without its address', { ...java, server: { address: 'rcon://127.0.0.1:1' } }],
    ['an empty password', { ...java, secrets: { ...java.secrets, token: '' } }],
    ['a password without end', { ...java, secrets: { ...java.secrets, token: 'a'.repeat(1_025) } }],
  ])('cannot be replaced by one with %s', async (_what, other) => {
    const { repository, settings, kept, reached, stop } = program(true)
    repository.add(java, desktop)
    const before = [settings.get().servers, [...kept]]
    expect(() => repository.add(other, desktop)).toThrow(GatewayError)
    expect([settings.get().servers, [...kept]]).toEqual(before)
    expect(reached).toHaveLength(1)
    await stop()
  })

  it('loses its management secret when one without the management protocol replaces it', async () => {
    const { repository, kept, stop } = program(true)
    repository.add(java, desktop)
    repository.add({ server: { address: 'rcon://127.0.0.1:1' }, secrets: { token: 'new' } }, desktop)
    expect([...kept]).toEqual([[`agent-token:${javaId}`, 'new']])
    await stop()
  })

  it('is allowed nothing by the rules of a server that was removed, when one is added at its address', async () => {
    const { repository, scene, stop } = program(true)
    const { rules } = scene.gateway
    repository.add(java, desktop)
    const terms = { capability: 'player.kick', maxRisk: 'high' } as const
    const version = { version: '1.0.0', manifest: 'a'.repeat(64) }
    const allow = { ...terms, ...version, effect: 'allow', client: everyAi, what: { id: 'any' } } as const
    rules.create({ ...allow, server: javaId }, desktop)
    rules.create({ ...terms, effect: 'deny', server: javaId }, desktop)
    rules.create({ ...allow, server: 'java:10.0.0.9:25575' }, desktop)
    const effects = () => rules.list().rules.map(({ effect, server }) => [effect, server === javaId])
    repository.add(java, desktop)
    await repository.remove(javaId)
    await repository.restore(javaId)
    expect(effects()).toHaveLength(3)
    await repository.remove(javaId)
    repository.add(java, desktop)
    expect(effects()).not.toContainEqual(['allow', true])
    expect(effects()).toHaveLength(2)
    await stop()
  })

  it('is removed with its secrets, and comes back with them', async () => {
    const { repository, kept, ids, stop } = program(true)
    repository.add(java, desktop)
    await repository.remove(javaId)
    expect([kept.size, ids()]).toEqual([0, []])
    await repository.restore(javaId)
    expect([kept.size, ids()]).toEqual([2, [javaId]])
    await stop()
  })

  it('leaves no secret behind when it is restored but cannot be saved', async () => {
    const { repository, settings, kept, ids, stop } = program(true)
    repository.add(java, desktop)
    await repository.remove(javaId)
    vi.spyOn(settings, 'change').mockReturnValue(false)
    await expect(repository.restore(javaId)).rejects.toMatchObject({ code: 'SYSTEM.SETTINGS_UNWRITABLE' })
    expect([kept.size, ids()]).toEqual([0, []])
    await stop()
  })

  it('keeps its secrets when a new host cannot be saved', async () => {
    const { repository, settings, kept, stop } = program(true)
    repository.add(java, desktop)
    vi.spyOn(settings, 'change').mockReturnValue(false)
    const change = { address: 'rcon://127.0.0.2:1', token: 'other' }
    expect(() => repository.edit(javaId, change)).toThrow(GatewayError)
    expect([...kept.values()].sort()).toEqual(['a'.repeat(40), 'sekrit'])
    await stop()
  })

  it('keeps its id and its password when it gets another name', async () => {
    const { repository, changed, settings, stop } = program(true)
    repository.add(java, desktop)
    repository.edit(javaId, { name: 'Survival' })
    expect(changed).toEqual([{ address: 'rcon://127.0.0.1:1', token: 'sekrit', again: false }])
    expect(settings.get().servers).toMatchObject([{ id: javaId, name: 'Survival', folder: '/srv/minecraft' }])
    expect(() => repository.edit(javaId, { address: 'rcon://127.0.0.1:3' })).toThrow('saved password')
    expect(() => repository.edit(javaId, { address: 'ws://127.0.0.1:1', token: 'x' })).toThrow('cannot change its type')
    await stop()
  })

  it('is not said to be remembered when the system keeps no management secret', async () => {
    const { repository, secrets, stop } = program(true)
    const { set } = secrets
    secrets.set = (name, secret) => set(name, secret) && !name.startsWith('management-secret')
    expect(repository.isRemembered(repository.add(java, desktop))).toBe(false)
    await stop()
  })

  it('connects unencrypted, and with a certificate, once a person said so', async () => {
    const { repository, changed, settings, stop } = program(true)
    repository.add(java, desktop)
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
    repository.add(java, desktop)
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
    const { repository, reached, stop } = program(true)
    const added = repository.add(
      { server: { ...java.server, plainTextConfirmed: true }, secrets: java.secrets },
      desktop,
    )
    expect(repository.isRemembered(added)).toBe(true)
    expect(reached).toMatchObject([{ id: javaId, folder: '/srv/minecraft', plainTextConfirmed: true }])
    await stop()
  })

  it('behind SSH keeps no password for another host, whatever else is entered', async () => {
    const { repository, kept, stop } = program(true)
    const id = repository.add(
      { server: { address: 'ssh://mc@vps.example/srv' }, secrets: { login: 'secret' } },
      desktop,
    )
    expect([...kept.values()]).toEqual(['secret'])
    repository.edit(id, { address: 'ssh://root@evil.example/srv', token: 'x', hostKey: `SHA256:${'A'.repeat(43)}` })
    expect([...kept.values()]).toEqual(['x'])
    await stop()
  })

  it('that is added again without its password forgets it', async () => {
    const { repository, kept, stop } = program(true)
    const server = { address: 'ssh://mc@vps.example/srv' }
    repository.add({ server, secrets: { login: 'passphrase' } }, desktop)
    repository.add({ server, secrets: {} }, desktop)
    expect([...kept.values()]).toEqual([])
    await stop()
  })
})

describe('a Java server that runs elsewhere', () => {
  const hostKey = `SHA256:${'A'.repeat(43)}`
  const certificate = Array(32).fill('AB').join(':')
  const ssh = { server: { address: 'ssh://mc@127.0.0.1:1/srv' }, secrets: { login: 'passphrase' } }
  const panel = { server: { address: 'pterodactyl://127.0.0.1:1/1a2b' }, secrets: { token: 'ptlc_a' } }

  it('connects again with the host key, the certificate or the node that a person accepted', async () => {
    const { repository, settings, changed, stop } = program(true)
    repository.edit(repository.add(ssh, desktop), { hostKey })
    const id = repository.add(panel, desktop)
    repository.edit(id, { certificate })
    repository.edit(id, { node: 'node.example:8080' })
    expect(settings.get().servers).toMatchObject([{ hostKey }, { certificate, node: 'node.example:8080' }])
    expect(changed.map(({ again }) => again)).toEqual([true, true, true])
    await stop()
  })

  it('takes nothing that its kind of access does not know', async () => {
    const { repository, settings, stop } = program(true)
    const [first, second] = [repository.add(ssh, desktop), repository.add(panel, desktop)]
    const before = settings.get().servers
    expect(() => repository.edit(first, { certificate })).toThrow(GatewayError)
    expect(() => repository.edit(first, { node: 'node.example' })).toThrow(GatewayError)
    expect(() => repository.edit(second, { hostKey })).toThrow(GatewayError)
    expect(settings.get().servers).toEqual(before)
    await stop()
  })

  it('in Docker over SSH keeps the key and the login of the machine for another container there', async () => {
    const { repository, kept, settings, stop } = program(true)
    const at = (engine: string, container = 'mc') => `docker://${container}?engine=${encodeURIComponent(engine)}`
    const machine = 'ssh://mc@127.0.0.1:1'
    const server = { address: at(machine), hostKey, keyFile: '/keys/mc' }
    const id = repository.add({ server, secrets: { login: 'passphrase' } }, desktop)
    repository.edit(id, { address: at(machine, 'other') })
    expect(settings.get().servers).toMatchObject([{ hostKey, keyFile: '/keys/mc' }])
    expect([...kept.values()]).toEqual(['passphrase'])
    repository.edit(id, { address: at('ssh://mc@127.0.0.2:1', 'other') })
    expect(settings.get().servers).toEqual([
      { id, name: expect.any(String), address: at('ssh://mc@127.0.0.2:1', 'other') },
    ])
    expect([...kept.values()]).toEqual([])
    await stop()
  })

  it('takes a host key where DOCKER_HOST may name SSH, and nowhere else in Docker', async () => {
    const { repository, settings, stop } = program(true)
    repository.edit(repository.add({ server: { address: 'docker://mc' }, secrets: {} }, desktop), { hostKey })
    const other = repository.add({ server: { address: 'docker://mc?engine=tcp://127.0.0.1:1' }, secrets: {} }, desktop)
    expect(() => repository.edit(other, { hostKey })).toThrow(GatewayError)
    expect(settings.get().servers[0]).toMatchObject({ hostKey })
    await stop()
  })

  it('sends no saved password to another machine, and needs none there where a key may sign in', async () => {
    const { repository, kept, stop } = program(true)
    const id = repository.add(ssh, desktop)
    repository.edit(id, { address: 'ssh://mc@127.0.0.1:1/other' })
    expect([...kept.values()]).toEqual(['passphrase'])
    repository.edit(id, { address: 'ssh://mc@127.0.0.2:1/srv' })
    expect([...kept.values()]).toEqual([])
    await stop()
  })

  it('sends no saved login along with the password that was entered for another machine', async () => {
    const { repository, kept, stop } = program(true)
    const rcon = { address: 'sftp://mc@127.0.0.1:1/', rcon: 'rcon://127.0.0.1:2' }
    const id = repository.add({ server: rcon, secrets: { login: 'passphrase', token: 'sekrit' } }, desktop)
    repository.edit(id, { address: 'sftp://mc@127.0.0.2:1/', login: 'new' })
    expect([...kept.values()]).toEqual(['new'])
    await stop()
  })

  it('needs the key again for another panel, and says so', async () => {
    const { repository, stop } = program(true)
    const id = repository.add(panel, desktop)
    const moved = { address: 'pterodactyl://127.0.0.2:1/1a2b' }
    expect(() => repository.edit(id, moved)).toThrow('saved key is not sent to a different panel')
    expect(() => repository.add({ ...ssh, secrets: { login: '' } }, desktop)).toThrow('password for SSH')
    await stop()
  })
})
