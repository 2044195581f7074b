import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BuildState } from '@shared/build/build-state.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Builds } from '../../../../src-main/gateway/feeds/builds.js'
import { Emitter } from '../../../../src-main/gateway/ports/emitter.js'
import { areaOrders, buildOrders, structureOrders } from '../../../../src-main/owner/orders/builds.js'
import { StructureLibrary } from '../../../../src-main/providers/minecraft/build/structures.js'
import { exampleBuilds } from '../../../fakes/renderer/fake-builds.js'
import { forAll } from '../../../fixtures/properties.js'

const ordersOn = () => {
  let settings: Settings = defaultSettings
  const change = (part: Partial<Settings>) => {
    settings = { ...settings, ...part }
    return true
  }
  const orders = areaOrders({ get: () => settings, change })
  const areas = () => orders['areas:list']({ server: 'survival' }, 'window')
  const add = (given: object) =>
    orders['areas:add']({ server: 'survival', name: 'plots', world: 'world', ...corners, ...given }, 'window')
  return { orders, add, areas, settings: () => settings }
}
const corners = { from: { x: 5, y: 60, z: 5 }, to: { x: -5, y: 90, z: 40 } }

describe('build areas', () => {
  it('are kept with the lowest corner first, whichever corners a person gives', () => {
    const coordinate = fc.integer({ min: -2_000, max: 2_000 })
    const corner = fc.record({ x: coordinate, y: coordinate, z: coordinate })
    forAll(fc.tuple(corner, corner), ([from, to]) => {
      const { add, areas } = ordersOn()
      add({ from, to })
      const [area] = areas() as Awaited<ReturnType<typeof areas>>
      for (const axis of ['x', 'y', 'z'] as const) {
        expect([area?.from[axis], area?.to[axis]]).toEqual([from[axis], to[axis]].sort((one, other) => one - other))
      }
    })
  })

  it('have different names, whatever their case, and are at most 32', () => {
    const { add, areas } = ordersOn()
    add({})
    expect(() => add({ name: 'Plots' })).toThrow('already exists')
    expect(() => add({ name: '   ' })).toThrow()
    for (let at = 1; at < 32; at += 1) add({ name: `plot ${at}` })
    expect(() => add({ name: 'one more' })).toThrow('at most 32')
    expect(areas()).toHaveLength(32)
  })

  it('leave nothing in the settings when the last one is removed', () => {
    const { orders, add, settings } = ordersOn()
    add({})
    orders['areas:remove']({ server: 'survival', name: 'plots' }, 'window')
    expect(settings().buildAreas).toEqual({})
  })
})

describe('builds of all servers', () => {
  const scene = () => {
    const changed = new Emitter<{ server: { id: string } }>()
    const states = new Map<string, readonly BuildState[]>([['survival', exampleBuilds(0)]])
    const onDidChange = new Emitter<void>()
    const stop = vi.fn(async () => {})
    const survival = {
      list: () => states.get('survival') ?? [],
      onDidChange: onDidChange.on,
      ...{ pause: stop, resume: stop, stop, picture: async () => undefined },
    }
    const links = new Map<string, { builds?: typeof survival }>([['plain', {}]])
    const builds = new Builds({
      servers: () => [{ id: 'plain' }] as never,
      link: (id) => links.get(id) as never,
      onDidChangeServer: changed.on as never,
    })
    const appear = () => {
      links.set('survival', { builds: survival })
      changed.emit({ server: { id: 'survival' } })
    }
    const vanish = () => {
      links.delete('survival')
      changed.emit({ server: { id: 'survival' } })
    }
    return { builds, appear, vanish, onDidChange, stop, survival }
  }

  it('are those of the servers that are there, and each change is sent once', () => {
    const { builds, appear, vanish, onDidChange } = scene()
    const notified = vi.fn()
    builds.onDidChange(notified)
    expect(builds.list()).toEqual([])
    appear()
    appear()
    expect(builds.list()).toEqual(exampleBuilds(0))
    onDidChange.emit()
    expect(notified).toHaveBeenCalledTimes(2)
    vanish()
    onDidChange.emit()
    expect([builds.list(), notified.mock.calls.length]).toEqual([[], 3])
  })

  it('are stopped on the server that has them, and an unknown one is an error', async () => {
    const { builds, appear, stop } = scene()
    appear()
    const orders = buildOrders({ builds, previews: { of: vi.fn() } })
    await orders['builds:stop']({ id: 'b-running' }, 'window')
    expect(stop).toHaveBeenCalledWith('b-running')
    expect(() => orders['builds:stop']({ id: 'other' }, 'window')).toThrow('not known')
    expect(await orders['builds:picture']({ id: 'b-done' }, 'window')).toBeNull()
  })
})

describe('structure files', () => {
  const scene = (file: string | undefined) => {
    const folder = mkdtempSync(join(tmpdir(), 'structures-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const library = new StructureLibrary(join(folder, 'structures'))
    return { folder, orders: structureOrders({ library, chooseFile: async () => file && join(folder, file) }) }
  }
  const list = (orders: ReturnType<typeof structureOrders>) => orders['structures:list'](undefined, 'window')

  it('say why a file that is none is refused, and read no more of it than a structure may have', async () => {
    const { folder, orders } = scene('big.schem')
    writeFileSync(join(folder, 'big.schem'), '')
    truncateSync(join(folder, 'big.schem'), 3 * 1024 ** 3)
    const refused = { code: 'BUSINESS.OPERATION_FAILED', details: { why: 'structure-too-large' } }
    await expect(orders['structures:add'](undefined, 'window')).rejects.toMatchObject(refused)
    writeFileSync(join(folder, 'big.schem'), 'text')
    await expect(orders['structures:add'](undefined, 'window')).rejects.toMatchObject({
      details: { why: 'structure-unknown' },
    })
    expect(await list(orders)).toEqual([])
  })

  it('add nothing when the person chooses none, and report a file that is gone', async () => {
    expect(await scene(undefined).orders['structures:add'](undefined, 'window')).toBeNull()
    await expect(scene('gone.nbt').orders['structures:add'](undefined, 'window')).rejects.toThrow('cannot be read')
  })
})
