import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { WorkerSchemaThread } from '../../src-main/validation/schema-thread.js'
import { admissionWith } from '../fakes/admission.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { manifestOf } from '../fakes/fake-provider.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const cleanUp = cleanUpForEach()

function threadOf(
  program: string,
  options: { clock?: FakeClock; limitMs?: number; processorTime?: () => number } = {},
): WorkerSchemaThread {
  return cleanUp.add(new WorkerSchemaThread({ clock: systemClock, program, ...options }), (thread) => thread.stop())
}

/** A worker that does what a manifest's first example is called, and takes every manifest as it is. */
function obedientWorker(): string {
  const program = path.join(cleanUp.folder(), 'obedient.cjs')
  writeFileSync(
    program,
    `const { parentPort } = require('node:worker_threads')
    const kept = []
    parentPort.on('message', ({ text }) => {
      const { name } = JSON.parse(text).examples[0]
      if (name === 'loop') for (;;);
      if (name === 'devour') for (;;) kept.push(new Array(1e5).fill(kept.length))
      if (name === 'end') process.exit(1)
      const reading = { ok: true, text, isCatalogued: false, size: text.length, digest: text, found: [], kept: [] }
      parentPort.postMessage({ kind: 'done', answer: reading })
    })
    parentPort.postMessage({ kind: 'ready' })`,
  )
  return program
}

const examplesOf = (name: string) => ({ examples: [{ name, parameters: {} }] })
const toRead = (manifest: object) => ({ text: JSON.stringify(manifest), ownLimits: false })
const doing = (name: string) => toRead(examplesOf(name))
const offering = (name: string) => manifestOf({ id: `ext.test.${name}`, ...examplesOf(name) })
const fine = { kind: 'read', reading: expect.objectContaining({ ok: true }), tookMs: expect.any(Number) }

