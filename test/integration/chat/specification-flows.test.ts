/** Two sample flows, of a player who asks in chat and of an outside client, a test for each step. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMcpack } from '../../../scripts/mcpack.mjs'
import { ModelGame } from '../../fakes/bedrock/model-game.js'
import { BedrockChatScene } from '../../fakes/chat/bedrock-chat-scene.js'
import { ModelServer } from '../../fakes/chat/model-server.js'
import { CleanUp, type Headless, startHeadless } from '../../fixtures/programs.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/u

describe('the conversation with the AI in the game (完整的LLM对话流程)', () => {
  let scene: BedrockChatScene
  let game: ModelGame
  let serverId: string
  beforeAll(async () => {
    scene = await BedrockChatScene.open({ audience: 'logged-in', thinking: true })
    scene.bedrock.language = 'zh'
  })
  afterAll(() => scene.close())

  const framesFor = (purpose: string) => game.frames.filter(({ header }) => header.messagePurpose === purpose)
  /** An event without a type, see docs/protocol.md#bedrock-events. */
  const says = (message: string) =>
    game.send({ body: { sender: '史蒂夫', message }, header: { eventName: 'PlayerMessage' } })
  const isShown = (words: string) => game.until(() => game.texts('史蒂夫').some((text) => text.includes(words)))

  it('1. the game connects to the WebSocket server', async () => {
    const waiting = await scene.bedrock.waiting({ players: ['史蒂夫'] })
    game = waiting.game
    serverId = waiting.id
    expect(scene.bedrock.provider.state.waiting).toMatchObject([{ player: '史蒂夫' }])
  })

  it('2. the server sends a welcome message', () => {
    const [welcome] = framesFor('commandRequest').filter(({ body }) => String(body.commandLine).startsWith('tellraw '))
    expect(welcome?.header).toMatchObject({
      version: 1,
      EventName: 'commandRequest',
      requestId: expect.stringMatching(uuid),
    })
    expect(welcome?.body).toMatchObject({ version: 1, origin: { type: 'say' } })
    expect(welcome?.body.commandLine).toMatch(/^tellraw @a \{"rawtext":\[\{"text":"§/u)
    expect(game.texts()[0]).toContain('#登录')
  })

  it('3. PlayerMessage is subscribed to', () => {
    expect(framesFor('subscribe')).toMatchObject([
      {
        body: { eventName: 'PlayerMessage' },
        header: { messagePurpose: 'subscribe', version: 1, EventName: 'commandRequest' },
      },
    ])
  })

  it('refuses every command but the login until then', async () => {
    says('GPT 聊天 你好')
    await scene.bedrock.under.call('player.list', {})
    expect(scene.model.requests).toEqual([])
    expect(scene.bedrock.events()).toEqual([])
  })

  it('4. the player sends #登录 with the key', () => {
    expect(scene.bedrock.under.gateway.logins.isLoggedIn(serverId, '史蒂夫')).toBe(false)
    says(`#登录 ${scene.bedrock.under.gateway.logins.connectionKey}`)
  })

  it('5. the server verifies it and says that it worked', async () => {
    await scene.bedrock.online(serverId)
    await isShown('登录成功')
    expect(scene.bedrock.under.gateway.logins.isLoggedIn(serverId, '史蒂夫')).toBe(true)
  })

  it('6. and 7. the player asks with GPT 聊天, and the question reaches the AI', async () => {
    scene.model.answers(
      { reasoning: ['玩家想认识我。'], tools: [{ name: 'player_list', arguments: {} }] },
      { text: ['你好，史蒂夫！', '我是这个世界的 AI，', '现在有 1 位玩家在线。'] },
    )
    says('GPT 聊天 你好，请介绍一下自己')
    await scene.until(() => scene.model.requests.length > 0)
    expect(scene.bedrock.events('player.chat')).toMatchObject([
      { server: { id: serverId }, data: { playerName: '史蒂夫', message: 'GPT 聊天 你好，请介绍一下自己' } },
    ])
  })

  it('8. the AI calls the API of the model, with the tools of the game', async () => {
    const { messages, tools, stream } = scene.model.requests[0]?.body ?? {}
    expect(stream).toBe(true)
    expect(messages.at(-1).content).toContain('你好，请介绍一下自己')
    expect(tools.map((tool: { function: { name: string } }) => tool.function.name)).toContain('player_list')
    await scene.until(() => scene.model.requests.length === 2)
    expect(scene.model.requests[1]?.body.messages.at(-1)).toMatchObject({ role: 'tool' })
    expect(scene.model.requests[1]?.body.messages.at(-1).content).toContain('史蒂夫')
  })

  it('9. and 10. its thinking is shown while it comes', async () => {
    await isShown('（思考）玩家想认识我。')
  })

  it('11. and 12. its answer is shown, sentence by sentence, to the player who asked', async () => {
    await isShown('现在有 1 位玩家在线。')
    await scene.idle()
    const shown = game.texts('史蒂夫').map((text) => text.replace('§6[AI] §r', ''))
    expect(shown.slice(-3)).toEqual([
      '|think-start| （思考）玩家想认识我。 |think-end|',
      '你好，史蒂夫！',
      '我是这个世界的 AI，现在有 1 位玩家在线。',
    ])
    expect(game.texts().join()).not.toContain('现在有')
    expect(game.dropped).toBe(0)
  })

  it('discloses the key to nobody', () => {
    const { gateway } = scene.bedrock.under
    const secrets = new RegExp(`${gateway.logins.key}|${gateway.logins.connectionKey}|#登录 [A-Z0-9]`, 'u')
    expect(JSON.stringify([gateway.feed.recent(), scene.model.requests])).not.toMatch(secrets)
  })
})

describe('the request of an outside client (外部MCP客户端调用流程)', () => {
  const cleanUp = new CleanUp()
  let model: ModelServer
  let program: Headless
  let game: ModelGame
  let pieces: { type: string; content: string }[]
  beforeAll(async () => {
    model = cleanUp.add(await new ModelServer().start(), (server) => server.stop())
    program = await startHeadless(cleanUp, [
      ...['--bedrock-port', '0', '--control', 'stdin'],
      ...['--chat-base-url', model.baseUrl, '--chat-model', 'fake'],
    ])
    const { port } = await program.process.until(({ event, state }) => event === 'bedrock' && state === 'listening')
    const pack = await makeMcpack()
    game = cleanUp.add(await ModelGame.connect({ port: Number(port), players: ['史蒂夫'], pack }), (open) =>
      open.close(),
    )
    game.world.positions.set('史蒂夫', { x: 12.5, y: 70, z: -3.25, dimension: 1 })
    const line = await program.process.until(({ event }) => event === 'connection')
    program.process.send({ accept: line.server })
    await program.process.until(({ event, state }) => event === 'server' && state === 'online')
  })
  afterAll(() => cleanUp.run())

  const ask = (token: string) =>
    fetch(`${program.endpoint}/api/v1/chat`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ message: '获取玩家位置: 史蒂夫' }),
    })

  it('1. a client connects, and needs a key', async () => {
    const refused = await ask('wrong')
    expect(refused.status).toBe(401)
    await refused.text()
    expect(model.requests).toEqual([])
  })

  it('2. it sends the request 获取玩家位置', async () => {
    model.follows(({ body }) => {
      const last = body.messages.at(-1)
      if (last.role !== 'tool') return { tools: [{ name: 'player_info_get', arguments: { playerName: '史蒂夫' } }] }
      const { x, y, z } = JSON.parse(/\{.*\}/u.exec(last.content)?.[0] ?? '{}').location
      return { text: ['史蒂夫在 ', `${x} ${y} ${z}。`] }
    })
    const response = await ask(program.token)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const blocks = (await response.text()).split('\n\n').filter((block) => block.startsWith('data: {'))
    pieces = blocks.map((block) => JSON.parse(block.slice(6)))
  })

  it('3. it became a request to the script API of the game, as a WebSocket message', () => {
    const sent = game.frames.findLast(({ body }) => String(body.commandLine).startsWith('scriptevent '))
    expect(sent).toMatchObject({
      header: { messagePurpose: 'commandRequest', version: 1, EventName: 'commandRequest' },
      body: { origin: { type: 'player' }, version: 17_039_360 },
    })
    expect(sent?.header.requestId).toMatch(uuid)
    expect(sent?.body.commandLine).toContain('scriptevent gatehouse:getPlayerInfo {"requestId":')
  })

  it('4. and 5. the script read the position, and its result came back', () => {
    const result = model.requests[1]?.body.messages.at(-1)
    expect(result).toMatchObject({ role: 'tool' })
    expect(result.content).toContain('"location":{"world":"nether","x":12.5,"y":70,"z":-3.25')
  })

  it('6. the client has the answer, in the format of the reference', () => {
    expect(pieces.every(({ type }) => type === 'content')).toBe(true)
    expect(pieces.map(({ content }) => content).join('')).toBe('史蒂夫在 12.5 70 -3.25。')
  })
})
