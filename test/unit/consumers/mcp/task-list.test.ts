/** Task list: limits of tasks, and the client that owns each task. */

import type { Caller } from '@contract/call.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CallControl, type CallEnd, OngoingCall } from '../../../../src-main/consumers/mcp/tasks/ongoing-call.js'
import { TaskList, taskLimits } from '../../../../src-main/consumers/mcp/tasks/task-list.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { forAllAsync } from '../../../fixtures/properties.js'

const callerOf = (id: string, name = 'A client'): Caller => ({ type: 'mcp-client', id, name }) as unknown as Caller
const omitted: CallEnd = { kind: 'result', result: { content: [{ type: 'text', text: 'too large' }] } }

function ongoing() {
  let control!: CallControl
  let end!: (end: CallEnd) => void
  const call = new OngoingCall((given) => {
    control = given
    return new Promise((resolve) => {
      end = resolve
    })
  })
  return { call, control, end }
}

const textOf = (characters: number): CallEnd => ({
  kind: 'result',
  result: { content: [{ type: 'text', text: 'x'.repeat(characters) }] },
})

describe('a list of tasks', () => {
  it('limits the tasks of one client, and not those of another', () => {
    const tasks = new TaskList(new FakeClock())
    for (let count = 0; count < taskLimits.ofOneClient; count += 1) {
      expect(tasks.hasRoomFor(callerOf('busy'))).toBe(true)
      tasks.add(ongoing().call, callerOf('busy'), omitted)
    }
    expect(tasks.hasRoomFor(callerOf('busy', 'under another name'))).toBe(false)
    expect(tasks.hasRoomFor(callerOf('other'))).toBe(true)
    tasks.close()
  })

  it('shows a task to its own caller alone', () => {
    const tasks = new TaskList(new FakeClock())
    const task = tasks.add(ongoing().call, callerOf('a', 'One'), omitted)
    expect(tasks.find(task.id, callerOf('a', 'One'))).toBe(task)
    expect(tasks.find(task.id, callerOf('a', 'Two'))).toBeUndefined()
    expect(tasks.find(task.id, callerOf('b', 'One'))).toBeUndefined()
    tasks.close()
  })

  it('omits a result that is too large, and says so', async () => {
    const tasks = new TaskList(new FakeClock())
    const { call, end } = ongoing()
    const task = tasks.add(call, callerOf('a'), omitted)
    end(textOf(taskLimits.charactersOfOneClient + 1))
    await call.until((current) => current.end !== undefined)
    expect([task.status, task.end]).toEqual(['completed', omitted])
    tasks.close()
  })

  it('cancels a call that still runs when its lifetime is over', async () => {
    const clock = new FakeClock()
    const tasks = new TaskList(clock)
    const { call, control } = ongoing()
    const task = tasks.add(call, callerOf('a'), omitted)
    await clock.advance(taskLimits.lifetimeMs)
    expect(control.signal.aborted).toBe(true)
    expect(tasks.find(task.id, callerOf('a'))).toBeUndefined()
  })
})

describe('a call that asks its client', () => {
  it('takes one response for each request, in any order and in any parts', () =>
    forAllAsync(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), async (order) => {
      const { call, control } = ongoing()
      const responses = order.map((index) => control.ask({ method: 'elicitation/create', params: { index } }))
      const keys = [...call.inputs.keys()]
      expect(new Set(keys).size).toBe(5)
      for (const index of order) {
        const key = keys[index] as string
        call.respond({ [key]: { index }, unknown: { index: 99 } })
        call.respond({ [key]: { index: 77 } })
        expect(call.inputs.has(key)).toBe(false)
      }
      expect(await Promise.all(responses)).toEqual([0, 1, 2, 3, 4].map((index) => ({ index })))
    }))

  it('fails what it asks when it is cancelled', async () => {
    const { call, control } = ongoing()
    const response = control.ask({ method: 'elicitation/create', params: {} })
    call.cancel()
    await expect(response).rejects.toThrow('cancelled')
    await expect(control.ask({ method: 'roots/list', params: {} })).rejects.toThrow('cancelled')
    expect(call.inputs.size).toBe(0)
  })
})
