import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BuildEvent,
  type BuildRecord,
  isOver,
  nextBuild,
  stepOf,
} from '../../../../../src-main/providers/minecraft/build/build-run.js'
import { forAll } from '../../../../fixtures/properties.js'

const tiles = 4
const at = '2026-01-19T10:30:00.000Z'
const begun: BuildRecord = {
  id: 'r1',
  groupId: 'g1',
  name: 'hut',
  caller: { id: 'ai', name: 'AI' },
  given: {},
  hash: 'h',
  dimension: 'minecraft:overworld',
  phase: 'running',
  isSaved: false,
  tiles: Array(tiles).fill('fresh'),
  planned: [],
  most: 40,
  counts: { built: 0, changed: 0, skipped: 0, commands: 0 },
  activeMs: 0,
  address: 'rcon://127.0.0.1:25575',
  startedAt: at,
  changedAt: at,
}

const tile = fc.nat(tiles - 1)
const counts = { built: 10, changed: 8, skipped: 0 }
const event: fc.Arbitrary<BuildEvent> = fc.oneof(
  fc.constant({ kind: 'saved', planned: Array(tiles).fill(10) } as const),
  tile.map((one) => ({ kind: 'begun', tile: one }) as const),
  tile.map((one) => ({ kind: 'tile-done', tile: one, counts }) as const),
  fc.constantFrom(...(['paused', 'resumed', 'finished'] as const).map((kind) => ({ kind }))),
  fc.constantFrom(...(['stopped', 'undone'] as const).map((kind) => ({ kind }))),
)

describe('a build as a state machine', () => {
  it('counts each tile once, sets none before all are saved, and is over for good', () => {
    forAll(fc.array(event, { maxLength: 40 }), (events) => {
      let record = begun
      for (const one of events) {
        const next = nextBuild(record, one, at)
        const wasDone = record.tiles.filter((mark) => mark === 'done')
        expect(next.tiles.filter((mark) => mark === 'done').length).toBeGreaterThanOrEqual(wasDone.length)
        if (isOver(record)) expect(isOver(next)).toBe(true)
        if (next.phase === 'done') expect(next.tiles.every((mark) => mark === 'done')).toBe(true)
        if (!next.isSaved) expect(next.tiles.every((mark) => mark === 'fresh')).toBe(true)
        record = next
      }
      expect(record.counts.built).toBe(record.tiles.filter((mark) => mark === 'done').length * counts.built)
    })
  })

  it('reaches its end from any state by its own steps alone', () => {
    forAll(fc.array(event, { maxLength: 12 }), (events) => {
      let record = events.reduce((state, one) => nextBuild(state, one, at), begun)
      record = nextBuild(record, { kind: 'resumed' }, at)
      const sent = new Set<number>()
      for (let turn = 0; record.phase === 'running' && turn < 40; turn++) {
        const step = stepOf(record, new Set(), sent)
        if (step.kind === 'save') record = nextBuild(record, { kind: 'saved', planned: Array(tiles).fill(10) }, at)
        if (step.kind === 'finish') record = nextBuild(record, { kind: 'finished' }, at)
        if (step.kind === 'tile') {
          record = nextBuild(record, { kind: 'begun', tile: step.tile }, at)
          sent.add(step.tile)
        }
        if (step.kind === 'verify') {
          for (const one of sent) record = nextBuild(record, { kind: 'tile-done', tile: one, counts }, at)
          sent.clear()
        }
      }
      expect(isOver(record)).toBe(true)
    })
  })

  it('goes on elsewhere while a player stands in a tile, reads what was sent, then waits', () => {
    const saved = nextBuild(begun, { kind: 'saved', planned: Array(tiles).fill(10) }, at)
    expect(stepOf(saved, new Set([0]), new Set())).toEqual({ kind: 'tile', tile: 1 })
    expect(stepOf(saved, new Set([0]), new Set([1, 2, 3]))).toEqual({ kind: 'verify' })
    const [first] = [1, 2, 3]
      .map((one) => [{ kind: 'begun', tile: one } as const, { kind: 'tile-done', tile: one, counts } as const])
      .reduce(([record], both) => [both.reduce((state, one) => nextBuild(state, one, at), record)], [saved])
    expect(stepOf(first ?? saved, new Set([0]), new Set())).toEqual({ kind: 'wait-for-player' })
  })
})
