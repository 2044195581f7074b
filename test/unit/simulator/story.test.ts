import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { coreCatalogue } from '../../../src-main/contract/core-catalogue.js'
import { DemoWorld } from '../../../src-main/simulator/demo-world.js'
import { tellStory } from '../../../src-main/simulator/story.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the story of the demo world', () => {
  it('tells what the catalogue knows, round after round, and ends when it is told to', () => {
    const world = new DemoWorld(() => 0)
    const told: [string, object][] = []
    const emit = (eventId: string, data: object) => void told.push([eventId, data])
    const end = tellStory(world, { address: '', emit, close: async () => {} })
    vi.advanceTimersByTime(7_000 * 12)
    expect(told).toHaveLength(12)
    const validator = new CapabilityValidator()
    for (const [eventId, data] of told) {
      const manifest = coreCatalogue.get(eventId)
      expect(manifest && validator.checkReturns(manifest, data), eventId).toMatchObject({ ok: true })
    }
    expect(world.players().map(({ name }) => name)).toEqual(['Steve', 'Alex'])
    end()
    vi.advanceTimersByTime(70_000)
    expect(told).toHaveLength(12)
  })
})
