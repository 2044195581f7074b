import { describe, expect, it } from 'vitest'
import { Cancellation } from '../../../../src-main/gateway/ports/cancellation.js'
import type { ServerLink } from '../../../../src-main/gateway/ports/provider.js'
import { probe } from '../../../../src-main/providers/java/dialects/probe.js'
import { softwareIn } from '../../../../src-main/providers/java/dialects/server-software.js'
import { JavaServer } from '../../../../src-main/providers/java/java-server.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import {
  type CuberiteState,
  cuberite,
  type OtherConsole,
  powerNukkit,
  pumpkin,
  silentConsole,
} from '../../../fakes/java/console/other-consoles.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

const uuid = '069a79f4-44e9-4726-a5be-fca90e38aaf5'

/** A server over this console, once it is online or refused. */
async function connected(console: OtherConsole) {
  let link: ServerLink | undefined
  let look = () => {}
  const connection = {
    run: (command: string) => console.run(command),
    state: { kind: 'online' } as const,
    onDidChangeState: () => () => {},
    start: () => {},
    reconnect: () => {},
    stop: () => {},
  }
  const host = {
    present: (presented: ServerLink) => {
      link = presented
      look()
    },
    withdraw: () => {},
    event: () => {},
  }
  const server = new JavaServer(
    { id: 'java:a', name: 'A', address: 'rcon://a:1' },
    { clock: new FakeClock(), log: new RecordingLog(), way: { console: connection, stop: async () => {} } },
    host,
  )
  await new Promise<void>((resolve) => {
    look = () => link?.server.state !== 'connecting' && resolve()
    server.start()
  })
  return {
    server: () => link?.server,
    offers: (id: string) => link?.server.capabilities.some((one) => one.id === id) === true,
    async call(capabilityId: string, given: Readonly<Record<string, unknown>> = {}) {
      const request = { requestId: '1', capabilityId, version: '1.0.0', caller: 'test', traceId: 't', arguments: given }
      return (await link?.invoke(request, new Cancellation()))?.data
    },
  }
}

describe('a console that is not of a Java server', () => {
  it.each([
    ['English', {}],
    [
      'Chinese',
      {
        list: '当前共有 0 名玩家在线 (最大玩家数为 20) ：\n\n',
        version:
          '此服务器正在运行 Nukkit 1.6.0.1-PN 「PowerNukkit」API 版本 1.0.13 的 Minecraft: BE v1.18.30 (协议版本 503)\n',
      },
    ],
    [
      'German',
      {
        list: 'Es sind 0/20 Spieler online:\n\n',
        version:
          'Dieser Server läuft unter der Version Fork 1.6 「X」und nutzt die Version 1.0.13 der API für Minecraft:BE v1.18.30 (Protokoll Version 503)\n',
      },
    ],
  ])('is refused as that of a Bedrock server (PowerNukkit, %s)', async (_language, texts) => {
    const { server, offers } = await connected(powerNukkit(texts))
    expect(server()).toMatchObject({
      state: 'offline',
      problem: {
        code: 'PROTOCOL.INVALID_RESPONSE',
        message: "This is a Bedrock server's console, not a Java server's.",
        details: { reason: 'bedrock-console', software: expect.stringContaining('Minecraft') },
      },
    })
    expect(offers('player.list')).toBe(false)
  })

  it('is refused also when it does not say what it is, because it reads nothing as a Java server does', async () => {
    const run = probe(powerNukkit({ version: 'This server is running Fork 1.0\n' }), undefined)
    await expect(run).rejects.toMatchObject({
      details: { reason: 'unknown-console', reply: expect.stringContaining('There are 0/20 players online:') },
    })
  })

  it('is refused when it answers nothing', async () => {
    await expect(probe(silentConsole(), '1.20.4')).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_RESPONSE',
      details: { reason: 'silent-console' },
    })
  })
})

describe('Cuberite', () => {
  const state = (): CuberiteState => ({ players: ['Bob', 'Bobby'], allowlist: new Set(), kicked: [], said: [] })

  it('connects with the actions whose replies say what happened', async () => {
    const { server, offers } = await connected(cuberite(state()))
    expect(server()).toMatchObject({ state: 'online', software: 'Cuberite', health: { onlinePlayers: 2 } })
    const works = ['player.list', 'player.kick', 'player.teleport', 'chat.broadcast', 'ext.java.message.send']
    for (const id of [...works, 'ext.java.allowlist.get', 'ext.java.command.run'])
      expect([id, offers(id)]).toEqual([id, true])
    for (const id of [
      'world.time.set',
      'ext.java.gamemode.set',
      'player.ban',
      'ext.java.item.give',
      'world.block.set',
    ]) {
      expect([id, offers(id)]).toEqual([id, false])
      expect(server()?.refused).toContainEqual(expect.objectContaining({ id, lack: 'software' }))
    }
  })

  it('does what it offers', async () => {
    const world = state()
    const { call } = await connected(cuberite(world))
    expect(await call('player.list')).toEqual({ players: [{ name: 'Bob' }, { name: 'Bobby' }], online: 2 })
    const location = { world: 'world', x: 1.5, y: 64, z: -3 }
    expect(await call('player.teleport', { playerName: 'Bob', location })).toEqual({
      success: true,
      newLocation: location,
    })
    await call('chat.broadcast', { message: 'Hello @a' })
    await call('ext.java.message.send', { playerName: 'Bob', message: 'Hi' })
    expect(world.said).toEqual(['[AI] Hello ＠a', 'Bob: [AI] Hi'])
    expect(await call('ext.java.allowlist.add', { playerName: '*Bob' })).toEqual({ changed: true })
    expect(await call('ext.java.allowlist.get')).toEqual({ players: ['*Bob'] })
    expect(await call('player.kick', { playerName: 'Bobby', reason: 'bye' })).toMatchObject({ success: true })
    expect(world.players).toEqual(['Bob'])
  })

  it('never acts on another player whose name begins the same', async () => {
    const world = state()
    const { call } = await connected(cuberite(world))
    for (const id of ['player.kick', 'ext.java.message.send', 'player.teleport']) {
      const given = { playerName: 'Bo', message: 'x', location: { world: 'world', x: 1, y: 2, z: 3 } }
      await expect(call(id, given)).rejects.toMatchObject({ code: 'BUSINESS.PLAYER_OFFLINE' })
    }
    expect([world.kicked, world.said]).toEqual([[], []])
  })
})

it('Pumpkin is recognized by its version, behind its terminal codes', async () => {
  const { dialect, software, version, players } = await probe(pumpkin(`小明 (${uuid})`), undefined)
  expect({ software, version, players, release: dialect.traits.version }).toEqual({
    ...{ software: 'Pumpkin', version: '26.2', players: { online: 1, max: 1000 }, release: [26, 2, 0] },
  })
})

it.each([
  [
    'This server is running Paper version 1.21.4-1 (MC: 1.21.4) (Implementing API version 1.21.4-R0.1-SNAPSHOT)',
    'java',
  ],
  ['Checking version, please wait...\nThis server is running Purpur version 2 (MC: 1.21.4)', 'java'],
  ['This server is running Cuberite master - 1 (a - b) with Lua version 5.1 and SQLite version 3.', 'cuberite'],
  ['This server is running PocketMine-MP 5.23.0 for Minecraft: Bedrock Edition v1.21.50', 'bedrock'],
  ['Unknown command. Type "/help" for help.', 'unknown'],
  ['', 'unknown'],
])('what a server says of itself is read: %s', (reply, kind) => {
  expect(softwareIn(reply).kind).toBe(kind)
})
