import { describe, expect, it } from 'vitest'
import type { Triable } from '../../../src-main/validation/example-check.js'
import type { SchemaThread, Verdict } from '../../../src-main/validation/schema-thread.js'
import { createSchemaTrial } from '../../../src-main/validation/schema-trial.js'
import { FakeClock } from '../../fakes/fake-clock.js'

/** A thread that says what it is told, and remembers what it was given. */
class ToldThread implements SchemaThread {
  readonly given: Triable[] = []
  verdict: Verdict = { kind: 'tried', tookMs: 1 }

  async run(manifest: Triable): Promise<Verdict> {
    this.given.push(manifest)
    return this.verdict
  }

  async stop(): Promise<void> {}
}

const manifest = (name: string): Triable => ({ parameters: { type: 'object', properties: { [name]: {} } } })

function scene() {
  const thread = new ToldThread()
  const clock = new FakeClock()
  return { thread, clock, trySchemas: createSchemaTrial(thread, clock) }
}

describe('equal manifests', () => {
  it('of a hundred agents at once are tried once', async () => {
    const { thread, trySchemas } = scene()
    const answers = await Promise.all(Array.from({ length: 100 }, () => trySchemas([manifest('a'), manifest('b')])))
    expect(thread.given).toHaveLength(2)
    expect(answers.flat().every((problem) => problem === undefined)).toBe(true)
  })

  it('are known again after a reconnect, in whatever order their members come', async () => {
    const { thread, trySchemas } = scene()
    thread.verdict = { kind: 'tried', problem: 'it is bad', tookMs: 1 }
    await trySchemas([{ parameters: { type: 'object', required: ['a'] }, returns: { type: 'object' } }])
    const again = await trySchemas([{ returns: { type: 'object' }, parameters: { required: ['a'], type: 'object' } }])
    expect(again).toEqual(['it is bad'])
    expect(thread.given).toHaveLength(1)
  })

  it('are other ones when their examples differ', async () => {
    const { thread, trySchemas } = scene()
    await trySchemas([manifest('a'), { ...manifest('a'), examples: [{ name: 'x', parameters: {} }] }])
    expect(thread.given).toHaveLength(2)
  })

  it('are tried again when they could not be tried', async () => {
    const { thread, trySchemas } = scene()
    thread.verdict = { kind: 'failed', reason: 'the worker ended' }
    expect(await trySchemas([manifest('a')])).toEqual([expect.stringContaining('the worker ended')])
    thread.verdict = { kind: 'tried', tookMs: 1 }
    expect(await trySchemas([manifest('a')])).toEqual([undefined])
  })

  it('that were too slow get another chance after ten minutes: the machine may have been busy', async () => {
    const { thread, clock, trySchemas } = scene()
    thread.verdict = { kind: 'too-long' }
    await trySchemas([manifest('a')])
    thread.verdict = { kind: 'tried', tookMs: 1 }
    await clock.advance(599_999)
    expect(await trySchemas([manifest('a')])).toEqual([expect.stringContaining('too long')])
    await clock.advance(1)
    expect(await trySchemas([manifest('a')])).toEqual([undefined])
  })
})

describe('one offer', () => {
  it('may bring the worker down three times; the rest of it is not tried', async () => {
    const { thread, trySchemas } = scene()
    thread.verdict = { kind: 'too-much-memory' }
    const problems = await trySchemas(['a', 'b', 'c', 'd', 'e'].map(manifest))
    expect(thread.given).toHaveLength(3)
    expect(problems[2]).toContain('too much memory')
    expect(problems[4]).toContain('not tried')
  })

  it('may take fifteen seconds of the worker; the rest of it is not tried, and has its chance the next time', async () => {
    const { thread, trySchemas } = scene()
    thread.verdict = { kind: 'tried', tookMs: 7_500 }
    expect(await trySchemas(['a', 'b', 'c'].map(manifest))).toEqual([
      undefined,
      undefined,
      expect.stringContaining('not tried'),
    ])
    expect(await trySchemas(['a', 'b', 'c'].map(manifest))).toEqual([undefined, undefined, undefined])
  })

  it('waits for its turn between the manifests of another', async () => {
    const { thread, trySchemas } = scene()
    await Promise.all([trySchemas(['a1', 'a2', 'a3'].map(manifest)), trySchemas([manifest('b1')])])
    expect(thread.given.map(({ parameters }) => Object.keys(parameters?.properties ?? {})[0])).toEqual([
      'a1',
      'b1',
      'a2',
      'a3',
    ])
  })
})
