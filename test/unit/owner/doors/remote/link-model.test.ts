/**
 * Any sequence of requests, answers, cuts, restarts, revocations and recorded frames, over the link between windows of two
 * people and a gateway: nothing is lost, nothing is done twice, and nobody approves for another.
 */
import { randomBytes } from 'node:crypto'
import { remoteWire } from '@shared/remote/wire.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cable } from '../../../../fakes/remote/cable.js'
import { type GivenOrder, LinkWorld } from '../../../../fakes/remote/link-world.js'
import { times } from '../../../../fixtures/properties.js'

interface Event {
  readonly run: (world: LinkWorld) => void | Promise<void>
  /** As a failure names it. */
  readonly [fc.toStringMethod]: () => string
}

const event = (name: string, run: Event['run']): Event => ({ run, [fc.toStringMethod]: () => name })

const names = ['ada', 'ben'] as const
const person = fc.constantFrom(...names)
const side = fc.constantFrom('window' as const, 'gateway' as const)
const idOf = (world: LinkWorld, which: number): string | undefined => {
  const { length } = world.asked
  return length === 0 ? undefined : world.asked[length - 1 - (which % length)]?.id
}

const ask = fc
  .record({ needed: fc.integer({ min: 1, max: 2 }), risk: fc.constantFrom('medium', 'high', 'critical' as const) })
  .map(({ needed, risk }): Event => event(`ask ${needed} ${risk}`, (world) => world.ask(needed, risk)))

/** Asks while everybody can be asked. */
const askConnected = fc.integer({ min: 1, max: 2 }).map(
  (needed): Event =>
    event(`ask ${needed} of everybody`, async (world) => {
      for (const name of names) if (!world.lines.get(name)?.cable.isUsable) await world.connect(name)
      await world.drain()
      await world.ask(needed, 'high')
    }),
)

const connect = person.map((name): Event => event(`connect ${name}`, (world) => world.connect(name)))

const deliver = fc.record({ name: person, to: side, count: fc.integer({ min: 1, max: 6 }) }).map(
  ({ name, to, count }): Event =>
    event(`deliver ${count} to ${to} of ${name}`, async (world) => {
      for (let at = 0; at < count; at += 1) world.lines.get(name)?.cable.deliver(to)
      await world.clock.advance(0)
    }),
)

const drain = fc.constant(event('drain', (world) => world.drain()))

const cut = fc
  .record({ name: person, noticed: fc.subarray(['window', 'gateway'] as const) })
  .map(
    ({ name, noticed }): Event =>
      event(`cut ${name}, noticed by ${noticed.join(' and ') || 'nobody'}`, (world) =>
        world.lines.get(name)?.cable.cut(noticed),
      ),
  )

const show = fc.record({ name: person, which: fc.nat(3) }).map(
  ({ name, which }): Event =>
    event(`show ${which} to ${name}`, (world) => {
      const id = idOf(world, which)
      if (id) world.order(name, 'pop-up:shown', { id }, 'pop-up')
    }),
)

const decide = fc
  .record({
    name: person,
    which: fc.nat(3),
    decision: fc.constantFrom('approve', 'approve', 'approve', 'deny' as const),
  })
  .map(
    ({ name, which, decision }): Event =>
      event(`${name} ${decision} ${which}`, (world) => {
        const id = idOf(world, which)
        if (id) world.order(name, 'approvals:decide', { id, decision }, 'pop-up')
      }),
  )

/** Reads a request and approves it, over a link that works. */
const approve = fc.record({ name: person, which: fc.nat(1) }).map(
  ({ name, which }): Event =>
    event(`${name} reads and approves ${which}`, async (world) => {
      const id = idOf(world, which)
      if (!id) return
      if (!world.lines.get(name)?.cable.isUsable) await world.connect(name)
      world.order(name, 'pop-up:shown', { id }, 'pop-up')
      await world.drain()
      await world.clock.advance(1_000)
      world.order(name, 'approvals:decide', { id, decision: 'approve' }, 'pop-up')
    }),
)

const orderOnce = person.map(
  (name): Event =>
    event(
      `${name} orders`,
      (world) => void world.order(name, 'areas:remove', { server: 'overworld', name: `area-${world.given.length}` }),
    ),
)

/** An order arrives, and its reply does not. */
const orderWithoutReply = fc.record({ name: person, noticed: fc.subarray(['window', 'gateway'] as const) }).map(
  ({ name, noticed }): Event =>
    event(`${name} orders and gets no reply`, async (world) => {
      const { cable } = world.lines.get(name) ?? {}
      world.order(name, 'areas:remove', { server: 'overworld', name: `area-${world.given.length}` })
      while (cable?.deliver('gateway')) await world.clock.advance(0)
      cable?.cut(noticed)
    }),
)

