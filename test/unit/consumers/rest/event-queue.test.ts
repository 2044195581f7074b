import type { GameEntry } from '@shared/trail/live.js'
import { expect, it } from 'vitest'
import { EventQueue } from '../../../../src-main/consumers/rest/event-queue.js'

const event = (id: number): GameEntry => ({
  kind: 'game',
  id: `${id}`,
  at: '2026-01-19T10:30:00Z',
  server: { id: 'a', name: 'A' },
  eventId: 'player.join',
  data: {},
})

// verifies: events-delivery
it('a queue returns its events in order, and reports once how many of the oldest were dropped', () => {
  const queue = new EventQueue(2)
  for (const id of [1, 2, 3, 4, 5]) queue.add(event(id))
  expect(queue.take()).toEqual({ missed: 3, event: event(4) })
  expect(queue.take()).toEqual({ missed: 0, event: event(5) })
  expect(queue.take()).toBeUndefined()
})

it('a queue that was cleared holds nothing', () => {
  const queue = new EventQueue()
  queue.add(event(1))
  queue.clear()
  expect(queue.take()).toBeUndefined()
})
