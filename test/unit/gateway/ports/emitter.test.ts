import { describe, expect, it } from 'vitest'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'

describe('an emitter', () => {
  it('notifies every listener, in the order of registration', () => {
    const emitter = new Emitter<number>()
    const received: string[] = []
    emitter.on((event) => received.push(`a${event}`))
    emitter.on((event) => received.push(`b${event}`))
    emitter.emit(1)
    expect(received).toEqual(['a1', 'b1'])
  })

  it('does not notify a removed listener, even when removed during an event', () => {
    const emitter = new Emitter<number>()
    const received: number[] = []
    const leave = emitter.on((event) => {
      received.push(event)
      leave()
    })
    emitter.emit(1)
    emitter.emit(2)
    expect(received).toEqual([1])
  })
})