const wait = fc
  .constantFrom(300, 1_000, 10_000, 60_000, 200_000)
  .map((milliseconds): Event => event(`wait ${milliseconds}`, (world) => world.clock.advance(milliseconds)))

const restart = fc.constant(event('restart', (world) => world.restart()))
const crash = fc.constant(event('crash', (world) => world.crash()))
/** The gateway is killed, and everybody comes back. */
const crashAndReturn = fc.constant(
  event('crash and return', async (world) => {
    world.crash()
    for (const name of names) await world.connect(name)
    await world.drain()
  }),
)
const revoke = person.map((name): Event => event(`revoke ${name}`, (world) => world.revoke(name)))
const pairAgain = person.map((name): Event => event(`pair ${name} again`, (world) => world.pairAgain(name)))

const role = fc
  .record({ name: person, to: fc.constantFrom('viewer', 'moderator', 'owner', 'owner' as const) })
  .map(({ name, to }): Event => event(`${name} becomes ${to}`, (world) => world.changeRole(name, to)))

/** Somebody who recorded what a window sent, with a connection of their own. */
const replay = fc.record({ name: person, from: fc.nat(20), count: fc.integer({ min: 1, max: 12 }) }).map(
  ({ name, from, count }): Event =>
    event(`replay ${count} frames of ${name}`, async (world) => {
      const recorded = world.windows.get(name)?.sent ?? []
      await expectNothing(world, [...recorded.slice(0, 1), ...recorded.slice(from, from + count)])
    }),
)

/** Somebody without a device says what they like. */
const forge = person.map(
  (name): Event =>
    event(`forge as ${name}`, async (world) => {
      const device = world.person(name).device ?? 'computer:00000009'
      const id = idOf(world, 0) ?? 'none'
      const approval = { page: 'pop-up', name: 'approvals:decide', payload: { id, decision: 'approve' } }
      await expectNothing(world, [JSON.stringify({ order: 1, boot: '', ...approval })])
      const signature = randomBytes(64).toString('base64')
      await expectNothing(world, [
        JSON.stringify({ prove: { device, signature } }),
        JSON.stringify({ order: 1, boot: '', ...approval }),
      ])
    }),
)

/** A person whose own window misbehaves: it repeats and reorders what it sent, also in earlier connections. */
const repeat = fc.record({ name: person, order: fc.array(fc.nat(12), { maxLength: 6 }) }).map(
  ({ name, order }): Event =>
    event(`${name} repeats ${order}`, (world) => {
      const { cable } = world.lines.get(name) ?? {}
      const sent = [...(world.windows.get(name)?.sent ?? [])].reverse()
      if (!cable) return
      world.misbehaving.add(name)
      for (const at of order) {
        const frame = sent[at]
        if (frame !== undefined) cable.end('window').send(frame)
      }
    }),
)

async function expectNothing(world: LinkWorld, frames: readonly string[]): Promise<void> {
  const cable = new Cable()
  const received: string[] = []
  world.plug({ cable, exporter: randomBytes(32) }, { frame: (text) => void received.push(text), closed() {} })
  const end = cable.end('window')
  for (const frame of frames) end.send(frame)
  for (let isMoving = true; isMoving; ) {
    isMoving = cable.deliver('gateway') || cable.deliver('window')
    await world.clock.advance(0)
    isMoving ||= cable.isWaiting
  }
  const said = received.flatMap((text) => Object.keys(JSON.parse(text) as object))
  expect(said.filter((what) => what !== 'hello' && what !== 'refused')).toEqual([])
  cable.cut(['window', 'gateway'])
}

/** What is true at any moment. */
function expectSafe(world: LinkWorld): void {
  for (const { id, runs, needed, outcome } of world.asked) {
    expect(runs).toBeLessThanOrEqual(1)
    if (runs === 0) continue
    expect(outcome).toBe('approved')
    const agreed = world.followed.filter(({ payload, didCount }) => didCount && isDecision(payload, id, 'approve'))
    expect(new Set(agreed.map((one) => one.person)).size).toBeGreaterThanOrEqual(needed)
  }
  for (const { name, payload, person, role, didCount } of world.followed) {
    const given = world.given.filter((one) => one.person === person && isSame(one.order, name, payload))
    const followed = world.followed.filter((one) => one.person === person && isSame(one, name, payload))
    expect(followed.length, `${person} gave ${name}`).toBeLessThanOrEqual(given.length)
    if (didCount) expect(name === 'areas:remove' ? ['owner'] : ['owner', 'moderator']).toContain(role)
  }
}

const isDecision = (payload: unknown, id: string, decision: 'approve' | 'deny'): boolean =>
  isSame({ name: '', payload }, '', { id, decision })
