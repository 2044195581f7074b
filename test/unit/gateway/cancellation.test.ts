import { describe, expect, it } from 'vitest'
import { Cancellation } from '../../../src-main/gateway/cancellation.js'

describe('a cancellation', () => {
  it('tells each listener once, with the reason', () => {
    const cancellation = new Cancellation()
    const heard: unknown[] = []
    cancellation.onCancel((reason) => heard.push(reason))
    const end = cancellation.onCancel(() => heard.push('ended'))
    end()
    cancellation.cancel('first')
    cancellation.cancel('second')
    expect([heard, cancellation.isCancelled]).toEqual([['first'], true])
  })

  it('calls back at once who comes too late', () => {
    const cancellation = new Cancellation()
    cancellation.cancel('over')
    const heard: unknown[] = []
    cancellation.onCancel((reason) => heard.push(reason))
    expect(heard).toEqual(['over'])
  })

  it('aborts its signal, whether that was made before or after', () => {
    const [early, late] = [new Cancellation(), new Cancellation()]
    const { signal } = early
    early.cancel('why')
    late.cancel('why')
    expect([signal.aborted, signal.reason, late.signal.aborted, late.signal.reason]).toEqual([true, 'why', true, 'why'])
    expect(early.signal).toBe(signal)
  })

  it('tells the others where one listener takes itself away', () => {
    const cancellation = new Cancellation()
    const heard: string[] = []
    const end = cancellation.onCancel(() => {
      end()
      heard.push('one')
    })
    cancellation.onCancel(() => heard.push('two'))
    cancellation.cancel()
    expect(heard).toEqual(['one', 'two'])
  })
})
