import { defaultSettings } from '@shared/program/settings.js'
import { afterEach, describe, expect, it } from 'vitest'
import { ids } from '../../../fakes/discord/discord-model.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { ada, DiscordScene, desktop, type SceneOptions, until } from './discord-scene.js'

let scene: DiscordScene
afterEach(() => scene.stop(), 30_000)

const on = async (options: SceneOptions = {}) => {
  scene = await DiscordScene.on(options)
  return scene
}
const open = async (options: SceneOptions = {}) => {
  scene = await DiscordScene.open(options)
  return scene
}

describe('a request on Discord', { timeout: 30_000 }, () => {
  it('is a card with all of it, without mentions, and its buttons', async () => {
    const { model } = await on()
    const { card, report } = await scene.asks()
    expect(card.channelId).toBe(ids.channel)
    expect(card.content.split('\n').slice(0, 8)).toEqual([
      '### Set the time',
      '🟧 Risk: high',
      'AI: `A test`',
      'Server: `overworld`',
      '```',
      'worldName "world"',
      'time 13000',
      '```',
    ])
    expect(card.content).toContain('Denied automatically <t:1768818900:R>.')
    expect(card.allowedMentions).toEqual({ parse: [] })
    expect(card.flags & 4).toBe(4)
    expect(card.components[0]?.components.map(({ label }) => label)).toEqual(['Approve once', 'Deny', 'Pause all AI'])
    expect(model.messages).toHaveLength(1)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('is approved by a linked account, and the card says by whom', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Approved once.')
    expect(endOf(await report)).toBe('done')
    await until(() => expect(card.content).toContain('**Approved by `Ada`** · <t:'))
    expect(card.components).toEqual([])
  })

  it('is denied by a linked account', async () => {
    await on()
    const { card, report } = await scene.asks()
    expect(await scene.presses(ada, card, 'Deny')).toBe('Denied.')
    expect(endOf(await report)).toBe('denied')
    await until(() => expect(card.content).toContain('**Denied by `Ada`**'))
  })

  it('is not approved before it could be read', async () => {
    await on()
    const { card, report } = await scene.asks()
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Read the request first. Then press again.')
    await scene.read()
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Approved once.')
    expect(endOf(await report)).toBe('done')
  })

  it('expires when nobody answers, and loses its buttons', async () => {
    await on()
    const { card, report } = await scene.asks()
    await scene.under.clock.advance(300_000)
    expect(endOf(await report)).toBe('expired')
    await until(() => expect(card.content).toContain('**Expired. Nobody answered in time.**'))
    expect(card.components).toEqual([])
  })

  it('says who answered elsewhere', async () => {
    await on()
    scene.attachDesktop()
    const { card, report, approval } = await scene.asks()
    scene.under.gateway.approvals.decide(approval?.id ?? '', 'deny', 'desktop')
    await report
    await until(() => expect(card.content).toContain('**Denied by the owner**'))
  })

  it('that is critical has no buttons', async () => {
    await on()
    scene.attachDesktop()
    const report = scene.under.call('player.ban', { playerName: 'Alex', reason: 'griefing' })
    const card = await scene.nextMessage(0)
    expect(card.content).toContain('**Answer at the computer.** Critical actions need a typed name.')
    expect(card.components).toEqual([])
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('of a risk that is switched off there has no buttons', async () => {
    const places = { ...defaultSettings.answerPlaces, discord: { medium: true, high: false } }
    await on({ settings: { answerPlaces: places } })
    const { card, report } = await scene.asks()
    expect(card.content).toContain('Approving this risk here is switched off.')
    expect(card.components).toEqual([])
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('with something that a stream must not show has no buttons, and does not show it', async () => {
    await on()
    const { card, report } = await scene.asks({ arguments: { worldName: 'play.example.com:25565', time: 13_000 } })
    expect(card.content).not.toContain('example.com')
    expect(card.content).toContain('A part of it is not shown here.')
    expect(card.components).toEqual([])
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('shows text of an AI as code that it cannot leave', async () => {
    await on()
    const text = '` @everyone **x** <@1> [a](b) ```\n# y'
    const { card, report } = await scene.asks({
      arguments: { worldName: text, time: 13_000 },
      caller: { type: 'model', id: 'mcp:evil', name: '`@here` [Аdmin](http://x)' },
    })
    const lines = card.content.split('\n')
    expect(lines.filter((line) => line.startsWith('```'))).toHaveLength(2)
    expect(card.content.split('`')).toHaveLength(1 + 2 + 2 + 6)
    expect(card.content).toContain('\\u0060')
    expect(lines.find((line) => line.startsWith('AI:'))).toContain('⚠ Mixed alphabets')
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('that was asked before the channel could be used is shown once it can', async () => {
    await open({ settings: { discord: { enabled: false, channel: ids.channel, log: false } } })
    scene.attachDesktop()
    const report = scene.under.setTime()
    await scene.under.asked()
    await scene.change({ enabled: true })
    const card = await scene.nextMessage(0)
    await scene.read()
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Approved once.')
    expect(endOf(await report)).toBe('done')
  })

  it('is closed there when the owner switches Discord off', async () => {
    await on()
    scene.attachDesktop()
    const { card, report } = await scene.asks()
    await scene.change({ enabled: false })
    await until(() => expect(card.content).toContain('This card is closed. Answer in Gatehouse.'))
    expect(card.components).toEqual([])
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })

  it('waits when only people on Discord can be asked', async () => {
    await on()
    expect(scene.under.gateway.approvals.approvers).toBe(1)
    expect(scene.people.list()[0]?.present).toEqual(['discord'])
    await scene.change({ enabled: false })
    expect(scene.under.gateway.approvals.approvers).toBe(0)
    expect(scene.people.list()[0]?.present).toEqual([])
  })
})

describe('the commands of the bot', { timeout: 30_000 }, () => {
  it('pause all AI, which only a computer resumes', async () => {
    const { model, under } = await on()
    const { report } = await scene.asks()
    expect(await scene.reply(model.command(ada, 'pause'))).toBe('All AI is paused. Resume it at the computer.')
    expect(under.gateway.panic.state).toMatchObject({ on: true, pause: true, by: 'Ada' })
    expect(endOf(await report)).toBe('denied')
    expect(await scene.reply(model.command(ada, 'pause'))).toBe('All AI is paused already.')
    await until(() => expect(model.messages[0]?.content).toContain('**Denied by the pause of all AI**'))
  })

  it('are added beside those of others', async () => {
    const { model } = await on()
    await until(() => expect([...model.commands]).toEqual(['other-command', 'gatehouse']))
  })
})

describe('an account is linked', { timeout: 30_000 }, () => {
  it('with the code of its person, once', async () => {
    const { model } = await on({ role: null })
    const code = scene.link()
    expect(code).toMatch(/^\d{8}$/u)
    expect(await scene.reply(model.command(ada, 'link', `${code.slice(0, 4)} ${code.slice(4)}`))).toBe(
      'Linked. You can answer requests in this channel now.',
    )
    expect(scene.discord.view.people).toEqual([
      { id: scene.personId, name: 'Ada', role: 'owner', accounts: [{ id: `discord:${ada.id}`, name: 'ada' }] },
    ])
    expect(scene.discord.view.linking).toBeNull()
    expect(await scene.reply(model.command({ ...ada, id: '7000000000000000009' }, 'link', code))).toBe(
      'No code is open. Ask the owner for one.',
    )
    const { card, report } = await scene.askedAndRead()
    await scene.presses(ada, card, 'Approve once')
    expect(endOf(await report)).toBe('done')
  })

  it('until wrong codes end it, whoever sends them', async () => {
    const { model } = await on({ role: null })
    const code = scene.link()
    const wrong = code === '12345678' ? '87654321' : '12345678'
    expect(await scene.reply(model.command(ada, 'link', wrong))).toBe('Wrong code. Tries left: 2.')
    expect(await scene.reply(model.command({ ...ada, id: '7' }, 'link', wrong))).toBe('Wrong code. Tries left: 1.')
    expect(await scene.reply(model.command(ada, 'link', wrong))).toContain('The link was cancelled.')
    expect(scene.discord.view).toMatchObject({ linking: null, problem: 'wrong-codes' })
    expect(await scene.reply(model.command(ada, 'link', code))).toBe('No code is open. Ask the owner for one.')
  })

  it('until its time is over, and not when it belongs to somebody', async () => {
    const { model } = await on()
    expect(await scene.reply(model.command(ada, 'link', scene.link()))).toBe('This account is linked already.')
    expect(scene.discord.view.problem).toBe('taken')
    scene.link()
    await scene.under.clock.advance(300_000)
    expect(scene.discord.view).toMatchObject({ linking: null, problem: 'expired' })
  })

  it('with no code of an owner who is none any more', async () => {
    const { model } = await on({ role: null })
    const other = scene.people.add({ name: 'Eve', role: 'owner' }, desktop)
    scene.discord.link(scene.personId, { ...desktop, id: other.id, name: 'Eve' })
    const code = scene.discord.view.linking?.code ?? ''
    scene.people.change(other.id, { role: 'viewer' }, desktop)
    expect(scene.discord.view.linking).toBeNull()
    expect(await scene.reply(model.command({ ...ada, id: '7' }, 'link', code))).toBe(
      'No code is open. Ask the owner for one.',
    )
  })

  it('without its code in stream-safe mode', async () => {
    await on({ role: null, settings: { streamSafe: true } })
    expect(scene.link()).toBe('')
    expect(scene.discord.view.linking).toMatchObject({ person: scene.personId })
  })

  it('and no longer answers once it is removed', async () => {
    await on()
    scene.attachDesktop()
    const { card, report } = await scene.askedAndRead()
    scene.discord.unlink(`discord:${ada.id}`, { id: 'desktop', name: 'desktop', kind: 'desktop' })
    expect(await scene.presses(ada, card, 'Approve once')).toContain('Your account is not linked.')
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })
})

describe('the log on Discord', { timeout: 30_000 }, () => {
  const entry = {
    kind: 'call',
    id: 'c1',
    at: '2026-01-19T10:30:00.000Z',
    requestId: 'r1',
    capabilityId: 'world.time.set',
    caller: { type: 'model', id: 'mcp:test', name: 'A test' },
    server: { id: 'overworld', name: 'overworld' },
    arguments: { worldName: '@everyone 203.0.113.7', time: 13_000 },
    result: 'done',
    milliseconds: 5,
  } as const

  it('has one line for each action, in batches, without notifications and masked', async () => {
    const { model } = await on({ settings: { discord: { enabled: true, channel: ids.channel, log: true } } })
    for (let time = 0; time < 20; time += 1) scene.discord.acted(entry)
    await settled()
    expect(model.messages).toEqual([])
    await scene.under.clock.advance(20_000)
    const message = await scene.nextMessage(0)
    const lines = message.content.split('\n')
    expect(lines).toHaveLength(16)
    expect(lines[0]).toMatch(
      /^<t:\d+:t> · `A test` · Set the time · `worldName "@everyone ‹.+›", time 13000` · `overworld` · done$/u,
    )
    expect(lines[15]).toBe('5 more. See the log in Gatehouse.')
    expect(message.flags & 4_096).toBe(4_096)
    expect(message.allowedMentions).toEqual({ parse: [] })
  })

  it('is off until the owner switches it on', async () => {
    const { model } = await on()
    scene.discord.acted(entry)
    await scene.under.clock.advance(20_000)
    expect(model.messages).toEqual([])
  })

  it('posts a long text in parts', async () => {
    const { model } = await on()
    await scene.discord.post(Array.from({ length: 300 }, (_, line) => `line ${line} of the day`).join('\n'))
    expect(model.messages.length).toBeGreaterThan(1)
    expect(model.messages.flatMap(({ content }) => content.split('\n'))).toHaveLength(300)
    await scene.change({ enabled: false })
    await expect(scene.discord.post('x')).rejects.toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
  })
})
