import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Delivery, maxQueued } from '../../../src-main/telemetry/delivery.js'

describe('delivery', () => {
  it('drops and counts what is beyond the queue, for each signal alone', () => {
    const delivery = new Delivery()
    expect(delivery.admit('traces', maxQueued)).toBe(true)
    expect(delivery.admit('traces', 3)).toBe(false)
    expect(delivery.admit('logs', 1)).toBe(true)
    expect(delivery.counts).toEqual({ sent: 0, dropped: 3 })
    delivery.ended('traces', maxQueued, true)
    expect(delivery.admit('traces', 3)).toBe(true)
    expect(delivery.counts).toEqual({ sent: maxQueued, dropped: 3 })
  })

  it('says that a part was rejected', () => {
    const delivery = new Delivery()
    delivery.admit('logs', 10)
    delivery.ended('logs', 10, true, 4)
    expect(delivery.counts).toEqual({ sent: 6, dropped: 4, problem: 'rejected' })
  })

  it('counts each record once, whatever a collector says about a batch', () => {
    const batch = fc.record({
      count: fc.nat(600),
      isAccepted: fc.boolean(),
      rejected: fc.oneof(fc.integer(), fc.double()),
    })
    fc.assert(
      fc.property(fc.array(batch), (batches) => {
        const delivery = new Delivery()
        let offered = 0
        for (const { count, isAccepted, rejected } of batches) {
          offered += count
          if (delivery.admit('traces', count)) delivery.ended('traces', count, isAccepted, rejected)
        }
        const { sent, dropped } = delivery.counts
        expect(sent + dropped).toBe(offered)
        expect(sent).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
