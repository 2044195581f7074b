import type { LiveEntry } from '@shared/trail/live.js'
import { expect, it } from 'vitest'
import { limitHeapGrowth, loadEntries, periodMs } from '../../../src-main/compose/heap-growth.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { FakeClock } from '../../fakes/fake-clock.js'

it('limits the growth of the heap while little happens, and leaves it to V8 under a load', async () => {
  const clock = new FakeClock()
  const arrived = new Emitter<LiveEntry>()
  const chosen: number[] = []
  const end = limitHeapGrowth({ onDidArrive: arrived.on }, clock, (percent) => chosen.push(percent))
  const minuteWith = async (entries: number) => {
    for (let one = 0; one < entries; one++) arrived.emit({} as LiveEntry)
    await clock.advance(periodMs)
  }

  await minuteWith(loadEntries - 1)
  expect(chosen).toEqual([10])
  await minuteWith(loadEntries)
  await minuteWith(1)
  expect(chosen).toEqual([10, 0, 10])

  end()
  await minuteWith(loadEntries)
  expect(chosen).toHaveLength(3)
})
