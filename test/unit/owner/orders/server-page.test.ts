import { playerActs } from '@shared/servers/owner-acts.js'
import { describe, expect, it } from 'vitest'
import { createPayloadCheck } from '../../../../src-main/owner/doors/payload-check.js'
import { serverPageOrders } from '../../../../src-main/owner/orders/actions.js'
import type { Giver } from '../../../../src-main/owner/table/table.js'
import { manifestOf } from '../../../../src-main/providers/java/manifests/index.js'
import { checkedOrders } from '../../../fakes/checked-orders.js'
import { core } from '../../../fakes/fake-provider.js'
import { GatewayUnderTest } from '../../../fakes/gateway-under-test.js'

const server = 'survival'
const ownIds = ['ext.java.message.send', 'ext.java.command.run', 'ext.java.ban.remove', 'ext.java.operator.grant']
const coreIds = ['player.list', 'player.kick', 'player.ban', 'player.teleport', 'chat.broadcast']
const alone = { quorums: () => ({ criticalQuorum: 0, quorums: {} }) }

function scene(capabilityIds: readonly string[] = [...coreIds, ...ownIds]) {
  const under = new GatewayUnderTest(alone)
  const capabilities = capabilityIds.map((id) => manifestOf(id) ?? core(id))
  const fake = under.serve(server, [], { name: 'Survival', kind: 'java', capabilities })
  const steve = { name: 'Steve', location: { world: 'world', x: 1, y: 64, z: 2 } }
  fake
    .answers('player.list', () => ({ data: { players: [steve, { name: 'Mia' }], online: 2, max: 20 } }))
    .answers('player.kick', () => ({ data: { success: true, playerName: 'Mia' } }))
    .answers('player.ban', () => ({ data: { success: true, playerName: 'Mia' } }))
    .answers('player.teleport', () => ({ data: { success: true } }))
    .answers('chat.broadcast', () => ({ data: {} }))
    .answers('ext.java.message.send', () => ({ data: { sent: true } }))
    .answers('ext.java.ban.remove', () => ({ data: { changed: true } }))
    .answers('ext.java.operator.grant', () => ({ data: { changed: true } }))
    .answers('ext.java.command.run', () => ({ data: { reply: 'There are 2 players online.\nSteve, Mia' } }))
  const { registry, ownerCommands, onlinePlayers: players, consoles } = under.gateway
  const orders = checkedOrders(serverPageOrders({ registry, ownerCommands, players, consoles }))
  return { under, fake, orders }
}

describe('what an owner does to a player', () => {
  it('runs at once, asks nobody, and is logged as the owner’s', async () => {
    const { under, fake, orders } = scene()
    const kick = { server, act: 'kick', player: 'Mia', text: 'Lunch' } as const
    expect(await orders['players:act'](kick, 'window')).toEqual({ ok: true, value: null })
    expect(under.questions).toEqual([])
    expect(fake.requestsFor('player.kick')).toMatchObject([
      { arguments: { playerName: 'Mia', reason: 'Lunch' }, caller: 'owner', byOwner: true },
    ])
    expect(under.audit.events.map(({ eventType, caller }) => [eventType, caller?.id])).toEqual([
      ['approve', 'owner'],
      ['invoke', 'owner'],
      ['invoke', 'owner'],
    ])
    expect(under.audit.events[0]).toMatchObject({ approvalInfo: { approvedBy: 'desktop' } })
  })

  it('is ordered by the window, and by nobody else', async () => {
    const { fake, orders } = scene()
    for (const giver of ['pop-up', 'stdin', 'command-line'] as const satisfies readonly Giver[]) {
      const answers = [
        await orders['players:act']({ server, act: 'kick', player: 'Mia' }, giver),
        await orders['console:run']({ server, command: 'stop' }, giver),
        await orders['console:read']({ server }, giver),
        await orders['players:online']({ server }, giver),
      ]
      for (const answer of answers) expect(answer).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    }
    expect(fake.requests).toEqual([])
  })

  it.each([
    [{ act: 'message', player: 'Mia', text: 'hi' }, 'ext.java.message.send', { playerName: 'Mia', message: 'hi' }],
    [{ act: 'broadcast', text: 'hi all' }, 'chat.broadcast', { message: 'hi all' }],
    [{ act: 'unban', player: 'Alex' }, 'ext.java.ban.remove', { playerName: 'Alex' }],
    [
      { act: 'teleport', player: 'Mia', to: { player: 'Steve' } },
      'player.teleport',
      { playerName: 'Mia', location: { world: 'world', x: 1, y: 64, z: 2 } },
    ],
    [
      { act: 'teleport', player: 'Mia', to: { place: { world: 'world', x: 7, y: 70, z: 8 } } },
      'player.teleport',
      { playerName: 'Mia', location: { world: 'world', x: 7, y: 70, z: 8 } },
    ],
  ] as const)('does %j', async (act, capabilityId, given) => {
    const { fake, orders } = scene()
    expect(await orders['players:act']({ server, ...act }, 'window')).toEqual({ ok: true, value: null })
    expect(fake.requestsFor(capabilityId)).toMatchObject([{ arguments: given }])
  })

  it('bans only when the name is typed exactly', async () => {
    const { fake, orders } = scene()
    const ban = { server, act: 'ban', player: 'Mia' } as const
    for (const typed of [undefined, 'mia', 'Survival']) {
      const answer = await orders['players:act']({ ...ban, ...(typed !== undefined && { typed }) }, 'window')
      expect(answer).toMatchObject({ ok: false, error: { code: 'RISK.APPROVAL_NOT_TYPED' } })
    }
    expect(fake.requestsFor('player.ban')).toEqual([])
    expect(await orders['players:act']({ ...ban, typed: 'Mia' }, 'window')).toEqual({ ok: true, value: null })
  })

  it('says what cannot be done', async () => {
    const { orders } = scene(['player.list'])
    const act = { act: 'kick', player: 'Mia' } as const
    expect(await orders['players:act']({ server, ...act }, 'window')).toMatchObject({
      error: { code: 'PROTOCOL.CAPABILITY_NOT_FOUND' },
    })
    expect(await orders['players:act']({ server: 'elsewhere', ...act }, 'window')).toMatchObject({
      error: { code: 'PROTOCOL.SERVER_NOT_FOUND' },
    })
  })

  it('does not teleport to a player who is not there, or whose place is not known', async () => {
    const { fake, orders } = scene()
    for (const [to, code] of [
      ['Alex', 'BUSINESS.PLAYER_OFFLINE'],
      ['Mia', 'BUSINESS.OPERATION_FAILED'],
    ] as const) {
      const act = { server, act: 'teleport', player: 'Steve', to: { player: to } } as const
      expect(await orders['players:act'](act, 'window')).toMatchObject({ error: { code } })
    }
    expect(fake.requestsFor('player.teleport')).toEqual([])
  })
})

