import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { pauseMs } from '../../../src-main/gateway/clients/chat-logins.js'
import { BedrockScene, chatKey } from '../../fakes/bedrock/bedrock-scene.js'
import { ModelGame } from '../../fakes/bedrock/model-game.js'

let scene: BedrockScene
afterEach(() => scene.close())

describe('a Bedrock game that connects', () => {
  it('waits until the owner accepts it, and is a server then', async () => {
    scene = await BedrockScene.open()
    const { game, id, connection } = await scene.waiting({ players: ['Steve', 'Alex'] })
    expect(scene.provider.state.waiting).toMatchObject([
      { id: connection, server: id, player: 'Steve', from: '127.0.0.1', encrypted: true },
    ])
    expect(scene.server(id)).toBeUndefined()
    expect(game.texts()[0]).toContain('#login KEY')
    expect(scene.provider.accept(connection)).toBe(id)
    await scene.online(id)
    expect(scene.server(id)).toMatchObject({ name: 'Bedrock · Steve', kind: 'bedrock', maxPlayers: 8 })
    expect(scene.server(id)?.quarantined ?? []).toEqual([])
    expect(scene.provider.state.waiting).toEqual([])
  })

  it.each(['#login', '#登录'])('is accepted when a player proves the key with %s', async (command) => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.waiting()
    const key = scene.under.gateway.logins.connectionKey
    game.say('Steve', `${command} ${key}`)
    await scene.online(id)
    expect(scene.under.gateway.logins.isLoggedIn(id, 'Steve')).toBe(true)
    await game.until(() => game.texts('Steve').length > 0)
    expect(game.texts('Steve')[0]).toContain('Login accepted')
  })

  it('logs in the player who proves the key where the game has no name', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.waiting({ players: [] })
    game.send({
      body: { sender: '史蒂夫', message: `#登录 ${scene.under.gateway.logins.connectionKey}` },
      header: { eventName: 'PlayerMessage' },
    })
    await scene.online(id)
    expect(scene.under.gateway.logins.isLoggedIn(id, '史蒂夫')).toBe(true)
  })

  it('is not accepted by the key that players log in with', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.waiting()
    game.say('Steve', `#login ${chatKey}`)
    await game.until(() => game.texts('Steve').length > 0)
    expect(game.texts('Steve')[0]).toContain('Wrong key')
    expect(scene.under.gateway.logins.isLoggedIn(id, 'Steve')).toBe(false)
    expect(scene.server(id)).toBeUndefined()
  })

  it('is not accepted by a key that accepted another, under whatever name', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.waiting({ players: ['Steve'] })
    const key = scene.under.gateway.logins.connectionKey
    game.say('Steve', `#login ${key}`)
    await scene.online(id)
    game.close()
    await scene.until(() => scene.server(id)?.state === 'offline')
    const other = await scene.waiting({ players: ['Steve'] })
    other.game.say('Steve', `#login ${key}`)
    await other.game.until(() => other.game.texts('Steve').length > 0)
    expect(other.game.texts('Steve')[0]).toContain('Wrong key')
    expect(scene.provider.state.waiting).toHaveLength(1)
  })

  it('is ignored before it is accepted, whatever it sends', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.waiting()
    game.say('Steve', 'GPT 聊天 op me')
    game.event('PlayerMessage', { sender: 'Steve', message: '@ai stop the server', type: 'chat' })
    game.say('Steve', '#login wrong')
    await game.until(() => game.texts('Steve').length > 0)
    expect(game.texts('Steve')[0]).toContain('Tries left: 4')
    expect(scene.events()).toEqual([])
    expect(scene.server(id)).toBeUndefined()
    expect([...game.subscriptions]).toEqual(['PlayerMessage'])
  })

  it('gets a pause after five wrong keys, over reconnects', async () => {
    scene = await BedrockScene.open()
    const first = await scene.waiting()
    for (let tried = 0; tried < 3; tried++) first.game.say('Steve', '#login wrong')
    await first.game.until(() => first.game.texts('Steve').length === 3)
    first.game.close()
    await scene.until(() => scene.provider.state.waiting.length === 0)
    const { game, id } = await scene.waiting()
    game.say('Alex', '#login wrong')
    game.say('Sam', '#login wrong')
    game.say('Steve', `#login ${scene.under.gateway.logins.connectionKey}`)
    await game.until(() => game.texts('Steve').length > 0)
    expect(game.texts('Steve')[0]).toContain(`Try again in ${pauseMs / 1_000} s`)
    expect(scene.server(id)).toBeUndefined()
  })

  it('is closed when the owner rejects it', async () => {
    scene = await BedrockScene.open()
    const { game, connection } = await scene.waiting()
    scene.provider.reject(connection)
    await game.closed
    expect(() => scene.provider.accept(connection)).toThrow('No such game is waiting')
  })

  it('is not accepted in the place of another that waited under the same name', async () => {
    scene = await BedrockScene.open()
    const first = await scene.waiting({ players: ['Steve'] })
    first.game.close()
    await scene.until(() => scene.provider.state.waiting.length === 0)
    const second = await scene.waiting({ players: ['Steve'] })
    expect(second.id).toBe(first.id)
    expect(second.connection).not.toBe(first.connection)
    expect(() => scene.provider.accept(first.connection)).toThrow('No such game is waiting')
    expect(scene.provider.acceptIfWaiting(second.id)).toBe(true)
    await scene.online(second.id)
  })

  it('is not accepted by the id of its server while another waits for the same', async () => {
    scene = await BedrockScene.open()
    const first = await scene.waiting({ players: ['Steve'] })
    const second = await scene.waiting({ players: ['Steve'] })
    expect(second.id).toBe(first.id)
    expect(scene.provider.acceptIfWaiting(first.id)).toBe(false)
    expect(scene.provider.acceptIfWaiting(second.connection)).toBe(true)
    await scene.online(second.id)
  })

  it('keeps its server when it reconnects', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.accepted()
    game.close()
    await scene.until(() => scene.server(id)?.state === 'offline')
    expect(scene.server(id)?.problem?.suggestion).toContain('/connect')
    const again = await scene.accepted()
    expect(again.id).toBe(id)
    expect(scene.under.gateway.registry.servers()).toHaveLength(1)
  })

  it('stays connected, and new games are accepted, while other addresses keep idle connections open', async () => {
    scene = await BedrockScene.open({ host: '0.0.0.0' })
    const { id } = await scene.accepted({ host: '127.0.0.1' })
    const silent = ['127.0.0.2', '127.0.0.3', '127.0.0.4'].flatMap((localAddress) =>
      Array.from({ length: 25 }, () =>
        connect({ port: scene.port, host: '127.0.0.1', localAddress }).on('error', () => {}),
      ),
    )
    try {
      await Promise.all(silent.map((socket) => Promise.race([once(socket, 'connect'), once(socket, 'close')])))
      const other = await scene.accepted({ players: ['Alex'], host: '127.0.0.1' })
      expect([scene.server(id)?.state, scene.server(other.id)?.state]).toEqual(['online', 'online'])
    } finally {
      for (const socket of silent) socket.destroy()
    }
  })

  it('replaces its older connection, which the game did not close', async () => {
    scene = await BedrockScene.open()
    const { game, id } = await scene.accepted({ players: ['Steve'] })
    const again = await scene.accepted({ players: ['Steve'] })
    expect(again.id).toBe(id)
    await game.closed
    again.game.say('Steve', 'back')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.server(id)?.state).toBe('online')
    expect(scene.under.gateway.registry.servers()).toHaveLength(1)
  })

  it('is another server than one of the same player from another address that still answers', async () => {
    scene = await BedrockScene.open({ host: '0.0.0.0' })
    const here = await scene.accepted({ players: ['Steve'], host: '127.0.0.1' })
    const there = await scene.accepted({ players: ['Steve'], from: '127.0.0.2' })
    expect(there.id).toBe(`${here.id}-2`)
    expect(scene.server(here.id)?.state).toBe('online')
  })

  it('is the same server as one from another address that does not answer any more', async () => {
    scene = await BedrockScene.open({ host: '0.0.0.0' })
    const here = await scene.accepted({ players: ['Steve'], host: '127.0.0.1' })
    here.game.fallSilent()
    const there = await scene.accepted({ players: ['Steve'], from: '127.0.0.2' })
    expect(there.id).toBe(here.id)
    expect(scene.server(here.id)?.state).toBe('online')
  })

  it('is not recognized again when it has no name', async () => {
    scene = await BedrockScene.open()
    const first = await scene.accepted({ players: [] })
    const second = await scene.accepted({ players: [] })
    expect(second.id).not.toBe(first.id)
    expect(scene.server(first.id)?.name).toBe('Bedrock')
    first.game.close()
    await scene.until(() => scene.server(first.id) === undefined)
    const third = await scene.accepted({ players: [] })
    expect([first.id, second.id]).not.toContain(third.id)
  })

  it('is one server of several', async () => {
    scene = await BedrockScene.open()
    const steve = await scene.accepted({ players: ['Steve'] })
    const alex = await scene.accepted({ players: ['Alex'] })
    const other = await scene.accepted({ players: ['Sam'] })
    expect(new Set([steve.id, alex.id, other.id]).size).toBe(3)
    alex.game.say('Alex', 'hello')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.events('player.chat')).toMatchObject([{ server: { id: alex.id }, data: { playerName: 'Alex' } }])
  })

  it('connects without encryption when it is too old for it, or when the owner turned it off', async () => {
    scene = await BedrockScene.open({ encryption: false })
    const { game } = await scene.accepted()
    expect(game.isEncrypted).toBe(false)
    expect(game.frames.some(({ header }) => header.messagePurpose === 'ws:encrypt')).toBe(false)
  })

  it('is refused when it is a web page', async () => {
    scene = await BedrockScene.open()
    const page = ModelGame.connect({ port: scene.port, headers: { Origin: 'https://example.com' } })
    await expect(page).rejects.toThrow('403')
  })

  it('displaces the oldest when four connections of its address are waiting', async () => {
    scene = await BedrockScene.open({ encryption: false })
    const { game: oldest } = await scene.waiting({ players: ['A'] })
    for (const player of ['B', 'C', 'D', 'E']) await scene.waiting({ players: [player] })
    await oldest.closed
    expect(scene.provider.state.waiting.map(({ player }) => player)).toEqual(['B', 'C', 'D', 'E'])
  })

  it('is closed when it sends too much before it is accepted', async () => {
    scene = await BedrockScene.open({ encryption: false })
    const { game } = await scene.waiting()
    game.raw(`{"body":"${'x'.repeat(20_000)}"}`)
    await game.closed
    const flood = await scene.waiting()
    for (let sent = 0; sent < 600; sent++) flood.game.say('Steve', 'hello')
    await flood.game.closed
    expect(scene.provider.state.waiting).toEqual([])
  })
})

describe('the Bedrock port', () => {
  it('is closed until the owner turns it on, and when it is turned off again', async () => {
    scene = await BedrockScene.open({ enabled: false })
    expect(scene.provider.state.listener).toEqual({ kind: 'off' })
    await scene.provider.listen({ enabled: true, port: 0, network: false, encryption: true })
    const { port } = scene
    await scene.provider.listen({ enabled: false, port: 0, network: false, encryption: true })
    await expect(ModelGame.connect({ port })).rejects.toThrow('ECONNREFUSED')
  })

  it('proposes a free port when the port is in use', async () => {
    scene = await BedrockScene.open()
    const other = await BedrockScene.open({ port: scene.port })
    const { listener } = other.provider.state
    expect(listener).toMatchObject({ kind: 'port-taken', port: scene.port, free: expect.any(Number) })
    await other.close()
  })

  it('disconnects a client that sends nothing', async () => {
    scene = await BedrockScene.open()
    const socket = connect(scene.port, '127.0.0.1')
    await new Promise((resolve) => socket.once('connect', resolve))
    await new Promise((resolve) => socket.once('close', resolve))
  })
})
