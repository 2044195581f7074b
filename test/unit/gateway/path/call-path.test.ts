import { describe, expect, it } from 'vitest'
import { CallPath, end } from '../../../../src-main/gateway/path/call-path.js'

interface Walked {
  readonly steps: readonly string[]
}
const go = (name: string) => (call: Walked) => ({ steps: [...call.steps, name] })
const stop = (call: Walked) => end({ kind: 'done', data: { steps: call.steps } })

describe('a call path', () => {
  it('runs its steps in order and records the result of each and the progress of the call', async () => {
    const followed: unknown[] = []
    const path = CallPath.begin('first', go('a'))
      .step('second', async (call: Walked) => go('b')(call))
      .step('third', go('c'))
    const walked = await path.walk({ steps: [] }, undefined, (step, went, { steps }) =>
      followed.push([step, went, steps.length]),
    )
    expect(walked).toEqual({ steps: ['a', 'b', 'c'] })
    expect(followed).toEqual([
      ['first', 'passed', 1],
      ['second', 'passed', 2],
      ['third', 'passed', 3],
    ])
  })

  it('stops once a step has ended the call', async () => {
    const followed: unknown[] = []
    const path = CallPath.begin<Walked, Walked, undefined>('first', go('a'))
      .step<Walked>('second', stop)
      .step('third', go('never'))
    const walked = await path.walk({ steps: [] }, undefined, (step, went) => followed.push([step, went]))
    expect(walked).toEqual({ ended: { kind: 'done', data: { steps: ['a'] } } })
    expect(followed).toEqual([
      ['first', 'passed'],
      ['second', 'stopped'],
    ])
  })

  it('rejects with the error of a step, and names the step', async () => {
    const followed: unknown[] = []
    const path = CallPath.begin('first', (): Walked => {
      throw new Error('a bug')
    })
    const run = path.walk({ steps: [] }, undefined, (step, went) => followed.push([step, went]))
    await expect(run).rejects.toThrow('a bug')
    expect(followed).toEqual([['first', 'threw']])
  })
})
