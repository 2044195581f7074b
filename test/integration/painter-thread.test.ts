import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { paint } from '../../src-main/painter/paint.js'
import { PainterThread } from '../../src-main/painter/painter-thread.js'
import { systemClock } from '../../src-main/storage/system-clock.js'

import { cleanUpForEach } from '../fixtures/for-each.js'
import { BuiltScene, pictureSize } from '../fixtures/scene.js'

const cleanUp = cleanUpForEach()
const options = { turn: 0, ...pictureSize } as const
const hut = new BuiltScene([4, 3, 4]).fill([0, 0, 0], [3, 1, 3], 'oak_planks')

const painterOf = (program: string, more: { limitMs?: number } = {}): PainterThread =>
  cleanUp.add(new PainterThread({ clock: systemClock, program, ...more }), (painter) => painter.stop())

/** A painter that does what the first state of a scene is called, and paints nothing. */
function obedientPainter(): string {
  const program = path.join(cleanUp.folder(), 'obedient.cjs')
  writeFileSync(
    program,
    `const { parentPort } = require('node:worker_threads')
    let painted = 0
    parentPort.on('message', ({ scene }) => {
      if (scene.palette[0] === 'loop') for (;;);
      if (scene.palette[0] === 'end') process.exit(1)
      if (scene.palette[0] === 'throw') throw new Error('a bug')
      const painting = { png: new Uint8Array(scene.indices.buffer.byteLength), width: ++painted, height: 0, projection: {} }
      parentPort.postMessage({ kind: 'done', answer: { painting } })
    })
    parentPort.postMessage({ kind: 'ready' })`,
  )
  return program
}

const doing = (what: string) => ({
  from: { x: 0, y: 0, z: 0 },
  size: { x: 1, y: 1, z: 1 },
  palette: [what],
  indices: new Uint16Array(1),
})

describe('the painter in a thread', () => {
  it('paints the same picture as without a thread, and leaves the scene as it was', async () => {
    const painting = await painterOf(inject('painterWorker')).paint(hut, options)
    const expected = paint(hut, options)
    expect({ ...painting, png: Buffer.from(painting.png).toString('hex') }).toEqual({
      ...expected,
      png: Buffer.from(expected.png).toString('hex'),
    })
    expect(hut.indices.length).toBe(48)
  })

  it('passes on why a scene cannot be painted, and paints the next one', async () => {
    const painter = painterOf(inject('painterWorker'))
    await expect(painter.paint({ ...hut, indices: new Uint16Array(1) }, options)).rejects.toMatchObject({
      code: 'PROTOCOL.INVALID_REQUEST',
      message: 'The blocks of the picture do not fill its box.',
    })
    expect((await painter.paint(hut, options)).width).toBeGreaterThan(0)
  })

  it('paints one scene after the other, in order', async () => {
    const painter = painterOf(obedientPainter())
    const widths = await Promise.all(
      Array.from({ length: 5 }, async () => (await painter.paint(doing('it'), options)).width),
    )
    expect(widths).toEqual([1, 2, 3, 4, 5])
  })

  it('sends only the blocks of a scene whose array is part of a larger one', async () => {
    const large = new Uint16Array(1_000)
    const scene = { ...doing('it'), indices: large.subarray(7, 8) }
    expect((await painterOf(obedientPainter()).paint(scene, options)).png.length).toBe(2)
  })

  it('ends a picture that takes too long, and paints the next one in a new thread', async () => {
    const painter = painterOf(obedientPainter(), { limitMs: 200 })
    const tooLong = painter.paint(doing('loop'), options)
    const next = painter.paint(doing('it'), options)
    await expect(tooLong).rejects.toMatchObject({ code: 'SYSTEM.TIMEOUT', suggestion: 'Ask for a smaller area.' })
    expect((await next).width).toBe(1)
  })

  it.each(['end', 'throw'])('survives when the thread crashes (%s)', async (crash) => {
    const painter = painterOf(obedientPainter())
    await expect(painter.paint(doing(crash), options)).rejects.toMatchObject({ code: 'SYSTEM.INTERNAL_ERROR' })
    expect((await painter.paint(doing('it'), options)).width).toBe(1)
  })

  it('takes at most sixteen scenes that wait', async () => {
    const painter = painterOf(obedientPainter(), { limitMs: 60_000 })
    const waiting = Array.from({ length: 17 }, () =>
      painter.paint(doing('loop'), options).catch((error: Error) => error),
    )
    await expect(painter.paint(doing('it'), options)).rejects.toMatchObject({ code: 'SYSTEM.RATE_LIMITED' })
    await painter.stop()
    for (const error of await Promise.all(waiting)) expect(error).toMatchObject({ code: 'SYSTEM.MAINTENANCE' })
  })

  it('paints no scene whose caller has left', async () => {
    const painter = painterOf(obedientPainter())
    const [first, left] = [painter.paint(doing('it'), options), new AbortController()]
    const second = painter.paint(doing('it'), options, left.signal)
    left.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    await first
    expect((await painter.paint(doing('it'), options)).width).toBe(2)
  })

  it('is stopped when the program ends', async () => {
    const painter = painterOf(obedientPainter())
    await painter.stop()
    await expect(painter.paint(doing('it'), options)).rejects.toMatchObject({ code: 'SYSTEM.MAINTENANCE' })
  })
})
