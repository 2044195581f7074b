/** The headless program with a model game that is a process of its own: this one. */
import { afterEach, describe, expect, it } from 'vitest'
import { makeMcpack } from '../../../scripts/mcpack.mjs'
import { ModelGame, type ModelGameOptions } from '../../fakes/bedrock/model-game.js'
import { CleanUp, callTool, connectClient, startHeadless } from '../../fixtures/programs.js'

const key = 'K7QM-2XPA'
let cleanUp = new CleanUp()
afterEach(async () => {
  await cleanUp.run()
  cleanUp = new CleanUp()
})

async function start(...args: readonly string[]) {
  const program = await startHeadless(cleanUp, ['--bedrock-port', '0', '--control', 'stdin', ...args])
  const { port } = await program.process.until(({ event, state }) => event === 'bedrock' && state === 'listening')
  const connect = async (more: Partial<ModelGameOptions> = {}) =>
    cleanUp.add(await ModelGame.connect({ port: Number(port), players: ['Steve'], ...more }), (game) => game.close())
  const online = () => program.process.until(({ event, state }) => event === 'server' && state === 'online')
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${program.endpoint}/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${program.token}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  return { ...program, connect, online, ask }
}

// Programs start slowly on a machine that does other work.
describe('the headless program with Bedrock games', () => {
  it('reports a game that connects, and accepts it by a line on stdin', async () => {
    const { process: program, connect, online, ask } = await start()
    const game = await connect()
    const line = await program.until(({ event }) => event === 'connection')
    expect(line).toMatchObject({ player: 'Steve', from: '127.0.0.1', encrypted: true })
    expect(line.connection).not.toBe(line.server)
    program.send({ accept: line.connection })
    expect(await online()).toMatchObject({ id: line.server, server: 'Bedrock · Steve' })
    const { text } = await ask('servers')
    expect(text).toContain('"bedrock"')
    expect(game.isEncrypted).toBe(true)
  })

  it('accepts a game by the key of the command line, which it never prints', async () => {
    const { process: program, connect, online } = await start('--bedrock-key', key)
    const game = await connect()
    await game.until(() => game.shown.length > 0)
    game.say('Steve', '#登录 k7qm2xpa')
    await online()
    game.say('Steve', `my key is ${key}`)
    game.say('Steve', 'hello')
    await program.until(({ event, eventId }) => event === 'game' && eventId === 'player.chat')
    expect(JSON.stringify(program.lines)).not.toMatch(/k7qm/iu)
  })

  it('returns the position of a player to an outside MCP client, by the path in the specification', async () => {
    const { process: program, profile, connect, online } = await start()
    const game = await connect({ players: ['Steve', '小明'], pack: await makeMcpack() })
    game.world.positions.set('小明', { x: 12.5, y: 70, z: -3.25, dimension: 1 })
    const line = await program.until(({ event }) => event === 'connection')
    program.send({ accept: line.server })
    await online()
    // 1. The request of an outside client.
    const { client } = await connectClient(cleanUp, profile)
    const asked = await callTool(client, 'player_info_get', { playerName: '小明' })
    // 2. and 3. It went to the game as a WebSocket message.
    const sent = game.frames.findLast(({ body }) => String(body.commandLine).startsWith('scriptevent '))
    expect(sent).toMatchObject({
      header: { messagePurpose: 'commandRequest', version: 1, EventName: 'commandRequest' },
      body: { origin: { type: 'player' }, version: 17_039_360 },
    })
    expect(sent?.body.commandLine).toContain('scriptevent gatehouse:getPlayerInfo {"requestId":')
    // 4. to 6. The script read the world; its result is the answer of the tool.
    expect(JSON.stringify(asked)).toContain('"location":{"world":"nether","x":12.5,"y":70,"z":-3.25')
    expect(JSON.stringify(program.lines)).not.toContain('GHSCRIPT')
  })

  it('serves other clients while a game sends ten thousand chat lines a second', async () => {
    const { process: program, connect, online, ask } = await start('--bedrock-key', key)
    const game = await connect()
    const line = await program.until(({ event }) => event === 'connection')
    program.send({ accept: line.server })
    await online()
    await game.until(() => game.subscriptions.has('PlayerMessage'))
    for (let batch = 0; batch < 60; batch++) {
      for (let sent = 0; sent < 500; sent++) game.say('Steve', `line ${batch} ${sent} ${'x'.repeat(80)}`)
      const next = new Promise((resolve) => setTimeout(resolve, 50))
      expect((await ask('servers')).status).toBe(200)
      await next
    }
    const chats = program.lines.filter(({ event, eventId }) => event === 'game' && eventId === 'player.chat')
    expect(chats.length).toBeLessThan(1_500)
  })
})