const isSame = (one: { name: string; payload: unknown }, name: string, payload: unknown): boolean =>
  one.name === name && JSON.stringify(one.payload) === JSON.stringify(payload)

/** Everybody reconnects, and what is open ends. */
async function expectSettled(world: LinkWorld): Promise<void> {
  for (const name of names) {
    world.pairAgain(name)
    await world.connect(name)
  }
  // A cut that nobody noticed is noticed by silence, and the window connects again by itself.
  await world.pass(remoteWire.silenceMs + remoteWire.heartbeatMs)
  for (const name of names) expect(world.windows.get(name)?.link.identity.link.kind).toBe('connected')
  const lists = names.map((name) => world.order(name, 'approvals:list'))
  await world.drain()
  const truth: unknown = JSON.parse(JSON.stringify(world.approvals.open()))
  for (const { end } of lists) expect(end).toEqual({ ok: true, value: truth })

  for (const { person, order } of world.given) {
    expect(order.end, `${person} ${order.name}`).toBeDefined()
    if (order.name === 'areas:remove' && !world.misbehaving.has(person)) expectSame(world, person, order)
  }
  for (const name of names) {
    if (world.misbehaving.has(name)) continue
    for (const { id } of world.asked) expectSameDecisions(world, name, id)
  }
  await world.clock.advance(1_000_000)
  expect(world.approvals.open()).toEqual([])
  for (const { id, outcome, runs, mayBeDenied } of world.asked) {
    expect(outcome).toMatch(/^(?:approved|denied|expired)$/u)
    if (outcome === 'approved') expect(runs).toBe(1)
    const isDenied = world.followed.some(({ payload, didCount }) => didCount && isDecision(payload, id, 'deny'))
    if (outcome === 'denied') expect(isDenied || mayBeDenied, 'somebody denied it').toBe(true)
  }
  expectSafe(world)
}

type Shown = 'done' | 'not done' | 'unknown'

/** What a window says became of an order. */
function shownOf({ end }: GivenOrder): Shown {
  if (end?.ok) return 'done'
  const why = end?.error.details?.gateway
  return why === 'restarted' || why === 'unanswered' ? 'unknown' : 'not done'
}

/** An order that was given once is shown as it was followed. */
function expectSame(world: LinkWorld, person: string, order: GivenOrder): void {
  const followed = world.followed.filter((one) => one.person === person && isSame(one, order.name, order.payload))
  const shown = shownOf(order)
  if (shown === 'done') expect(followed.map(({ didCount }) => didCount)).toEqual([true])
  if (shown === 'not done') expect(followed).toEqual([])
}

/** A window shows an approval as given when it counted, and only then; it says when it does not know. */
function expectSameDecisions(world: LinkWorld, name: string, id: string): void {
  const shown = world.given.flatMap(({ person, order }) =>
    person === name && isDecision(order.payload, id, 'approve') ? [shownOf(order)] : [],
  )
  const counted = world.followed.filter(
    ({ person, payload, didCount }) => person === name && didCount && isDecision(payload, id, 'approve'),
  )
  const done = shown.filter((one) => one === 'done').length
  expect(counted.length).toBeGreaterThanOrEqual(done)
  expect(counted.length).toBeLessThanOrEqual(done + shown.filter((one) => one === 'unknown').length)
}

const anyEvent = fc.oneof(
  { weight: 2, arbitrary: ask },
  { weight: 5, arbitrary: askConnected },
  { weight: 3, arbitrary: connect },
  { weight: 5, arbitrary: deliver },
  { weight: 3, arbitrary: drain },
  { weight: 4, arbitrary: cut },
  { weight: 3, arbitrary: show },
  { weight: 4, arbitrary: decide },
  { weight: 7, arbitrary: approve },
  { weight: 3, arbitrary: orderOnce },
  { weight: 3, arbitrary: orderWithoutReply },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: crash },
  { weight: 2, arbitrary: crashAndReturn },
  { weight: 1, arbitrary: revoke },
  { weight: 3, arbitrary: pairAgain },
  { weight: 1, arbitrary: role },
  { weight: 1, arbitrary: replay },
  { weight: 1, arbitrary: forge },
  { weight: 3, arbitrary: repeat },
)

describe('the link between windows and a gateway', () => {
  it(
    'loses nothing, does nothing twice, and lets nobody approve for another',
    () =>
      times(Number(process.env.GATEHOUSE_LINK_RUNS ?? 80)).forAllAsync(
        fc.array(anyEvent, { minLength: 10, maxLength: 60 }),
        async (events) => {
          const world = new LinkWorld()
          for (const name of names) await world.connect(name)
          await world.drain()
          for (const { run } of events) {
            await run(world)
            expectSafe(world)
          }
          await expectSettled(world)
        },
      ),
    120_000,
  )
})
