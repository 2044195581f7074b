/**
 * Any sequence of requests, answers, cuts, restarts, revocations and recorded frames, over the link between windows of two
 * people and a gateway: nothing is lost, nothing is done twice, and nobody approves for another.
 */
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Cable } from '../../../../fakes/remote/cable.js'
import { LinkWorld } from '../../../../fakes/remote/link-world.js'
import { referenceDoor } from '../../../../fakes/remote/reference-door.js'
import { times } from '../../../../fixtures/properties.js'

interface Event {
  readonly run: (world: LinkWorld) => void | Promise<void>
  /** As a failure names it. */
  readonly [fc.toStringMethod]: () => string
}

const event = (name: string, run: Event['run']): Event => ({ run, [fc.toStringMethod]: () => name })

const person = fc.constantFrom('ada', 'ben')
const side = fc.constantFrom('window' as const, 'gateway' as const)
const idOf = (world: LinkWorld, which: number): string | undefined => {
  const { length } = world.asked
  return length === 0 ? undefined : world.asked[length - 1 - (which % length)]?.id
}

const ask = fc
  .record({ needed: fc.integer({ min: 1, max: 2 }), risk: fc.constantFrom('medium', 'high', 'critical' as const) })
  .map(({ needed, risk }): Event => event(`ask ${needed} ${risk}`, (world) => world.ask(needed, risk)))

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
      if (!world.lines.get(name)?.cable.isUsable) world.connect(name)
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

const wait = fc
  .constantFrom(300, 1_000, 10_000, 60_000, 200_000)
  .map((milliseconds): Event => event(`wait ${milliseconds}`, (world) => world.clock.advance(milliseconds)))

const restart = fc.constant(event('restart', (world) => world.restart()))
const crash = fc.constant(event('crash', (world) => world.crash()))
const revoke = person.map((name): Event => event(`revoke ${name}`, (world) => world.revoke(name)))
const pairAgain = person.map((name): Event => event(`pair ${name} again`, (world) => world.pairAgain(name)))

const role = fc.record({ name: person, to: fc.constantFrom('viewer', 'moderator', 'owner', 'owner' as const) }).map(
  ({ name, to }): Event =>
    event(`${name} becomes ${to}`, (world) => {
      world.person(name).role = to
    }),
)

/** Somebody who recorded what a window sent, with a connection of their own. */
const replay = fc.record({ name: person, from: fc.nat(20), count: fc.integer({ min: 1, max: 12 }) }).map(
  ({ name, from, count }): Event =>
    event(`replay ${count} frames of ${name}`, async (world) => {
      const recorded = world.lines.get(name)?.cable.recorded.window ?? []
      await expectNothing(world, [...recorded.slice(0, 1), ...recorded.slice(from, from + count)])
    }),
)

/** Somebody without a device says what they like. */
const forge = person.map(
  (name): Event =>
    event(`forge as ${name}`, async (world) => {
      const device = world.person(name).device?.device ?? 'computer:00000009'
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

/** A person whose own window misbehaves: it repeats and reorders what it sent in this connection. */
const repeat = fc.record({ name: person, order: fc.array(fc.nat(12), { maxLength: 6 }) }).map(
  ({ name, order }): Event =>
    event(`${name} repeats ${order}`, (world) => {
      const { cable } = world.lines.get(name) ?? {}
      if (!cable) return
      const sent = [...cable.recorded.window]
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
    const agreed = world.followed.filter(({ payload, didCount }) => didCount && isApproval(payload, id))
    expect(new Set(agreed.map((one) => one.person)).size).toBeGreaterThanOrEqual(needed)
  }
  for (const { name, payload, person, role, didCount } of world.followed) {
    const given = world.given.filter((one) => one.person === person && isSame(one.order, name, payload))
    const followed = world.followed.filter((one) => one.person === person && isSame(one, name, payload))
    expect(followed.length, `${person} gave ${name}`).toBeLessThanOrEqual(given.length)
    if (didCount) expect(name === 'areas:remove' ? ['owner'] : ['owner', 'moderator']).toContain(role)
  }
}

const isApproval = (payload: unknown, id: string): boolean =>
  isSame({ name: '', payload }, '', { id, decision: 'approve' })
const isSame = (one: { name: string; payload: unknown }, name: string, payload: unknown): boolean =>
  one.name === name && JSON.stringify(one.payload) === JSON.stringify(payload)

/** Everybody reconnects, and what is open ends. */
async function expectSettled(world: LinkWorld): Promise<void> {
  for (const name of ['ada', 'ben']) {
    world.pairAgain(name)
    world.connect(name)
  }
  await world.drain()
  const lists = ['ada', 'ben'].map((name) => world.order(name, 'approvals:list'))
  await world.drain()
  const truth = world.approvals.open()
  for (const { end } of lists)
    expect(end).toEqual({ kind: 'reply', result: { ok: true, value: JSON.parse(JSON.stringify(truth)) } })

  for (const { person, order, window } of world.given) {
    // The window of a device that was taken away stays without an answer.
    if (window !== world.windows.get(person)) continue
    expect(order.end.kind, `${person} ${order.name}`).not.toBe('waiting')
    if (order.end.kind !== 'reply' || !('result' in order.end)) continue
    const { ok } = order.end.result as { ok: boolean }
    if (order.name !== 'areas:remove') continue
    const followed = world.followed.filter((one) => one.person === person && isSame(one, order.name, order.payload))
    // What a window shows as done was done once; what it shows as refused was not.
    expect(followed.map(({ didCount }) => didCount)).toEqual(ok ? [true] : [])
  }
  await world.clock.advance(1_000_000)
  for (const { outcome } of world.asked) expect(outcome).toMatch(/^(?:approved|denied|expired)$/u)
  expect(world.approvals.open()).toEqual([])
  for (const { outcome, runs } of world.asked) if (outcome === 'approved') expect(runs).toBe(1)
  expectSafe(world)
}

const anyEvent = fc.oneof(
  { weight: 4, arbitrary: ask },
  { weight: 3, arbitrary: connect },
  { weight: 5, arbitrary: deliver },
  { weight: 3, arbitrary: drain },
  { weight: 4, arbitrary: cut },
  { weight: 3, arbitrary: show },
  { weight: 4, arbitrary: decide },
  { weight: 4, arbitrary: approve },
  { weight: 3, arbitrary: orderOnce },
  { weight: 3, arbitrary: wait },
  { weight: 1, arbitrary: restart },
  { weight: 1, arbitrary: crash },
  { weight: 1, arbitrary: revoke },
  { weight: 2, arbitrary: pairAgain },
  { weight: 1, arbitrary: role },
  { weight: 1, arbitrary: replay },
  { weight: 1, arbitrary: forge },
  { weight: 2, arbitrary: repeat },
)

describe('the link between windows and a gateway', () => {
  it(
    'loses nothing, does nothing twice, and lets nobody approve for another',
    () =>
      times(Number(process.env.GATEHOUSE_LINK_RUNS ?? 150)).forAllAsync(
        fc.array(anyEvent, { minLength: 10, maxLength: 60 }),
        async (events) => {
          const world = new LinkWorld(referenceDoor)
          for (const name of ['ada', 'ben']) world.connect(name)
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
