/** The door for windows of other computers, over real TLS on loopback. */
import { generateKeyPairSync } from 'node:crypto'
import { request } from 'node:https'
import { pairingCodeText, readPairingCode } from '@shared/remote/pairing-code.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type RemoteScene, remoteScene } from '../../../../fakes/remote-scene.js'
import { deviceKeys } from '../../../../fakes/remote-window.js'

const ada = { name: 'Ada', role: 'owner' } as const
const bob = { name: 'Bob', role: 'viewer' } as const
const desktop = { id: 'desktop', name: 'desktop', kind: 'desktop' } as const

let scene: RemoteScene
let ran: string[]
beforeEach(async () => {
  ran = []
  scene = await remoteScene({
    orders: {
      'panic:on': () => void ran.push('panic:on'),
      'panic:off': () => void ran.push('panic:off'),
      'rules:remove': ({ id }) => void ran.push(id),
      'asking:resume': (_payload, giver) => void ran.push(typeof giver === 'string' ? giver : giver.person.name),
    },
  })
})
afterEach(() => scene.stop())

describe('pairing', () => {
  const invite = () => scene.invitations.begin({ kind: 'new', terms: ada }, desktop).secret

  it('adds the computer of a new person, with the role that the owner chose', async () => {
    const window = await scene.unproven()
    await window.pair(invite(), 'Ada’s laptop')
    expect(scene.people.list()).toMatchObject([
      { name: 'Ada', role: 'owner', ways: [{ kind: 'computer', name: 'Ada’s laptop' }] },
    ])
    await window.prove()
    expect((await window.message('welcome')).welcome).toMatchObject({
      orders: 0,
      person: { name: 'Ada', role: 'owner' },
    })
  })

  it('uses a code once', async () => {
    const secret = invite()
    await (await scene.unproven()).pair(secret)
    const second = await scene.unproven()
    second.send({ pair: { secret, computer: 'another', publicKey: second.keys.publicKey } })
    expect(await second.refusal()).toMatchObject({ code: 'AUTH.TOKEN_EXPIRED' })
    expect(scene.people.list()).toHaveLength(1)
  })

  it('ends a code after five wrong tries of anybody', async () => {
    const secret = invite()
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const guesser = await scene.unproven()
      guesser.send({ pair: { secret: `WRONG00${wrong}`, computer: 'x', publicKey: guesser.keys.publicKey } })
      expect(await guesser.refusal()).toMatchObject({ code: 'AUTH.TOKEN_INVALID' })
      await guesser.closed()
    }
    const late = await scene.unproven()
    late.send({ pair: { secret, computer: 'x', publicKey: late.keys.publicKey } })
    expect(await late.refusal()).toMatchObject({ code: 'AUTH.TOKEN_EXPIRED' })
    expect(scene.people.list()).toEqual([])
  })

  it.each([
    ['whose computer was taken away', ({ device }) => scene.people.removeWay(device)],
    ['who is no owner any more', ({ person }) => void scene.people.change(person, { role: 'viewer' })],
    ['who was removed', ({ person }) => scene.people.remove(person)],
  ] satisfies [string, (computer: ReturnType<RemoteScene['computerOf']>) => void][])(
    'ends a code of an owner %s',
    async (_why, takeAway) => {
      const computer = scene.computerOf(ada)
      const inviter = { id: computer.person, name: 'Ada', kind: 'remote', role: 'owner' } as const
      const { secret } = scene.invitations.begin({ kind: 'new', terms: { ...ada, name: 'Eve' } }, inviter)
      takeAway(computer)
      expect(scene.invitations.open).toBeNull()
      const thief = await scene.unproven()
      thief.send({ pair: { secret, computer: 'x', publicKey: thief.keys.publicKey } })
      expect(await thief.refusal()).toMatchObject({ code: 'AUTH.TOKEN_EXPIRED' })
      expect(scene.people.list().map(({ name }) => name)).not.toContain('Eve')
    },
  )

  it('keeps the code of an owner while something of another person is taken away', () => {
    const { device } = scene.computerOf(bob)
    const { secret } = scene.invitations.begin({ kind: 'new', terms: ada }, desktop)
    scene.people.removeWay(device)
    expect(secret).toHaveLength(8)
    expect(scene.invitations.open).toMatchObject({ name: 'Ada' })
  })

  it('accepts no other kind of key', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const window = await scene.unproven()
    const ec = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    window.send({ pair: { secret: invite(), computer: 'x', publicKey: ec } })
    await window.refusal()
    expect(scene.people.list()).toEqual([])
  })

  it('gives a further computer to a person who has one', async () => {
    const { person } = scene.computerOf(ada)
    const { secret } = scene.invitations.begin({ kind: 'known', person, terms: ada }, desktop)
    await (await scene.unproven()).pair(secret)
    expect(scene.people.list()).toMatchObject([{ id: person, ways: [{ kind: 'computer' }, { kind: 'computer' }] }])
  })

  it('shows in its code the pin of the key that the gateway has', async () => {
    const window = await scene.unproven()
    const code = readPairingCode(pairingCodeText({ secret: invite(), pin: window.pin }))
    expect(code?.pin).toBe((await scene.unproven()).pin)
  })
})

