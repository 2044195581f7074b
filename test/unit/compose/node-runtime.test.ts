import path from 'node:path'
import type { LiveEntry } from '@shared/trail/live.js'
import { describe, expect, it } from 'vitest'
import {
  limitHeapGrowth,
  loadEntries,
  nodeRuntimeIn,
  periodMs,
  type RuntimeFacts,
} from '../../../src-main/compose/node-runtime.js'
import { Emitter } from '../../../src-main/gateway/ports/emitter.js'
import { FakeClock } from '../../fakes/fake-clock.js'

const electron: RuntimeFacts = {
  dist: '/src/gatehouse/dist',
  execPath: '/src/gatehouse/node_modules/electron/dist/electron',
  isElectron: true,
  platform: 'linux',
  env: { PATH: ['relative/bin', '/bin', '/usr/bin'].join(path.delimiter) },
  exists: () => true,
}

describe('the Node that runs the bridge', () => {
  it('is that of the package, which has its programs outside the archive', () => {
    const dist = '/opt/Gatehouse/resources/app.asar/dist'
    const packed = { node: '/opt/Gatehouse/resources/runtime/node', programs: '/opt/Gatehouse/resources/programs' }
    expect(nodeRuntimeIn({ ...electron, dist })).toEqual(packed)
    const onWindows = nodeRuntimeIn({ ...electron, dist, platform: 'win32' })
    expect(onWindows).toEqual({ ...packed, node: `${packed.node}.exe` })
  })

  it('is this one where Electron does not run', () => {
    const headless = { ...electron, execPath: '/usr/bin/node', isElectron: false }
    expect(nodeRuntimeIn(headless)).toEqual({ node: '/usr/bin/node', programs: electron.dist })
  })

  it('is, in a checkout, the one of the start script, of npm, or of PATH', () => {
    const npm = { npm_node_execpath: '/npm/node' }
    const nodeIn = (facts: Partial<RuntimeFacts>) => nodeRuntimeIn({ ...electron, ...facts }).node
    expect(nodeIn({ env: { ...electron.env, ...npm, GATEHOUSE_NODE: '/start/node' } })).toBe('/start/node')
    expect(nodeIn({ env: { ...electron.env, ...npm } })).toBe('/npm/node')
    expect(nodeIn({ exists: (file) => file === '/usr/bin/node' })).toBe('/usr/bin/node')
    expect(() => nodeIn({ env: {} })).toThrow('There is no Node in PATH.')
  })
})

it('limits the growth of the heap while little happens, and leaves it to V8 under a load', async () => {
  const clock = new FakeClock()
  const arrived = new Emitter<LiveEntry>()
  const chosen: number[] = []
  const end = limitHeapGrowth({ onDidArrive: arrived.on }, clock, (percent) => chosen.push(percent))
  const minuteWith = async (entries: number) => {
    for (let one = 0; one < entries; one++) arrived.emit({} as LiveEntry)
    await clock.advance(periodMs)
  }

  await minuteWith(loadEntries - 1)
  expect(chosen).toEqual([10])
  await minuteWith(loadEntries)
  await minuteWith(1)
  expect(chosen).toEqual([10, 0, 10])

  end()
  await minuteWith(loadEntries)
  expect(chosen).toHaveLength(3)
})
