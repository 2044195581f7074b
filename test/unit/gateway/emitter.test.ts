import { describe, expect, it } from 'vitest'
import { Emitter } from '../../../src-main/gateway/emitter.js'

describe('an emitter', () => {
  it('tells every listener, in the order they came', () => {
    const emitter = new Emitter<number>()
    const heard: string[] = []
    emitter.on((event) => heard.push(`a${event}`))
    emitter.on((event) => heard.push(`b${event}`))
    emitter.emit(1)
    expect(heard).toEqual(['a1', 'b1'])
  })

  it('tells a listener no more once it has left, even in the middle', () => {
    const emitter = new Emitter<number>()
    const heard: number[] = []
    const leave = emitter.on((event) => {
      heard.push(event)
      leave()
    })
    emitter.emit(1)
    emitter.emit(2)
    expect(heard).toEqual([1])
  })
})