describe('proof', () => {
  it('refuses a device that nobody added', async () => {
    const window = await scene.unproven()
    window.send({ prove: { device: 'computer:00000000', signature: window.signature() } })
    expect(await window.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
    await window.closed()
  })

  it('refuses the key of another device', async () => {
    const { device } = scene.computerOf(ada)
    const thief = await scene.unproven(deviceKeys())
    thief.send({ prove: { device, signature: thief.signature() } })
    expect(await thief.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
  })

  it('refuses a signature that was made for another TLS session', async () => {
    const computer = scene.computerOf(ada)
    const [honest, relay] = [await scene.unproven(computer.keys), await scene.unproven(computer.keys)]
    relay.send({ prove: { device: computer.device, signature: honest.signature() } })
    expect(await relay.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
    await honest.prove(computer.device)
  })

  it('follows no order before it', async () => {
    const window = await scene.unproven()
    window.send({ order: 1, boot: scene.door.boot, page: 'window', name: 'panic:on' })
    expect(await window.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
    expect(ran).toEqual([])
  })

  it('ends the open connection of a device that is taken away, and refuses it from then on', async () => {
    const computer = scene.computerOf(ada)
    const window = await scene.window(computer)
    scene.people.removeWay(computer.device)
    expect(await window.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
    await window.closed()
    const again = await scene.unproven(computer.keys)
    again.send({ prove: { device: computer.device, signature: again.signature() } })
    expect(await again.refusal()).toMatchObject({ code: 'AUTH.UNAUTHORIZED' })
  })

  it('lets a window that connects again replace its older connection', async () => {
    const computer = scene.computerOf(ada)
    const older = await scene.window(computer)
    const newer = await scene.window(computer)
    await older.closed()
    expect(await newer.order('panic:on')).toMatchObject({ ok: true })
  })
})

describe('orders', () => {
  it('follows what the role of the person includes, and nothing else', async () => {
    const viewer = await scene.window(scene.computerOf(bob))
    expect(await viewer.order('approvals:list')).toEqual({ ok: true, value: [] })
    expect(await viewer.order('panic:on')).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(await viewer.order('approvals:reveal', { id: 'x' })).toMatchObject({ ok: false })
    expect(await viewer.order('desktop:quit')).toMatchObject({ ok: false })
    expect(await viewer.order('__proto__')).toMatchObject({ ok: false })
    expect(ran).toEqual([])
  })

  it('asks for the role at each order', async () => {
    const computer = scene.computerOf({ name: 'Ada', role: 'moderator' })
    const window = await scene.window(computer)
    expect(await window.order('panic:on')).toMatchObject({ ok: true })
    scene.people.change(computer.person, { role: 'viewer' })
    await window.closed()
    const again = await scene.window(computer)
    expect(await again.order('panic:on')).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(ran).toEqual(['panic:on'])
  })

  it('sends nothing for owners to somebody who is none any more, also where that cannot be stored', async () => {
    const computer = scene.computerOf(ada)
    const window = await scene.window(computer)
    scene.people.isWritable = false
    expect(() => scene.people.change(computer.person, { role: 'viewer' })).toThrow('the disk is full')
    scene.door.send('people:changed', { people: ['a secret of owners'] } as never)
    await window.closed()
    expect(JSON.stringify(window.messages)).not.toContain('a secret of owners')
  })

  it('gives the name of the person to what follows the order, and to the log without the payload', async () => {
    const window = await scene.window(scene.computerOf(ada))
    await window.order('asking:resume', { client: 'a-secret' })
    expect(ran).toEqual(['Ada'])
    const line = scene.log.lines.find(({ details }) => details.order === 'asking:resume')
    expect(line?.details).toMatchObject({ actor: 'Ada' })
    expect(JSON.stringify(scene.log.lines)).not.toContain('a-secret')
  })

  it('puts each into the audit trail with the person, and neither its payload nor what only reads', async () => {
    const window = await scene.window(scene.computerOf(ada))
    await window.order('asking:resume', { client: 'a-secret' })
    await window.order('approvals:list')
    await window.order('asking:resume', { not: 'an order' })
    const rows = scene.audit.events.map(({ capabilityId, caller, request }) => ({ capabilityId, caller, request }))
    const caller = { type: 'user', id: expect.stringMatching(/^person:/u), name: 'Ada' }
    expect(rows).toEqual([{ capabilityId: 'system.owner.order', caller, request: { order: 'asking:resume' } }])
  })

  it('pauses no request of a server that the person may not answer for', async () => {
    await scene.window(scene.computerOf(ada))
    const { id } = await scene.ask()
    const moderator = await scene.window(scene.computerOf({ name: 'Mia', role: 'moderator', servers: ['elsewhere'] }))
    expect(await moderator.order('approvals:hold', { id }, { page: 'pop-up' })).toMatchObject({
      ok: false,
      error: { code: 'PERMISSION.DENIED' },
    })
    expect(scene.approvals.find(id)?.held).toBeUndefined()
  })

  it('refuses a payload that the schema does not accept', async () => {
    const window = await scene.window(scene.computerOf(ada))
    expect(await window.order('rules:remove', { id: 'x', more: 1 })).toMatchObject({ ok: false })
    expect(ran).toEqual([])
  })

  it('follows an order that comes again after a cut once, and sends the same reply', async () => {
    const computer = scene.computerOf(ada)
    const window = await scene.window(computer)
    const first = await window.order('rules:remove', { id: 'one' }, { number: 1 })
    window.cut()
    const again = await scene.window(computer)
    expect((await again.message('welcome')).welcome.orders).toBe(1)
    expect(await again.order('rules:remove', { id: 'one' }, { number: 1 })).toEqual(first)
    expect(ran).toEqual(['one'])
  })

  it('does not follow a number that was passed over, nor an order for an earlier start', async () => {
    const window = await scene.window(scene.computerOf(ada))
    await window.order('rules:remove', { id: 'five' }, { number: 5 })
    expect(await window.order('rules:remove', { id: 'four' }, { number: 4 })).toMatchObject({ ok: false })
    expect(await window.order('rules:remove', { id: 'six' }, { number: 6, boot: 'earlier' })).toMatchObject({
      ok: false,
    })
    expect(ran).toEqual(['five'])
  })
})

describe('events', () => {
  it('reach the windows whose role includes them', async () => {
    const [owner, viewer] = [await scene.window(scene.computerOf(ada)), await scene.window(scene.computerOf(bob))]
    const seen = Promise.all([owner.event('xiaozhi:changed'), viewer.event('rules:changed')])
    scene.door.send('xiaozhi:changed', [] as never)
    scene.door.send('rules:changed', { count: 1, damaged: false })
    await seen
    expect(viewer.messages.filter((one) => 'event' in one && one.event === 'xiaozhi:changed')).toEqual([])
  })

  it('never send what is for the parent process alone', async () => {
    const owner = await scene.window(scene.computerOf(ada))
    scene.door.send('live:entry', {} as never)
    scene.door.send('rules:changed', { count: 1, damaged: false })
    await owner.order('approvals:list')
    expect(owner.messages.filter((one) => 'event' in one).map((one) => 'event' in one && one.event)).toEqual([
      'rules:changed',
    ])
  })
})

describe('unknown clients', () => {
  it('are cut when they send more than a proof needs', async () => {
    const window = await scene.unproven()
    window.sendText('x'.repeat(40_000))
    await window.closed()
    expect(window.messages).toHaveLength(1)
  })

  it.each(['{', '[]', '{"pair":1}', '{"prove":{"device":1}}', '{"order":1,"prove":{}}', 'null', '{"order":"1"}'])(
    'are refused for %s',
    async (text) => {
      const window = await scene.unproven()
      window.sendText(text)
      await window.refusal()
      await window.closed()
    },
  )

  it('get nothing from any other path, and no page of the web opens the door', async () => {
    const status = await new Promise((resolve, reject) => {
      request({ port: scene.port, host: '127.0.0.1', path: '/mcp', rejectUnauthorized: false }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve([response.statusCode, body]))
      })
        .on('error', reject)
        .end()
    })
    expect(status).toEqual([404, ''])
    const page = new WebSocket(`wss://127.0.0.1:${scene.port}/owner`, {
      rejectUnauthorized: false,
      origin: 'https://example.com',
    })
    const refused = await new Promise((resolve) => {
      page.once('unexpected-response', (_request, response) => resolve(response.statusCode))
      page.once('open', () => resolve('open'))
      page.on('error', () => {})
    })
    page.terminate()
    expect(refused).toBe(404)
  })

  it('displace each other, and never a window that proved who it is', async () => {
    const window = await scene.window(scene.computerOf(ada))
    const others = await Promise.allSettled(Array.from({ length: 80 }, () => scene.unproven()))
    expect(others.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(40)
    await expect
      .poll(() => scene.log.problems.map(({ message }) => message))
      .toContain('connections of other computers were closed: too many are open')
    expect(await window.order('approvals:list')).toMatchObject({ ok: true })
  })
})

describe('a window that does not read', () => {
  it('is cut before much is kept for it, and others get their events', async () => {
    const [slow, other] = [await scene.window(scene.computerOf(ada)), await scene.window(scene.computerOf(bob))]
    slow.freeze()
    const long = 'x'.repeat(2_000_000)
    for (let sent = 0; sent < 40 && scene.door.size === 2; sent += 1) {
      scene.door.send('xiaozhi:changed', [long] as never)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => scene.door.size).toBe(1)
    const seen = other.event('rules:changed')
    scene.door.send('rules:changed', { count: 1, damaged: false })
    await seen
  })
})
