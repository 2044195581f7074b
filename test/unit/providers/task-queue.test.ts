import { describe, expect, it } from 'vitest'
import { TaskQueue } from '../../../src-main/providers/agent/task-queue.js'

function deferred() {
  let resolve = (): void => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}

const unexpected = (error: unknown) => {
  expect.unreachable(String(error))
}

describe('tasks', () => {
  it('run one after the other in the order they came, however long each takes', async () => {
    const order = new TaskQueue(8, unexpected)
    const gates = [deferred(), deferred()]
    const done: number[] = []
    for (const [index, gate] of gates.entries()) order.run(() => gate.promise.then(() => void done.push(index)))
    gates[1]?.resolve()
    await Promise.resolve()
    expect(done).toEqual([])
    gates[0]?.resolve()
    await new Promise<void>((resolve) => order.run(async () => resolve()))
    expect(done).toEqual([0, 1])
  })

  it('over the limit are rejected', async () => {
    const order = new TaskQueue(2, unexpected)
    const gate = deferred()
    expect(order.run(() => gate.promise)).toBe(true)
    expect(order.run(() => gate.promise)).toBe(true)
    expect(order.run(() => gate.promise)).toBe(false)
    gate.resolve()
    await new Promise((resolve) => setImmediate(resolve))
    expect(order.run(async () => {})).toBe(true)
  })

  it('that fail are reported, and do not block others', async () => {
    const failures: unknown[] = []
    const order = new TaskQueue(8, (error) => failures.push(error))
    const error = new Error('No.')
    order.run(() => Promise.reject(error))
    order.run(() => {
      throw error
    })
    await new Promise<void>((resolve) => order.run(async () => resolve()))
    expect(failures).toEqual([error, error])
  })
})
