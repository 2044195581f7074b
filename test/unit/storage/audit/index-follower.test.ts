import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { indexFile, markOf } from '../../../../src-main/storage/audit/search-index.js'
import { openToRead } from '../../../../src-main/storage/sqlite.js'
import { auditEvent, TrailScene } from '../../../fakes/trail.js'

let scene: TrailScene
beforeEach(() => {
  scene = new TrailScene()
})
afterEach(() => scene.remove())

/** The last row that the index has. */
function indexed(): number {
  const index = openToRead(path.join(scene.profile, indexFile), 'alone')
  try {
    return markOf(index).sequence
  } finally {
    index.close()
  }
}

let last = 0
function read(count: number): void {
  for (let row = 0; row < count; row++) scene.trail.append(auditEvent(`row-${++last}`), 'soon')
}

describe('the search index', () => {
  it('waits while rows come, and has all of them once none does', async () => {
    for (let times = 0; times < 20; times++) {
      read(10)
      await scene.clock.advance(100)
    }
    expect(indexed()).toBe(0)
    await scene.clock.advance(1_000)
    expect(indexed()).toBe(200)
  })

  it('does not wait when many rows are missing', async () => {
    for (let times = 0; times < 40; times++) {
      read(100)
      await scene.clock.advance(100)
    }
    expect(indexed()).toBeGreaterThan(0)
    await scene.clock.advance(5_000)
    expect(indexed()).toBe(4_000)
  })

  it('continues where it ended, at the next start', async () => {
    read(300)
    scene.close()
    scene.restart()
    await scene.clock.advance(1_000)
    expect(indexed()).toBe(300)
  })
})
