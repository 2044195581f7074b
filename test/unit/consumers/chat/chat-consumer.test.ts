import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ChatSettings } from '@shared/features/chat.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelServer } from '../../../fakes/chat/model-server.js'
import { ChatConsumerScene, owner, setTime, until } from './chat-consumer-scene.js'

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
  scene.chat.stop()
  await scene.world.gateway.stop()
  await model.stop()
})

describe('chat consumer', () => {
  it('answers a question privately, sentence by sentence', async () => {
    open()
    model.answers({ text: ['Hello Alex! I am', ' the AI of this server.'] })
    scene.says('Alex', '@ai who are you?')
    await expect(scene.read('Alex', 2)).resolves.toEqual(['Hello Alex!', 'I am the AI of this server.'])
    expect(scene.server.requestsFor('chat.broadcast')).toEqual([])
  })

  it('answers no question that was written long ago, and keeps it in the log', async () => {
    open()
    model.answers({ text: ['Hello.'] })
    scene.says('Alex', '@ai give me a diamond', 'late')
    scene.says('Alex', '@ai who are you?')
    await expect(scene.read('Alex', 1)).resolves.toEqual(['Hello.'])
    expect(scene.chat.state().conversations).toMatchObject([{ questions: 1, entries: [{ text: 'who are you?' }, {}] }])
    expect(scene.world.gateway.feed.recent()).toContainEqual(
      expect.objectContaining({ kind: 'game', data: expect.objectContaining({ message: '@ai give me a diamond' }) }),
    )
  })

  it('reads with tools, in the name of the player who asked', async () => {
    open()
    model.answers(
      { tools: [{ name: 'world_time_get', arguments: { worldName: 'world' } }] },
      { text: ['It is night.'] },
    )
    scene.says('Alex', '@ai is it day soon?')
    await expect(scene.read('Alex', 1)).resolves.toEqual(['It is night.'])
    const call = scene.world.gateway.feed
      .recent()
      .find((entry) => entry.kind === 'call' && entry.capabilityId === 'world.time.get')
    expect(call).toMatchObject({ caller: { name: 'Alex, by chat with fake' } })
    expect(scene.chat.state().conversations[0]).toMatchObject({
      player: 'Alex',
      questions: 1,
      entries: [
        { from: 'player', text: 'is it day soon?' },
        { from: 'ai', text: 'It is night.', tools: [{ capabilityId: 'world.time.get', state: 'done' }] },
      ],
    })
  })

  it('waits for the owner, then says what they decided and does it', async () => {
    open()
    model.answers({ tools: [setTime] }, { text: ['Good morning.'] })
    scene.says('Alex', '@ai make it day')
    await expect(scene.read('Alex', 1)).resolves.toEqual(['Waiting for the owner…'])
    const question = await scene.world.asked()
    expect(question).toMatchObject({
      capabilityId: 'world.time.set',
      caller: { name: 'Alex, by chat with fake' },
      reason: 'Alex wants day',
    })
    expect(scene.chat.state().conversations[0]?.state).toBe('waiting')
    scene.world.gateway.approvals.decideAsPerson({ id: question.id, decision: 'approve', person: owner })
    await expect(scene.read('Alex', 3)).resolves.toEqual([
      'Waiting for the owner…',
      'The owner approved it.',
      'Good morning.',
    ])
    expect(scene.server.requestsFor('world.time.set')).toHaveLength(1)
  })

  it('does nothing that the owner denies', async () => {
    open()
    model.answers({ tools: [setTime] }, { text: ['The owner said no.'] })
    scene.says('Alex', '@ai make it day')
    const question = await scene.read('Alex', 1).then(() => scene.world.asked())
    scene.world.gateway.approvals.decideAsPerson({ id: question.id, decision: 'deny', person: owner })
    await expect(scene.read('Alex', 3)).resolves.toEqual([
      'Waiting for the owner…',
      'Not allowed.',
      'The owner said no.',
    ])
    expect(scene.server.requestsFor('world.time.set')).toEqual([])
  })

  it('says that an approved action did not work', async () => {
    open()
    scene.server.answers('world.time.set', () => {
      throw new GatewayError('BUSINESS.OPERATION_FAILED')
    })
    model.answers({ tools: [setTime] }, { text: ['The clock is stuck.'] })
    scene.says('Alex', '@ai make it day')
    const question = await scene.read('Alex', 1).then(() => scene.world.asked())
    scene.world.gateway.approvals.decideAsPerson({ id: question.id, decision: 'approve', person: owner })
    await expect(scene.read('Alex', 3)).resolves.toEqual([
      'Waiting for the owner…',
      'It failed.',
      'The clock is stuck.',
    ])
  })

  it('asks the owner about medium actions too: a player gave the instructions', async () => {
    open()
    model.answers({
      tools: [
        { name: 'player_teleport', arguments: { playerName: 'Alex', location: { world: 'world', x: 0, y: 64, z: 0 } } },
      ],
    })
    scene.says('Alex', '@ai take me to spawn')
    await scene.read('Alex', 1)
    await expect(scene.world.asked()).resolves.toMatchObject({ capabilityId: 'player.teleport' })
  })

  it('follows the conversation of the specification: login, then a question', async () => {
    open({ audience: 'logged-in', thinking: true })
    scene.language = 'zh'
    model.answers({ reasoning: ['玩家想认识我。'], text: ['你好！', '我是这个服务器的 AI。'] })
    scene.says('史蒂夫', `#登录 ${scene.world.gateway.logins.key}`)
    await expect(scene.read('史蒂夫', 1)).resolves.toEqual(['登录成功。输入“@ai 问题”或“GPT 聊天 问题”就能提问。'])
    scene.says('史蒂夫', 'GPT 聊天 你好，请介绍一下自己')
    const lines = await scene.read('史蒂夫', 4)
    expect(lines.slice(1)).toEqual([
      '|think-start| （思考）玩家想认识我。 |think-end|',
      '你好！',
      '我是这个服务器的 AI。',
    ])
    expect(JSON.stringify(scene.world.gateway.feed.recent())).not.toContain(scene.world.gateway.logins.key)
    expect(JSON.stringify(model.requests)).not.toContain(scene.world.gateway.logins.key)
  })

  it('shows as many lines as the owner allows, and the rest on #more', async () => {
    open({ lines: 2 })
    model.answers({ text: ['One. Two. Three. Four. Five.'] })
    scene.says('Alex', '@ai count')
    await expect(scene.read('Alex', 3)).resolves.toEqual(['One.', 'Two.', 'Write #more to read on (3).'])
    scene.says('Alex', '#more')
    await expect(scene.read('Alex', 6)).resolves.toEqual(
      expect.arrayContaining(['Three.', 'Four.', 'Write #more to read on (1).']),
    )
  })

  it('remembers the conversation until #new', async () => {
    open()
    scene.says('Alex', '@ai my cat is called Tom')
    await scene.read('Alex', 1)
    await scene.idle()
    scene.says('Alex', '@ai what is my cat called?')
    await scene.read('Alex', 2)
    await scene.idle()
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('Tom')
    scene.says('Alex', '#new')
    scene.says('Alex', '@ai what is my cat called?')
    await until(() => model.requests.length === 3)
    expect(JSON.stringify(model.requests[2]?.body.messages)).not.toContain('Tom')
  })

  it('keeps conversations of players apart', async () => {
    open()
    scene.says('Alex', '@ai my cat is called Tom')
    await scene.read('Alex', 1)
    scene.says('Mia', '@ai what do you know?')
    await scene.read('Mia', 1)
    expect(JSON.stringify(model.requests[1]?.body)).not.toContain('Tom')
  })

  it('answers in public where a server has no private messages, in a form that is no command', async () => {
    open({}, [])
    model.answers({ text: ['@ai hi'] })
    scene.says('Alex', '@ai hi')
    await until(() => scene.server.requestsFor('chat.broadcast').length === 1)
    const [request] = scene.server.requestsFor('chat.broadcast')
    expect(request?.arguments.message).toBe('[AI → Alex] @ai hi')
    await scene.idle()
    scene.says('Server', '[AI → Alex] @ai hi')
    expect(model.requests).toHaveLength(1)
  })

  it('sends the player the reason when the model fails', async () => {
    open()
    scene.language = 'zh'
    model.answers({ status: 401, body: '{"error":{"message":"Incorrect API key"}}' })
    scene.says('Alex', '@ai hi')
    await expect(scene.read('Alex', 1)).resolves.toEqual(['错误: 模型不接受这个密钥'])
    expect(scene.chat.state().conversations[0]?.entries[1]?.problem?.kind).toBe('key')
  })
})
