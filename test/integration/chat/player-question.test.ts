import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ModelServer } from '../../fakes/chat/model-server.js'
import { Program, temporaryProfile } from '../../fakes/headless-program.js'
import { CleanUp, headlessProgram, startWorld, type World } from '../../fixtures/programs.js'

describe('a question of a player in a real world', () => {
  const cleanUp = new CleanUp()
  let model: ModelServer
  let world: World
  let program: Program
  let ready: Awaited<ReturnType<Program['next']>>

  beforeEach(async () => {
    model = await new ModelServer().start()
    cleanUp.add(model, (server) => server.stop())
    world = await startWorld(cleanUp, ['Steve'])
    program = new Program(headlessProgram(), [
      ...['--profile', await temporaryProfile(), '--control', 'stdin'],
      ...['--agent', world.agent, '--agent-token', world.token],
      ...['--chat-base-url', model.baseUrl, '--chat-model', 'fake', '--chat-players', 'logged-in'],
    ])
    cleanUp.add(program, (running) => running.kill())
    ready = await program.next('ready')
    await program.next('server', ({ state }) => state === 'online')
  })
  afterEach(() => cleanUp.run())

  const says = (text: string) => world.process.send({ say: text, as: 'Steve' })
  const reads = (words: string) =>
    world.process.until(
      ({ event, name, text }) => event === 'player-chat' && name === 'Steve' && String(text).includes(words),
    )

  it('is answered with a tool call that the owner approves', async () => {
    model.answers(
      {
        tools: [
          { name: 'world_time_set', arguments: { worldName: 'world', time: 13_000, reason: 'Steve wants night' } },
        ],
      },
      { text: ['It is night now. ', 'Watch out for creepers!'] },
    )
    says('@ai make it night')
    await reads('Log in first')
    says(`#login ${ready.chatKey}`)
    await reads('You are logged in')

    says('@ai make it night')
    const question = await program.next('approval')
    expect(question).toMatchObject({ capabilityId: 'world.time.set', risk: 'high', caller: 'Steve, by chat with fake' })
    await reads('Waiting for the owner')
    program.send({ approve: question.id })
    await reads('The owner approved it.')
    await reads('It is night now.')
    await reads('Watch out for creepers!')
    await world.process.until(
      ({ event, timeOfDay }) => event === 'player-time' && Math.abs(Number(timeOfDay) - 13_000) < 400,
    )
    expect(JSON.stringify(program.said.filter(({ event }) => event !== 'ready'))).not.toContain(ready.chatKey)
    expect(JSON.stringify(model.requests)).not.toContain(ready.chatKey)
  })

  it('answers an outside program with a key in the wire format of the specification', async () => {
    model.answers(
      { reasoning: ['I look.'], tools: [{ name: 'player_info_get', arguments: { playerName: 'Steve' } }] },
      { text: ['Steve is in the world.'] },
    )
    const ask = (token: string) =>
      fetch(`${ready.http}/api/v1/chat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ message: '获取玩家位置: Steve' }),
      })
    expect((await ask('wrong')).status).toBe(401)
    const response = await ask(String(ready.token))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const pieces = (await response.text())
      .split('\n\n')
      .filter((block) => block.startsWith('data: {'))
      .map((block) => JSON.parse(block.slice(6)))
    expect(pieces).toEqual([
      { type: 'reasoning', content: '|think-start|' },
      { type: 'reasoning', content: 'I look.' },
      { type: 'reasoning', content: '|think-end|' },
      { type: 'content', content: 'Steve is in the world.' },
    ])
    expect(JSON.stringify(model.requests[1]?.body.messages)).toContain('location')
  })
})