describe('the console of an owner', () => {
  it('runs a command as the owner, and keeps command and reply', async () => {
    const { under, orders } = scene()
    expect(await orders['console:run']({ server, command: 'list' }, 'window')).toEqual({ ok: true, value: null })
    expect(under.questions).toEqual([])
    expect(under.audit.events.at(-1)).toMatchObject({ caller: { id: 'owner' }, request: { command: 'list' } })
    const read = await orders['console:read']({ server }, 'window')
    expect(read).toMatchObject({ ok: true, value: { hasCommands: true, hasLog: false } })
    expect(read.ok && read.value.lines).toMatchObject([
      { kind: 'call', caller: { id: 'owner' }, arguments: { command: 'list' } },
      { kind: 'reply', text: 'There are 2 players online.' },
      { kind: 'reply', text: 'Steve, Mia' },
    ])
  })

  it('needs no second confirmation: the command itself was typed', async () => {
    const { fake, orders } = scene()
    expect(await orders['console:run']({ server, command: 'op Mia' }, 'window')).toEqual({ ok: true, value: null })
    expect(fake.requestsFor('ext.java.command.run')).toHaveLength(1)
  })

  it.each(['say a\nstop', 'say a\rstop', 'say \u0000', 'say \u001b[2J'])('refuses %j', async (command) => {
    const { fake, orders } = scene()
    expect(await orders['console:run']({ server, command }, 'window')).toMatchObject({
      error: { code: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' },
    })
    expect(fake.requests).toEqual([])
  })

  it('shows what an AI did, by its name, and not what it read or was denied', async () => {
    const { under, orders } = scene()
    await under.call('player.list', {})
    await under.call('player.teleport', { playerName: 'Mia', location: { world: 'world', x: 1, y: 2, z: 3 } })
    const read = await orders['console:read']({ server }, 'window')
    expect(read.ok && read.value.lines).toMatchObject([
      { kind: 'call', caller: { name: 'A test' }, capabilityId: 'player.teleport' },
    ])
  })
})

describe('the orders of the page of a server', () => {
  const check = createPayloadCheck()

  it('name no other capability, and are bounded', () => {
    const act = { server, act: 'kick', player: 'Mia' }
    expect(check('players:act', act)).toBe(true)
    for (const other of ['command', 'system.restore', 'player.kick'])
      expect(check('players:act', { ...act, act: other })).toBe(false)
    expect(check('players:act', { ...act, text: 'x'.repeat(257) })).toBe(false)
    expect(check('players:act', { ...act, capabilityId: 'system.restore' })).toBe(false)
    expect(check('console:run', { server, command: 'x'.repeat(1_025) })).toBe(false)
    expect(check('console:run', { server, command: '' })).toBe(false)
  })

  it('read who is online, with their places, cleaned', async () => {
    const { under, fake, orders } = scene()
    const at = under.clock.now().toISOString()
    fake.answers('player.list', () => ({ data: { players: [{ name: 'Mia\u202e\n' }], online: 1, max: 20 } }))
    under.gateway.onlinePlayers.note({
      ...{ kind: 'game', id: '1', at, server: { id: server, name: 'Survival' }, eventId: 'player.join' },
      data: { playerName: 'Mia' },
    })
    expect(await orders['players:online']({ server }, 'window')).toEqual({
      ok: true,
      value: [{ player: 'Mia', since: at }],
    })
    expect(under.audit.events).toEqual([])
    expect(playerActs).not.toContain('command')
  })
})
