import { describe, expect, it } from 'vitest'
import { Cancellation } from '../../../../src-main/gateway/ports/cancellation.js'

describe('a cancellation', () => {
  it('notifies each listener once, with the reason', () => {
    const cancellation = new Cancellation()
    const received: unknown[] = []
    cancellation.onCancel((reason) => received.push(reason))
    const end = cancellation.onCancel(() => received.push('ended'))
    end()
    cancellation.cancel('first')
    cancellation.cancel('second')
    expect([received, cancellation.isCancelled]).toEqual([['first'], true])
  })

  it('notifies a late listener at once', () => {
    const cancellation = new Cancellation()
    cancellation.cancel('over')
    const received: unknown[] = []
    cancellation.onCancel((reason) => received.push(reason))
    expect(received).toEqual(['over'])
  })

  it('aborts its signal, whether it was created before or after', () => {
    const [early, late] = [new Cancellation(), new Cancellation()]
    const { signal } = early
    early.cancel('why')
    late.cancel('why')
    expect([signal.aborted, signal.reason, late.signal.aborted, late.signal.reason]).toEqual([true, 'why', true, 'why'])
    expect(early.signal).toBe(signal)
  })

  it('notifies the others where one listener removes itself', () => {
    const cancellation = new Cancellation()
    const received: string[] = []
    const end = cancellation.onCancel(() => {
      end()
      received.push('one')
    })
    cancellation.onCancel(() => received.push('two'))
    cancellation.cancel()
    expect(received).toEqual(['one', 'two'])
  })
})
