import { afterEach, describe, expect, it } from 'vitest'
import { type DiscordModel, ids, permissionBits } from '../../../fakes/discord/discord-model.js'
import { settled } from '../../../fakes/fake-clock.js'
import { endOf } from '../../../fakes/gateway-under-test.js'
import { ada, buttonOf, DiscordScene, type SceneOptions, until } from './discord-scene.js'

let scene: DiscordScene
afterEach(() => scene.stop(), 30_000)

const open = async (options: SceneOptions = {}) => {
  scene = await DiscordScene.open(options)
  return scene
}
const on = async (options: SceneOptions = {}) => {
  scene = await DiscordScene.on(options)
  return scene
}

describe('the connection to Discord', { timeout: 60_000 }, () => {
  it('is opened only when it is switched on and has a token', async () => {
    const { model, discord } = await open({ token: undefined })
    expect(discord.state.kind).toBe('no-token')
    scene.discord.keepToken('right-token')
    await scene.is('on')
    await scene.change({ enabled: false })
    expect(discord.state.kind).toBe('off')
    await scene.under.clock.advance(1_000)
    await until(() => expect(model.isConnected).toBe(false))
  })

  it('says that the token is wrong, and does not try again', async () => {
    const { model } = await open({ token: 'wrong' })
    await scene.is('wrong-token')
    const { length } = model.requests
    await scene.under.clock.advance(600_000)
    expect(model.requests).toHaveLength(length)
    scene.discord.keepToken('right-token')
    await scene.is('on')
    expect(JSON.stringify(scene.under.log.lines)).not.toContain('right-token')
  })

  it('ends for good when the token is reset, and requests are still asked elsewhere', async () => {
    const { model } = await on()
    scene.attachDesktop()
    const { report } = await scene.asks()
    model.revokeToken()
    await scene.is('wrong-token')
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    expect(scene.under.gateway.approvals.approvers).toBe(1)
    expect(scene.people.list()[0]?.present).toEqual([])
    scene.under.gateway.approvals.denyAll('desktop')
    expect(endOf(await report)).toBe('denied')
  })

  it('says which server, channel or permission is missing', async () => {
    const prepare = (model: DiscordModel) => {
      model.isInGuild = false
    }
    const { model, discord } = await open({ prepare })
    await scene.is('no-guild')
    expect(discord.view.invite).toBe(
      `https://discord.com/oauth2/authorize?client_id=${ids.application}&scope=bot+applications.commands&permissions=3072`,
    )
    await scene.change({ channel: '' })
    model.isInGuild = true
    model.forgetSessions()
    await scene.is('no-channel')
    expect(discord.view.channels.map(({ name, guild }) => `${guild} ${name}`)).toEqual([
      'Kiwi Craft general',
      'Kiwi Craft staff',
    ])
    await scene.change({ channel: '3999999999999999999' })
    expect(discord.state.kind).toBe('channel-gone')
    await scene.change({ channel: ids.channel })
    expect(discord.state).toEqual({ kind: 'on', isPublic: false })
    model.bot = permissionBits.ViewChannel
    model.changeChannel()
    await scene.is('missing-permission')
    expect(discord.state).toEqual({ kind: 'missing-permission', permissions: ['SendMessages'] })
    model.bot |= permissionBits.SendMessages
    model.everyone = permissionBits.ViewChannel
    model.changeChannel()
    await scene.is('on')
    expect(discord.state).toEqual({ kind: 'on', isPublic: true })
    model.leaveGuild()
    await scene.is('no-guild')
  })

  it('says so when Discord refuses a card although it gave the permission', async () => {
    const { model } = await on()
    scene.attachDesktop()
    model.bot = permissionBits.ViewChannel
    const report = scene.under.setTime()
    await scene.is('missing-permission')
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    scene.under.gateway.approvals.denyAll('desktop')
    await report
  })
})

describe('a cut connection', { timeout: 60_000 }, () => {
  it('resumes, and neither loses nor doubles a card or a press', async () => {
    const { model } = await on()
    const { card, report } = await scene.askedAndRead()
    model.cut()
    const press = model.press(ada, buttonOf(card, 'Approve once'), card)
    expect(await scene.reply(press)).toBe('Approved once.')
    expect(model.arrivals).toEqual(['identify', 'resume'])
    expect(endOf(await report)).toBe('done')
    await until(() => expect(card.content).toContain('Approved by'))
    expect(model.messages).toHaveLength(1)
    await scene.is('on')
  })

  it('that Discord forgot is opened again, with the same cards', async () => {
    const { model } = await on()
    const { card, report } = await scene.askedAndRead()
    model.forgetSessions()
    await until(() => expect(model.arrivals).toEqual(['identify', 'resume', 'identify']))
    await scene.is('on')
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Approved once.')
    expect(endOf(await report)).toBe('done')
    expect(model.messages).toHaveLength(1)
  })

  it('denies no request for two minutes, then those that nobody can answer', async () => {
    const { model } = await on()
    const { report } = await scene.asks()
    await model.close()
    await scene.is('disconnected')
    await scene.under.clock.advance(100_000)
    expect(scene.under.gateway.approvals.open()).toHaveLength(1)
    await scene.under.clock.advance(30_000)
    expect(endOf(await report)).toBe('PERMISSION.APPROVAL_REQUIRED')
  })

  it('posts a card once although the response was lost', async () => {
    const { model } = await on()
    model.lostResponses = 5
    const report = scene.under.setTime()
    await until(() => expect(model.messages).toHaveLength(1))
    await until(() => expect(model.lostResponses).toBeLessThan(5))
    model.lostResponses = 0
    const posts = () => model.requests.filter((one) => one.startsWith('POST /channels')).length
    const before = posts()
    await until(async () => {
      await scene.under.clock.advance(5_000)
      expect(posts()).toBeGreaterThan(before)
    })
    await settled()
    const [card] = model.messages
    if (!card) throw new Error('There is no card.')
    await until(async () => {
      await scene.under.clock.advance(1_000)
      expect(card.edits).toBeGreaterThan(0)
    })
    await scene.read()
    expect(await scene.presses(ada, card, 'Deny')).toBe('Denied.')
    expect(endOf(await report)).toBe('denied')
    expect(model.messages).toHaveLength(1)
  })

  it('waits as long as Discord says when it was too fast', async () => {
    const { model } = await on()
    model.limited.push(0.3)
    const { card, report } = await scene.askedAndRead()
    expect(model.messages).toHaveLength(1)
    expect(model.requests.filter((one) => one.startsWith('POST /channels'))).toHaveLength(2)
    expect(await scene.presses(ada, card, 'Approve once')).toBe('Approved once.')
    expect(endOf(await report)).toBe('done')
  })
})
