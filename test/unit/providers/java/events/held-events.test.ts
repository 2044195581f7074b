import { expect, it } from 'vitest'
import { HeldEvents } from '../../../../../src-main/providers/java/events/held-events.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'

const chat = (message: string) => ({ kind: 'chat', player: 'Steve', message, at: '' }) as never

it('holds events in order, and gives each once', () => {
  const held = new HeldEvents(new FakeClock())
  for (const message of ['a', 'b']) held.add(chat(message))
  expect(held.take()).toEqual({ events: [chat('a'), chat('b')], dropped: 0 })
  expect(held.take()).toEqual({ events: [], dropped: 0 })
})

it('marks what waited more than a minute as late, so that nothing is done for it', async () => {
  const clock = new FakeClock()
  const held = new HeldEvents(clock)
  held.add(chat('early'))
  await clock.advance(30_000)
  held.add(chat('later'))
  await clock.advance(30_001)
  expect(held.take().events).toEqual([{ ...(chat('early') as object), isLate: true }, chat('later')])
})

it('leaves out what is older than ten minutes, and what is too much, and counts it', async () => {
  const clock = new FakeClock()
  const held = new HeldEvents(clock)
  held.add(chat('old'))
  await clock.advance(10 * 60_000 + 1)
  for (let count = 0; count < 2_000 - 1; count++) held.add(chat(`${count}`))
  expect(held.take()).toMatchObject({ events: { length: 1_999, 0: chat('0') }, dropped: 1 })
  for (let count = 0; count < 2_002; count++) held.add(chat(`${count}`))
  expect(held.take()).toMatchObject({ events: { length: 2_000, 0: chat('2') }, dropped: 2 })
})
