import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SandboxThread } from '../../agents/kit/sandbox/sandbox-thread.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { core, manifestOf } from '../fakes/fake-provider.js'
import { type BuiltProgram, buildProgram } from '../fixtures/built-program.js'

let built: BuiltProgram
let program: string
beforeAll(async () => {
  built = await buildProgram('src-main/sandbox-worker.ts')
  program = built.file
})
afterAll(() => built.remove())

const setTime = { manifest: core('world.time.set'), given: { worldName: 'world', time: 18_000 } }

describe('the sandbox of the window', () => {
  it('runs a core capability in a demo world of its own, says who would be asked and what changed', async () => {
    const sandbox = new SandboxThread({ program, clock: systemClock })
    const trial = await sandbox.run(setTime)
    expect(trial).toMatchObject({ outcome: 'done', against: 'world', obeys: true, decision: { people: 1 } })
    expect(trial.changes.length).toBeGreaterThan(0)
    const again = await sandbox.run(setTime)
    expect(again.changes).toEqual(trial.changes)
  })

  it('runs in any working folder', async () => {
    const before = process.cwd()
    process.chdir(path.parse(before).root)
    try {
      const sandbox = new SandboxThread({ program, clock: systemClock })
      expect(await sandbox.run(setTime)).toMatchObject({ outcome: 'done' })
    } finally {
      process.chdir(before)
    }
  })

  it('answers for a third party by its manifest, and reports invalid arguments', async () => {
    const sandbox = new SandboxThread({ program, clock: systemClock })
    const manifest = manifestOf({
      parameters: { type: 'object', required: ['item'], properties: { item: { type: 'string' } } },
      returns: { type: 'object', required: ['price'], properties: { price: { type: 'integer' } } },
    })
    expect(await sandbox.run({ manifest, given: { item: 'dirt' } })).toMatchObject({
      outcome: 'done',
      against: 'mock',
      answer: { price: expect.any(Number) },
    })
    expect(await sandbox.run({ manifest, given: {} })).toMatchObject({
      outcome: 'failed',
      error: { details: { errors: [{ path: '/item' }] } },
    })
  })

  it('is ended when it takes too long, and does one thing at a time', async () => {
    const clock = new FakeClock()
    const sandbox = new SandboxThread({ program, clock, limitMs: 50 })
    const running = expect(sandbox.run(setTime)).rejects.toMatchObject({ code: 'BUSINESS.OPERATION_FAILED' })
    await expect(sandbox.run(setTime)).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
    await clock.advance(50)
    await running
  })
})
