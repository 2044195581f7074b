/** mcpews is an independent implementation of the game's side of the protocol. */
import { Version, WSClient } from 'mcpews'
import { afterEach, describe, expect, it } from 'vitest'
import { BedrockScene } from '../../fakes/bedrock/bedrock-scene.js'

let scene: BedrockScene
const clients: WSClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.disconnect()
  await scene.close()
})

interface Independent {
  readonly client: WSClient
  readonly commands: string[]
}

/** A game of mcpews that answers as its player. */
async function independent(player: string): Promise<Independent> {
  const client = new WSClient(`ws://127.0.0.1:${scene.port}`, Version.V1_1_0)
  clients.push(client)
  const commands: string[] = []
  client.on('command', ({ commandLine, respond }) => {
    commands.push(commandLine)
    if (commandLine === 'getlocalplayername') respond({ statusCode: 0, statusMessage: '', localplayername: player })
    else if (commandLine === 'list')
      respond({ statusCode: 0, statusMessage: '', players: player, currentPlayerCount: 1, maxPlayerCount: 5 })
    else if (commandLine.startsWith('time query')) respond({ statusCode: 0, statusMessage: '', data: 6_000 })
    else if (/^(?:help|time|tellraw)/u.test(commandLine)) respond({ statusCode: 0, statusMessage: 'ok' })
    else respond({ statusCode: -2_147_483_648, statusMessage: 'Syntax error' })
  })
  await new Promise<void>((resolve) =>
    client.on('subscribe', ({ eventName }) => eventName === 'PlayerMessage' && resolve()),
  )
  return { client, commands }
}

const chat = ({ client }: Independent, sender: string, message: string) =>
  setImmediate(() => client.publishEvent('PlayerMessage', { sender, message, receiver: '', type: 'chat' }))

describe('an independent game (mcpews)', () => {
  it.each([true, false])('connects, runs commands and sends events; encryption: %s', async (encryption) => {
    scene = await BedrockScene.open({ encryption })
    const game = await independent('Steve')
    const [waiting] = scene.provider.state.waiting
    expect(waiting).toMatchObject({ player: 'Steve', encrypted: encryption })
    expect(game.client.isEncrypted()).toBe(encryption)
    const id = scene.provider.accept(waiting?.id ?? '')
    await scene.online(id)
    const read = await scene.under.call('world.time.get', { worldName: 'overworld' })
    expect(read.outcome).toMatchObject({ kind: 'done', data: { time: 6_000, phase: 'day' } })
    expect(game.commands).toContain('time query daytime')
    chat(game, 'Steve', '你好 👋')
    await scene.until(() => scene.events('player.chat').length > 0)
    expect(scene.events('player.chat')).toMatchObject([{ data: { playerName: 'Steve', message: '你好 👋' } }])
  })

  it('is one of several at once', async () => {
    scene = await BedrockScene.open()
    const games = [await independent('Steve'), await independent('Alex'), await independent('Sam')]
    for (const { id } of scene.provider.state.waiting) scene.provider.accept(id)
    await scene.until(() => scene.under.gateway.registry.servers().every(({ state }) => state === 'online'))
    for (const game of games) chat(game, 'X', 'hi')
    await scene.until(() => scene.events('player.chat').length === 3)
    expect(new Set(scene.events('player.chat').map(({ server }) => server.name))).toEqual(
      new Set(['Bedrock · Steve', 'Bedrock · Alex', 'Bedrock · Sam']),
    )
  })
})
