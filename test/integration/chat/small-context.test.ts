/** Questions to a model whose context is too small for all tools, from the game's chat to the answer. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { ModelGame } from '../../fakes/bedrock/model-game.js'
import { BedrockChatScene } from '../../fakes/chat/bedrock-chat-scene.js'
import { overflowOf } from '../../fakes/chat/model-server.js'
import { openForEach } from '../../fixtures/for-each.js'

describe('a question to a model with a small context', () => {
  const scene = openForEach(() => BedrockChatScene.open())
  let game: ModelGame
  beforeEach(async () => {
    game = (await scene().bedrock.accepted({ players: ['Steve'] })).game
  })

  const refusal = { status: 400, body: JSON.stringify(overflowOf(6_021, 4_096)) }
  const isShown = (words: string) => game.until(() => game.texts('Steve').some((text) => text.includes(words)))
  const sentTools = () =>
    scene().model.requests.map(({ body }) => body.tools.map((one: { function: { name: string } }) => one.function.name))

  it('is asked again with the short list after the refusal, and the tools of that list act', async () => {
    scene().model.answers(
      refusal,
      { tools: [{ name: 'player_list', arguments: {} }] },
      { text: ['One player is online.'] },
    )
    game.say('Steve', '@ai who is online?')
    await isShown('One player is online.')
    await scene().idle()
    const [whole = [], short = [], afterTool] = sentTools()
    expect(sentTools()).toHaveLength(3)
    expect(short.length).toBeGreaterThan(0)
    expect(short.length).toBeLessThan(whole.length)
    expect(whole).toEqual(expect.arrayContaining(short))
    expect(afterTool).toEqual(short)
    expect(scene().model.requests[2]?.body.messages.at(-1)).toMatchObject({ role: 'tool' })
    expect(scene().model.requests[2]?.body.messages.at(-1).content).toContain('Steve')
    expect(game.texts('Steve').join()).not.toContain('context')
  })

  it('tells the window, and sends the short list at once with the next question', async () => {
    expect(scene().chat.state().smallContext).toBeNull()
    scene().model.answers(refusal, { text: ['Hello, Steve!'] }, { text: ['Hello again!'] })
    game.say('Steve', '@ai hello')
    await isShown('Hello, Steve!')
    await scene().idle()
    expect(scene().chat.state().smallContext).toBe(4_096)
    scene().later(60_000)
    game.say('Steve', '@ai hello')
    await isShown('Hello again!')
    await scene().idle()
    expect(sentTools()[2]).toEqual(sentTools()[1])
    expect(sentTools()).toHaveLength(3)
    scene().settings = { ...scene().settings, model: { ...scene().settings.model, name: 'other' } }
    expect(scene().chat.state().smallContext).toBeNull()
  })

  it('is not repeated when a tool has run before the refusal: the player reads what is wrong', async () => {
    scene().model.answers({ tools: [{ name: 'player_list', arguments: {} }] }, refusal, { text: ['Never sent.'] })
    game.say('Steve', '@ai who is online?')
    await scene().until(() => scene().model.requests.length === 2)
    await scene().idle()
    await isShown('larger context')
    expect(scene().model.requests).toHaveLength(2)
  })

  it('is known to the window after a test of the model', async () => {
    scene().model.answers(refusal, { text: ['OK'] })
    let shown: number | null = null
    scene().chat.onDidChange(() => {
      shown = scene().chat.state().smallContext
    })
    expect(await scene().chat.test(scene().settings.model)).toMatchObject({ ok: true, tools: { contextTokens: 4_096 } })
    expect(shown).toBe(4_096)
  })

  it('is tested with the same tools as a question of a player who is logged in', async () => {
    scene().settings = { ...scene().settings, roles: { loggedIn: 'admin', others: 'admin' } }
    scene().model.answers({ text: ['OK'] }, { text: ['Hello!'] })
    await scene().chat.test(scene().settings.model)
    game.say('Steve', '@ai hello')
    await isShown('Hello!')
    const [tested = [], asked = []] = sentTools()
    expect(asked.length).toBeGreaterThan(10)
    expect(tested.filter((name: string) => name !== 'ping').sort()).toEqual([...asked].sort())
  })
})
