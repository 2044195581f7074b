/** What the console and the management protocol both do: the same results by either, and the console where the other fails. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { managementCalls } from '../../../src-main/providers/java/capabilities/management-calls.js'
import { ManagementConnection } from '../../../src-main/providers/java/management/management-connection.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { JavaScene } from '../../fakes/java/java-scene.js'
import { ManagementServer } from '../../fakes/java/management-server.js'
import { untilState } from '../../fakes/java/rcon-scene.js'

const secret = 'a'.repeat(40)
const scenes: JavaScene[] = []
let model: ManagementServer

/** Version of the game, and of its management protocol. */
const versions = [
  ['1.21.9', '1.0.0'],
  ['1.21.11', '2.0.0'],
] as const

afterEach(async () => {
  for (const scene of scenes.splice(0)) scene.server.stop()
  await model.stop()
})

async function overConsole(version: string): Promise<JavaScene> {
  const scene = new JavaScene(version)
  scenes.push(scene)
  return scene.start()
}

/** A server whose management protocol is connected. It has a world of its own: `model`. */
async function overManagement(version: string): Promise<JavaScene> {
  let management: ManagementConnection | undefined
  const { url } = model
  const scene = new JavaScene(version, 'vanilla', (parts) => {
    management = new ManagementConnection({ url, secret }, { clock: systemClock, log: parts.log, chance: () => 1 })
    return { ...parts, way: { ...parts.way, management } }
  })
  scenes.push(scene)
  await scene.start()
  if (management) await untilState(management, 'online')
  for (const { name, uuid } of await scene.world.players()) model.online.push({ name, id: uuid })
  model.known.push(...model.online, { name: 'Alex', id: '00000000-0000-4000-8000-00000000000a' })
  scene.console.ran.length = 0
  return scene
}

const steve = { playerName: 'Steve' }
const unknownPlayer = { playerName: 'Nobody' }
const here = { worldName: 'world' }

/** Calls one after the other; each appears with the result that both ways must give. */
const calls: readonly (readonly [id: string, given: Record<string, unknown>])[] = [
  ['player.list', {}],
  ['ext.java.allowlist.add', steve],
  ['ext.java.allowlist.add', { playerName: 'Alex' }],
  ['ext.java.allowlist.add', steve],
  ['ext.java.allowlist.get', {}],
  ['ext.java.allowlist.remove', steve],
  ['ext.java.allowlist.remove', steve],
  ['ext.java.allowlist.add', unknownPlayer],
  ['ext.java.allowlist.enable', {}],
  ['ext.java.allowlist.enable', {}],
  ['ext.java.allowlist.disable', {}],
  ['ext.java.operator.grant', steve],
  ['ext.java.operator.grant', steve],
  ['ext.java.operator.revoke', steve],
  ['ext.java.operator.revoke', steve],
  ['ext.java.operator.grant', unknownPlayer],
  ['ext.java.difficulty.get', {}],
  ['ext.java.difficulty.set', { difficulty: 'hard' }],
  ['ext.java.difficulty.set', { difficulty: 'hard' }],
  ['ext.java.difficulty.get', {}],
  ['world.rule.get', { ...here, rule: 'keepInventory' }],
  ['world.rule.set', { ...here, rule: 'keep_inventory', value: true }],
  ['world.rule.get', { ...here, rule: 'keep_inventory' }],
  ['world.rule.set', { ...here, rule: 'randomTickSpeed', value: 10 }],
  ['world.rule.set', { ...here, rule: 'disableRaids', value: true }],
  ['world.rule.get', { ...here, rule: 'disableRaids' }],
  ['world.rule.get', { worldName: 'not a world', rule: 'keepInventory' }],
  ['ext.java.world.save', { flush: true }],
  ['chat.broadcast', { message: 'Hello "all" @a' }],
  ['player.kick', unknownPlayer],
  ['player.ban', { ...steve, reason: 'griefing' }],
  ['player.ban', { ...steve, reason: 'griefing' }],
  ['player.ban', { ...unknownPlayer, reason: 'griefing' }],
  ['ext.java.ban.remove', steve],
  ['ext.java.ban.remove', steve],
]

/** Lists that no console shows. */
const onlyListed = ['ext.java.ban.list', 'ext.java.operator.list']

async function outcomeOf(scene: JavaScene, id: string, given: Record<string, unknown>) {
  try {
    // Whether the allowlist is on, only the management protocol reads.
    const { enabled: _enabled, ...result } = await scene.call(id, given)
    return result
  } catch (error) {
    return { code: (error as { code?: string }).code }
  }
}