describe('the worker', () => {
  it('starts when it is needed, is reused, and ends when idle', async () => {
    const clock = new FakeClock()
    const thread = threadOf(inject('schemaWorker'), { clock })
    expect(thread.isRunning).toBe(false)
    expect(await thread.run(toRead(manifestOf()))).toEqual(fine)
    const bad = { ...manifestOf(), parameters: { type: 'object', properties: { x: { type: 'string', pattern: '(' } } } }
    expect(await thread.run(toRead(bad))).toMatchObject({ reading: { reason: expect.any(String) } })
    expect(thread.isRunning).toBe(true)
    await clock.advance(29_000)
    expect(thread.isRunning).toBe(true)
    await clock.advance(1_000)
    expect(thread.isRunning).toBe(false)
    expect(clock.waiting).toBe(0)
    expect(await thread.run(toRead(manifestOf()))).toEqual(fine)
  })

  it('is killed when a manifest never ends, and the next one gets a new worker', async () => {
    const clock = new FakeClock()
    const thread = threadOf(obedientWorker(), { clock, processorTime: () => clock.elapsed() })
    expect(await thread.run(doing('nothing'))).toEqual(fine)
    const verdicts = [thread.run(doing('loop')), thread.run(doing('it'))]
    await clock.advance(2_050)
    expect(await Promise.all(verdicts)).toEqual([{ kind: 'too-long' }, fine])
  })

  it('is killed once it has used its processor time, however long that takes', async () => {
    const clock = new FakeClock()
    // A starved computer gives the program a hundredth of its time.
    const thread = threadOf(obedientWorker(), { clock, processorTime: () => clock.elapsed() / 100 })
    await thread.run(doing('nothing'))
    let ended = false
    const verdict = thread.run(doing('loop')).finally(() => {
      ended = true
    })
    await clock.advance(199_900)
    expect(ended).toBe(false)
    await clock.advance(200)
    expect(await verdict).toEqual({ kind: 'too-long' })
  })

  it('is not killed where a starved computer lets it start and read only minutes later', async () => {
    const clock = new FakeClock()
    const thread = threadOf(inject('schemaWorker'), { clock, processorTime: () => clock.elapsed() / 100 })
    const readings = [thread.run(toRead(manifestOf())), thread.run(toRead(manifestOf()))]
    await clock.advance(300_000)
    expect(await Promise.all(readings)).toEqual([fine, fine])
  })

  it('that waits for something without using the processor is given up', async () => {
    const clock = new FakeClock()
    const thread = threadOf(obedientWorker(), { clock, processorTime: () => 0 })
    await thread.run(doing('nothing'))
    const verdict = thread.run(doing('loop'))
    await clock.advance(603_000)
    expect(await verdict).toMatchObject({ kind: 'failed', reason: expect.stringContaining('does not respond') })
  })

  it('whose response arrived while this thread was busy is not killed', async () => {
    const clock = new FakeClock()
    let processor = 0
    const thread = threadOf(obedientWorker(), { clock, processorTime: () => processor })
    await thread.run(doing('nothing'))
    const reading = thread.run(doing('nothing'))
    processor = 60_000
    await clock.advance(2_000)
    const result = await reading
    expect(result).toEqual(fine)
    // Of the processor's minute no more than passed is its own.
    expect(result.kind === 'read' && result.tookMs).toBeLessThanOrEqual(2_000)
  })

  it('is not killed early because other threads use the processor too', async () => {
    const clock = new FakeClock()
    // Four cores are busy.
    const thread = threadOf(obedientWorker(), { clock, processorTime: () => clock.elapsed() * 4 })
    await thread.run(doing('nothing'))
    let ended = false
    const verdict = thread.run(doing('loop')).finally(() => {
      ended = true
    })
    await clock.advance(1_950)
    expect(ended).toBe(false)
    await clock.advance(150)
    expect(await verdict).toEqual({ kind: 'too-long' })
  })

  it('dies alone of a manifest that needs all its memory', async () => {
    const thread = threadOf(obedientWorker(), { limitMs: 60_000 })
    const verdicts = await Promise.all([thread.run(doing('devour')), thread.run(doing('nothing'))])
    expect(verdicts).toEqual([{ kind: 'too-much-memory' }, fine])
  })

  it('that ends by itself has not tried anything', async () => {
    const thread = threadOf(obedientWorker())
    await thread.run(doing('nothing'))
    expect(await thread.run(doing('end'))).toMatchObject({ kind: 'failed' })
    expect(await thread.run(doing('nothing'))).toEqual(fine)
  })

  it('that is missing fails closed', async () => {
    const { capabilities, refused } = await admissionWith(threadOf('/nowhere/worker.cjs'))([manifestOf()])
    expect(capabilities).toEqual([])
    expect(refused).toEqual([{ id: manifestOf().id, reason: expect.stringContaining('could not be tried') }])
  })

  it('that is stopped leaves no process and no waiting caller', async () => {
    const thread = threadOf(obedientWorker())
    const waiting = [thread.run(doing('loop')), thread.run(doing('nothing'))]
    await thread.stop()
    expect(thread.isRunning).toBe(false)
    expect(await Promise.all([...waiting, thread.run(toRead({}))])).toEqual(
      Array(3).fill(expect.objectContaining({ kind: 'failed' })),
    )
  })
})

describe('the event loop', () => {
  // verifies: manifest-admission
  it('stays responsive while a schema runs forever, and only that schema is rejected', async () => {
    const admit = admissionWith(threadOf(obedientWorker(), { limitMs: 500 }))
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 10)
    const admitted = admit([offering('before'), offering('loop'), offering('after')])
    await until(() => turns >= 10)
    clearInterval(counting)
    const { capabilities, refused } = await admitted
    expect(capabilities.map(({ id }) => id)).toEqual(['ext.test.before', 'ext.test.after'])
    expect(refused).toEqual([{ id: 'ext.test.loop', reason: expect.stringContaining('too long') }])
  })
})
