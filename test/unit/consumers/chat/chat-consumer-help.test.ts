/** Chat consumer: what a player or a program reads when a command or a call fails. */
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ChatPiece, ChatSettings } from '@shared/features/chat.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requestErrorText } from '../../../../src-main/consumers/chat/game-text.js'
import { ModelServer } from '../../../fakes/chat/model-server.js'
import { ChatConsumerScene, until } from './chat-consumer-scene.js'

let model: ModelServer
let scene: ChatConsumerScene
const open = (...given: [Partial<ChatSettings>?, (readonly CapabilityManifest[])?]): ChatConsumerScene => {
  scene = new ChatConsumerScene(model, ...given)
  return scene
}
beforeEach(async () => {
  model = await new ModelServer().start()
})
afterEach(async () => {
  scene?.chat.stop()
  await scene?.world.gateway.stop()
  await model.stop()
})

describe('chat consumer', () => {
  it('explains a question without text and an unknown command, privately and at most once a minute', async () => {
    open()
    scene.says('Alex', 'GPT 聊天')
    scene.says('Alex', '@ai')
    scene.says('Alex', '#weather')
    scene.says('Alex', '#weather again')
    for (const line of ['#1', '# heading', '##', 'hello #weather']) scene.says('Alex', line)
    scene.says('小明', '#天气')
    await scene.read('小明', 1)
    expect(scene.linesTo('小明')).toEqual(['没有这个命令。输入“@ai 问题”就能提问，输入 #帮助 查看命令。'])
    expect(scene.linesTo('Alex')).toEqual([
      '请把问题写在同一行，例如：GPT 聊天 你好。',
      'There is no such command. Write "@ai your question" to ask, or #help.',
    ])
    expect(model.requests).toEqual([])
  })

  it('explains an unknown command to nobody where it would be public or the AI answers nobody', async () => {
    open({}, [])
    scene.says('Alex', '#weather')
    scene.change({ audience: 'nobody' })
    scene.says('Bob', '#weather')
    scene.says('Cora', '@ai hi')
    await until(() => scene.server.requestsFor('chat.broadcast').length > 0)
    expect(scene.server.requestsFor('chat.broadcast').map((one) => one.arguments.message)).toEqual([
      expect.stringContaining('Cora'),
    ])
  })

  it('knows callers by their account where the server proves it, and by their name elsewhere', async () => {
    open()
    const accounts = ['069a79f4-44e9-4726-a5be-fca90e38aaf5', '61699b2e-d327-4a01-9f1e-0ea8c3f06bc6', undefined]
    for (const [index, playerUuid] of accounts.entries()) {
      scene.world.provider.host.event('survival', {
        id: `account-${index}`,
        eventId: 'player.chat',
        at: '2026-11-22T12:00:00.000Z',
        data: { playerName: 'Owner', message: '@ai hi', ...(playerUuid !== undefined && { playerUuid }) },
        ...(playerUuid === undefined && { identity: 'name-only' as const }),
      })
      await scene.read('Owner', index + 1)
    }
    const ids = scene.chat.state().conversations.map(({ id }) => id)
    expect(new Set(ids).size).toBe(3)
    const callers = accounts.map((uuid) => scene.chat.callerIdsOf('survival', 'Owner', uuid))
    expect(callers.map((of) => of.length)).toEqual([2, 2, 1])
    for (const of of callers) expect(of.some((id) => ids.some((one) => id.endsWith(one)))).toBe(true)
  })

  it('answers no name that is only display text', async () => {
    open({ audience: 'logged-in' })
    scene.says('Owner', `#login ${scene.world.gateway.logins.key}`)
    await scene.read('Owner', 1)
    for (const name of ['Owner ', '§cOwner', 'Own\u200ber', ` Owner`]) scene.says(name, '@ai hi')
    scene.says('Bob', '@ai hi')
    await scene.read('Bob', 1)
    expect(model.requests).toEqual([])
    // The login, and one explanation to the player whose name was shown.
    expect(scene.linesTo('Owner')).toEqual([expect.anything(), expect.stringContaining('cannot know who wrote it')])
  })

  it('takes nothing from the limits of a player whose name others show', async () => {
    open()
    model.answers({ text: ['hello'] })
    for (let at = 0; at < 300; at += 1) scene.says(at % 2 === 0 ? 'Alex' : `Bob${at}`, '@ai hi', 'display')
    scene.says('Alex', '@ai hi')
    await until(() => model.requests.length === 1)
    expect(scene.linesTo('Alex').filter((line) => line.includes('cannot know who wrote it'))).toHaveLength(1)
  })

  it.each([
    [new GatewayError('BUSINESS.OPERATION_FAILED', { details: { api: 'script' } }), '错误: 脚本API错误'],
    [new GatewayError('SYSTEM.TIMEOUT'), '错误: 连接超时'],
    [new GatewayError('SYSTEM.SERVICE_UNAVAILABLE'), '错误: 服务器未连接'],
  ])('reports a call that the server failed to run, to programs and in the game: %s', async (error, text) => {
    open().language = 'zh'
    scene.server.answers('world.time.get', () => {
      throw error
    })
    const call = { tools: [{ name: 'world_time_get', arguments: { worldName: 'world' } }] }
    model.answers(call, { text: ['我看不到。'] })
    const pieces: ChatPiece[] = []
    const reply = scene.chat.answerProgram(
      {
        caller: { type: 'model', id: 'key-1', name: 'A program' },
        message: '几点了？',
        thinking: true,
        signal: new AbortController().signal,
      },
      (piece) => pieces.push(piece),
    )
    if (reply.ok) await reply.ended
    expect(pieces).toEqual([
      { type: 'error', content: text },
      { type: 'content', content: '我看不到。' },
    ])
    model.answers(call, { text: ['我看不到。'] })
    scene.says('Alex', '@ai 几点了？')
    await expect(scene.read('Alex', 2)).resolves.toEqual([text, '我看不到。'])
  })

  it('names the cause of a refused request in the format of the specification', () => {
    const texts = [
      'AUTH.UNAUTHORIZED',
      'PROTOCOL.SCHEMA_VALIDATION_FAILED',
      'SYSTEM.TIMEOUT',
      'PERMISSION.DENIED',
    ] as const
    expect(texts.map((code) => requestErrorText('zh', new GatewayError(code, { message: 'No.' })))).toEqual([
      '错误: 认证失败',
      '错误: 命令格式错误',
      '错误: 连接超时',
      '错误: No.',
    ])
  })
})