describe.each(versions)('the console and the management protocol of %s', (version, protocol) => {
  beforeEach(async () => {
    model = await ManagementServer.start({ secret, version: protocol })
    const isOld = protocol.startsWith('1.')
    model.rules = new Map<string, boolean | number>([
      [isOld ? 'keepInventory' : 'minecraft:keep_inventory', false],
      [isOld ? 'randomTickSpeed' : 'minecraft:random_tick_speed', 3],
      isOld ? ['disableRaids', false] : ['minecraft:raids', true],
    ])
  })

  it('agree on the result of every call', async () => {
    const [one, other] = [await overConsole(version), await overManagement(version)]
    for (const [id, given] of calls) {
      expect([id, given, await outcomeOf(other, id, given)]).toEqual([id, given, await outcomeOf(one, id, given)])
    }
    expect(other.console.ran).toEqual([])
    expect([...new Set([...calls.map(([id]) => id), ...onlyListed])].sort()).toEqual([...managementCalls.keys()].sort())
  })

  it('differ in operators and bans, which no console lists', async () => {
    const scene = await overManagement(version)
    model.settings.set('operator_user_permission_level', 4)
    await scene.call('ext.java.operator.grant', steve)
    expect(await scene.call('ext.java.operator.list')).toMatchObject({ operators: [{ ...steve, level: 4 }] })
    await scene.call('player.ban', { playerName: 'Alex', reason: 'griefing' })
    expect(await scene.call('ext.java.ban.list')).toEqual({ bans: [{ playerName: 'Alex', reason: 'griefing' }] })
    expect((await overConsole(version)).offers('ext.java.operator.list')).toBe(false)
  })

  it('use the console where the management protocol does not offer a method', async () => {
    const scene = await overManagement(version)
    model.disconnectAll()
    await expect.poll(() => model.open).toBe(0)
    expect(await scene.call('ext.java.operator.grant', steve)).toMatchObject({ changed: true })
    expect(scene.console.ran).toEqual(['op Steve'])
    expect(model.operators).toEqual([])
  })
})

describe('a call of the management protocol', () => {
  beforeEach(async () => {
    model = await ManagementServer.start({ secret })
  })

  it('with a list that lacks a name goes to the console, and is unknown without one', async () => {
    const scene = await overManagement('1.21.11')
    const bans = managementCalls.get('ext.java.ban.list')
    const nameless = { bans: async () => [{ player: { id: '00000000-0000-4000-8000-00000000000a' } }] }
    const call = { given: {}, signal: new AbortController().signal }
    const run = bans?.run(call, nameless as unknown as ManagementConnection, {} as never)
    await expect(run).rejects.toMatchObject({ cause: { code: 'PROTOCOL.INVALID_RESPONSE' } })
    model.online.push({ id: '00000000-0000-4000-8000-00000000000b' } as never)
    // The console lists them all.
    expect(await scene.call('player.list')).toMatchObject({ players: [{ name: 'Steve' }], online: 1 })
    expect(scene.console.ran).toEqual(['list uuids'])
  })

  it('goes to the console when the list could not be read', async () => {
    const scene = await overManagement('1.21.11')
    model.onFrame = (text, socket) => {
      const { id } = JSON.parse(text) as { id: number }
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message: 'Internal error' } }))
    }
    expect(await scene.call('ext.java.allowlist.add', steve)).toEqual({ changed: true })
    expect(scene.console.ran).toEqual(['whitelist list', 'whitelist add Steve'])
  })

  it('is never repeated over the console when its outcome is unknown', async () => {
    const scene = await overManagement('1.21.11')
    model.onFrame = (text, socket) => {
      if (text.includes('operators/add')) socket.terminate()
      else socket.send(JSON.stringify(model.respond(text)))
    }
    await expect(scene.call('ext.java.operator.grant', steve)).rejects.toMatchObject({ details: { mayHaveRun: true } })
    expect(scene.console.ran).toEqual([])
  })

  it('is offered where a plugin replaced the command of the console, while it is connected', async () => {
    let management: ManagementConnection | undefined
    const { url } = model
    const scene = new JavaScene('1.21.11', 'vanilla', (parts) => {
      management = new ManagementConnection({ url, secret }, { clock: systemClock, log: parts.log, chance: () => 1 })
      return { ...parts, way: { ...parts.way, management } }
    })
    scenes.push(scene)
    scene.console.replaced.set('whitelist list', '§6Allowed: nobody')
    await scene.start()
    await scene.until(() => scene.offers('ext.java.allowlist.get'))
    expect(await scene.call('ext.java.allowlist.get')).toEqual({ players: [], enabled: false })
    model.disconnectAll()
    await scene.until(() => !scene.offers('ext.java.allowlist.get'))
    expect(scene.shown.refused).toContainEqual(expect.objectContaining({ id: 'ext.java.allowlist.get' }))
  })

  it('changes no other player and no other list than the one that was named', async () => {
    const scene = await overManagement('1.21.11')
    await expect(scene.call('ext.java.operator.grant', { playerName: '@a' })).rejects.toMatchObject({
      code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED',
    })
    await scene.call('player.kick', { ...steve, reason: 'bye @a' })
    expect(model.calls.filter(({ method }) => method.endsWith('players/kick')).map(({ params }) => params)).toEqual([
      [[{ player: { name: 'Steve' }, message: { literal: 'bye ＠a' } }]],
    ])
  })
})
