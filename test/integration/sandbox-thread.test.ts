import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SandboxThread } from '../../src-main/sandbox/sandbox-thread.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { core, manifestOf } from '../fakes/fake-provider.js'

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-sandbox-'))
const program = path.join(folder, 'sandbox-worker.cjs')
beforeAll(() =>
  build({
    entryPoints: [path.resolve(import.meta.dirname, '../../src-main/sandbox-worker.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    external: ['@photostructure/sqlite', 'node:sqlite'],
    logLevel: 'warning',
  }),
)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

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

  it('answers for a third party by its manifest, and finds what is wrong with arguments', async () => {
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
