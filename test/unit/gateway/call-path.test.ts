import { describe, expect, it } from 'vitest'
import { CallPath, end } from '../../../src-main/gateway/call-path.js'

interface Walked {
  readonly steps: readonly string[]
}
const go = (name: string) => (call: Walked) => ({ steps: [...call.steps, name] })
const stop = (call: Walked) => end({ kind: 'done', data: { steps: call.steps } })

describe('a call path', () => {
  it('walks its steps from first to last and says how far it is after each', async () => {
    const reached: number[] = []
    const path = CallPath.begin(go('a'))
      .step(async (call: Walked) => go('b')(call))
      .step(go('c'))
    const walked = await path.walk({ steps: [] }, undefined, (call) => reached.push(call.steps.length))
    expect(walked).toEqual({ steps: ['a', 'b', 'c'] })
    expect(reached).toEqual([1, 2, 3])
  })

  it('goes no further once a step has ended the call', async () => {
    const path = CallPath.begin<Walked, Walked, undefined>(go('a')).step<Walked>(stop).step(go('never'))
    expect(await path.walk({ steps: [] }, undefined, () => {})).toEqual({
      ended: { kind: 'done', data: { steps: ['a'] } },
    })
  })

  it('rejects with what a step throws', async () => {
    const path = CallPath.begin((): Walked => {
      throw new Error('a bug')
    })
    await expect(path.walk({ steps: [] }, undefined, () => {})).rejects.toThrow('a bug')
  })
})
