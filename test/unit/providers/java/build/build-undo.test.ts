import { writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { Int8 } from 'nbtify'
import { describe, expect, it } from 'vitest'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { systemClock } from '../../../../../src-main/storage/system-clock.js'
import { planFrom } from '../../../../fakes/java/build-scene.js'
import { connectBuilds } from '../../../../fakes/java/connected-builds.js'
import { ModelConsole } from '../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../fakes/java/console/model-world.js'
import { RegionWorld } from '../../../../fakes/java/region-world.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()
const chest = 'minecraft:chest[facing=north]'
const items = (id: string) => ({ Items: [{ Slot: new Int8(0), id, Count: new Int8(3) }] })
const place = fc.nat(15)
const cell = (...states: string[]) => fc.tuple(place, place, place, fc.constantFrom(...states))
const versions = [
  ['1.14', 'spanned'],
  ['1.16.1', 'nested'],
  ['1.21.1', 'flat'],
] as const

describe('the undo of a build', () => {
  it.each(versions)(
    'puts back every block and every container, in region files as %s writes them',
    async (version, form) => {
      let run = 0
      const old = fc.array(cell('minecraft:stone', 'minecraft:oak_log[axis=y]', chest), { maxLength: 30 })
      const planned = fc.array(cell('minecraft:stone', 'minecraft:glass', 'minecraft:air'), {
        minLength: 1,
        maxLength: 40,
      })
      await times(6).forAllAsync(old, planned, async (blocks, parts) => {
        const home = path.join(root(), `${form}-${run++}`)
        const world = new RegionWorld({ regions: path.join(home, 'world', 'region'), packing: 'none', form })
        for (const [x, y, z, state] of blocks)
          world.put(x, y, z, state, state === chest ? items('minecraft:diamond') : undefined)
        await world.save()
        writeFileSync(path.join(home, 'server.properties'), 'level-name=world\n')
        const shown = () => JSON.stringify([[...world.states].sort(), [...world.entities].sort()])
        const before = shown()
        const folder = await openServerFolder(home, { log: new RecordingLog() })
        const model = new ModelConsole({ version, world: new MemoryWorld() })
        const plan = planFrom(new Map(parts.map(([x, y, z, state]) => [`${x} ${y} ${z}`, state])), { side: 16 })
        const { builds, abilities, groups } = connectBuilds({
          console: { run: (command) => (/^(?:setblock|fill|save|data )/u.test(command) ? world : model).run(command) },
          version,
          profile: path.join(home, 'profile'),
          clock: systemClock,
          log: new RecordingLog(),
          blocks: (box) => folder.blocks('minecraft:overworld', box),
          planOf: () => Promise.resolve(plan),
        })
        builds.connect(abilities)
        const groupId = groups.plan('minecraft:overworld', plan.tiles)
        const result = await builds.build({ requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId })
        expect(result).toMatchObject({ built: plan.most, skipped: 0 })
        await builds.undo(groupId, undefined, new AbortController().signal)
        expect(shown()).toBe(before)
      })
    },
  )
})
