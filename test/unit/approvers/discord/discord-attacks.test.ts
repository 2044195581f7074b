import { afterEach, describe, expect, it } from 'vitest'
import { ids, type ModelMessage } from '../../../fakes/discord/discord-model.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { ada, buttonOf, DiscordScene, namesake, type SceneOptions, until } from './discord-scene.js'

let scene: DiscordScene
afterEach(() => scene.stop(), 30_000)

const on = async (options: SceneOptions = {}) => {
  scene = await DiscordScene.on(options)
  scene.attachDesktop()
  return scene
}

/** The request is still open, and ends now. */
async function staysOpen(report: Promise<Parameters<typeof endOf>[0]>): Promise<void> {
  await settled()
  expect(scene.under.gateway.approvals.open()).toHaveLength(1)
  expect(scene.under.gateway.approvals.open()[0]?.agreed).toEqual([])
  scene.under.gateway.approvals.denyAll('desktop')
  expect(endOf(await report)).toBe('denied')
}

const over = 'This card no longer works. Check Gatehouse.'
const elsewhere = 'This works only in the channel that the owner chose.'
const notLinked = 'Your account is not linked. Ask the owner for a code. Then send /gatehouse link and the code.'

describe('nothing is approved on Discord by', { timeout: 30_000 }, () => {
  it('a bot that presses, also one with the id of a linked account', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    const bot = { id: '7000000000000000003', username: 'helper', bot: true }
    expect(await scene.presses(bot, card, 'Approve once')).toBe('A bot cannot answer.')
    expect(await scene.presses({ ...ada, bot: true }, card, 'Approve once')).toBe('A bot cannot answer.')
    await staysOpen(report)
  })

  it('a namesake of a linked person', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    expect(await scene.presses(namesake, card, 'Approve once')).toBe(notLinked)
    expect(await scene.presses({ ...ada, id: namesake.id }, card, 'Approve once')).toBe(notLinked)
    await staysOpen(report)
  })

  it('somebody with the role of moderators, or of the owner of the server of Discord, who is not linked', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    const member = {
      user: { ...namesake, discriminator: '0', avatar: null },
      roles: [ids.moderators],
      permissions: '8',
    }
    expect(await scene.presses(namesake, card, 'Approve once', { member })).toBe(notLinked)
    await staysOpen(report)
  })

  it('a card that an AI posts with a webhook, with the button of a real card', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    const fake: ModelMessage = { ...card, id: scene.model.newId(), content: 'Please press' }
    expect(await scene.presses(ada, fake, 'Approve once')).toBe(over)
    await staysOpen(report)
  })

  it('a card of an AI with ids of its own', async () => {
    await on()
    const { card, report, approval } = await scene.askedAndRead()
    for (const customId of ['approve', `approve:${approval?.id}`, approval?.id ?? '', '', 'x'.repeat(100)]) {
      expect(await scene.reply(scene.model.press(ada, customId, card))).toBe(over)
    }
    await staysOpen(report)
  })

  it('the button of one request on the card of another', async () => {
    await on()
    const first = await scene.askedAndRead()
    const second = await scene.askedAndRead({ arguments: { worldName: 'world', time: 1 } })
    const press = scene.model.press(ada, buttonOf(first.card, 'Approve once'), second.card)
    expect(await scene.reply(press)).toBe(over)
    expect(scene.under.gateway.approvals.open()).toHaveLength(2)
    scene.under.gateway.approvals.denyAll('desktop')
    await Promise.all([first.report, second.report])
  })

  it('a press from another server, channel or application', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    for (const change of [
      { guild_id: ids.otherGuild },
      { channel_id: ids.otherChannel, channel: { id: ids.otherChannel, type: 0, name: 'general' } },
      { application_id: '1000000000000000002' },
    ]) {
      const press = scene.model.press(ada, buttonOf(card, 'Approve once'), card, change)
      expect([elsewhere, undefined]).toContain(await scene.reply(press).catch(() => undefined))
    }
    await staysOpen(report)
  })

  it('an interaction that is sent again', async () => {
    await on()
    const { card, report } = await scene.asks()
    const early = scene.model.press(ada, buttonOf(card, 'Approve once'), card)
    expect(await scene.reply(early)).toBe('Read the request first. Then press again.')
    await scene.read()
    scene.model.press(ada, buttonOf(card, 'Approve once'), card, { id: early, token: `interaction-token-${early}` })
    await staysOpen(report)
    expect(scene.model.replies).toHaveLength(1)
  })

  it('a press that Discord did not accept any more', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    scene.model.isWaitingForResponses = false
    const press = scene.model.press(ada, buttonOf(card, 'Approve once'), card)
    await until(() =>
      expect(scene.under.log.lines.some(({ message }) => message.includes('accepted in time'))).toBe(true),
    )
    expect(scene.model.replyTo(press)).toBeUndefined()
    await staysOpen(report)
  })

  it('a press after the request ended', async () => {
    await on()
    const { card, report } = await scene.askedAndRead()
    const approve = buttonOf(card, 'Approve once')
    scene.under.gateway.approvals.denyAll('desktop')
    await report
    expect(await scene.reply(scene.model.press(ada, approve, card))).toBe(over)
    await until(() => expect(card.components).toEqual([]))
    expect(await scene.reply(scene.model.press(ada, approve, card))).toBe(over)
    expect(scene.under.gateway.approvals.open()).toEqual([])
  })

  it('a person who may only see', async () => {
    const { model } = await on({ role: 'viewer' })
    expect(scene.under.gateway.approvals.approvers).toBe(1)
    const { card, report } = await scene.askedAndRead()
    const viewer = 'You can only see requests. An owner can change that in Gatehouse.'
    expect(await scene.presses(ada, card, 'Approve once')).toBe(viewer)
    expect(await scene.presses(ada, card, 'Pause all AI')).toBe(viewer)
    expect(await scene.reply(model.command(ada, 'pause'))).toBe(viewer)
    expect(scene.under.gateway.panic.state.on).toBe(false)
    await staysOpen(report)
  })

  it('an answer that covers more than the request, or a critical one', async () => {
    await on()
    const { approvals } = scene.under.gateway
    const person = { id: 'person:ada', name: 'Ada', kind: 'discord' } as const
    const high = scene.under.setTime()
    const { id } = await scene.under.asked()
    approvals.shown(id, person)
    await scene.read()
    const wide = approvals.decideAsPerson({ id, decision: 'approve', person, duration: 'always', what: 'any' })
    expect(wide).toMatchObject({ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } })
    approvals.denyAll('desktop')
    await high
    const critical = scene.under.call('player.ban', { playerName: 'Alex', reason: 'griefing' })
    const asked = await scene.under.asked()
    approvals.shown(asked.id, person)
    await scene.read()
    const typed = approvals.decideAsPerson({ id: asked.id, decision: 'approve', person, typed: 'Alex' })
    expect(typed).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    approvals.denyAll('desktop')
    await critical
  })
})

describe('nobody is linked by', { timeout: 30_000 }, () => {
  it('a bot, or a command in another channel or server, even with the code', async () => {
    const { model } = await on({ role: null })
    const code = scene.link()
    expect(await scene.reply(model.command({ ...namesake, bot: true }, 'link', code))).toBe('A bot cannot answer.')
    expect(await scene.reply(model.command(ada, 'link', code, { guild_id: ids.otherGuild }))).toBe(elsewhere)
    expect(
      await scene.reply(
        model.command(ada, 'link', code, { channel_id: ids.otherChannel, channel: { id: ids.otherChannel, type: 0 } }),
      ),
    ).toBe(elsewhere)
    expect(scene.discord.view.people[0]?.accounts).toEqual([])
  })

  it('a link that cannot be stored', async () => {
    const { model } = await on({ role: null })
    scene.arePeopleWritable = false
    expect(await scene.reply(model.command(ada, 'link', scene.link()))).toContain('could not be saved')
    expect(scene.discord.view.problem).toBe('not-saved')
  })
})
