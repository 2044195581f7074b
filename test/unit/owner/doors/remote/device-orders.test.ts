import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DeviceOrders, keptReplies } from '../../../../../src-main/owner/doors/remote/device-orders.js'

describe('the orders of a device', () => {
  it('are followed once each, in the order of their numbers, however often and in whatever order they arrive', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 40 }), async (arriving) => {
        const orders = new DeviceOrders()
        const followed: number[] = []
        for (const number of arriving) {
          const reply = orders.follow(number, async () => {
            followed.push(number)
            return `reply ${number}`
          })
          if (reply) expect(await reply).toBe(`reply ${number}`)
          else expect(followed).not.toContain(number)
        }
        expect(followed).toEqual([...new Set(followed)].sort((one, other) => one - other))
        expect(orders.highest).toBe(Math.max(0, ...arriving))
      }),
    )
  })

  it('get the same reply while they are still being followed', async () => {
    const orders = new DeviceOrders()
    let end = (_reply: string) => {}
    const first = orders.follow(1, () => new Promise((resolve) => (end = resolve)))
    const again = orders.follow(1, async () => 'another')
    expect(orders.running).toBe(1)
    end('done')
    expect(await Promise.all([first, again])).toEqual(['done', 'done'])
    expect(orders.running).toBe(0)
  })

  it('are not followed again when their reply is not kept any more', async () => {
    const orders = new DeviceOrders()
    for (let number = 1; number <= keptReplies.count + 10; number += 1) await orders.follow(number, async () => 'x')
    expect(orders.follow(1, async () => 'again')).toBeUndefined()
    expect(await orders.follow(keptReplies.count + 10, async () => 'again')).toBe('x')
  })

  it('keep long replies only up to a total length, and always the last one', async () => {
    const orders = new DeviceOrders()
    const long = 'x'.repeat(keptReplies.length / 2 + 1)
    await orders.follow(1, async () => long)
    await orders.follow(2, async () => long)
    expect(orders.follow(1, async () => 'again')).toBeUndefined()
    expect(await orders.follow(2, async () => 'again')).toBe(long)
  })
})
