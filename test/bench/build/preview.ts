/**
 * The preview of a build in its real place, in processor time: the world is read from region files, the effects of the plan are
 * counted, and the place is painted before and after.
 *
 * Floor: the same place is read from its files and painted twice, as every preview must.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { paint } from '../../../src-main/painter/paint.js'
import type { Painter } from '../../../src-main/painter/painter.js'
import { readPlan } from '../../../src-main/policy/build/read-plan.js'
import { BuildSight } from '../../../src-main/providers/java/build/build-sight.js'
import { CommandDialect } from '../../../src-main/providers/java/dialects/dialect.js'
import { gameVersionOf } from '../../../src-main/providers/java/dialects/game-version.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import { pictureBox, sceneOf } from '../../../src-main/providers/minecraft/build/picture-box.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { writeRegions } from '../../fixtures/java-world.js'
import { planPart } from '../../fixtures/plan-part.js'
import { alternately, cost, median, printFigures, sized } from '../contract/timing.js'

const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
writeFileSync(path.join(root, 'server.properties'), 'level-name=world\n')
await writeRegions(
  path.join(root, 'world', 'region'),
  Array.from({ length: 100 }, (_, index) => ({
    x: index % 10,
    z: Math.floor(index / 10),
    stateAt: (_x: number, y: number) => (y < 64 ? 'minecraft:stone' : undefined),
    sections: [0, 9] as const,
  })),
)
const folder = await openServerFolder(root, { log: quietLog })
const dimension = 'minecraft:overworld'

/** A house of that many blocks on each side, half in the ground: walls, floors, rooms of air and a roof. */
const houseOf = (side: number) => ({
  name: 'house',
  world: 'world',
  origin: [40, 64 - side / 2, 40],
  parts: [
    planPart('box', 'air', [0, 0, 0], [side - 1, side - 1, side - 1]),
    planPart('walls', 'stone_bricks', [0, 0, 0], [side - 1, side / 2, side - 1]),
    planPart('floor', 'oak_planks', [1, side / 4, 1], [side - 2, side / 4, side - 2]),
    planPart('pyramid', 'spruce_planks', [0, side / 2 + 1, 0], [side - 1, side - 1, side - 1]),
  ],
})

const painter: Painter = { paint: async (scene, options) => paint(scene, options), stop: async () => undefined }
const planOf = async (given: object) =>
  readPlan(given, { structures: new Map(), sha256: (text) => createHash('sha256').update(text).digest('hex') })
const sight = new BuildSight({ painter, clock: systemClock, planOf, areas: () => [], structures: () => [] })
// Nobody is online, so that every command finds nobody.
const dialect = new CommandDialect(
  { run: async () => 'Test failed' },
  { version: gameVersionOf('1.21.1') ?? [], prefix: '' },
)
const abilities = { dialect, reads: new Set<never>(), files: { folder, flush: async () => undefined } }
const { signal } = new AbortController()

const figures = []
for (const side of [32, 64]) {
  const given = houseOf(side)
  const { extent } = await planOf(given)
  const box = pictureBox(extent)
  const previewed = await sight.preview(given, 0, abilities, signal)
  const taken = await alternately(sized({ full: 9, quick: 3, once: 1 }), {
    preview: () => sight.preview(given, 0, abilities, signal),
    floor: async () => {
      const scene = sceneOf(box, await folder.blocks(dimension, box, { most: 4_194_304 }))
      for (let picture = 0; picture < 2; picture++) paint(scene, { turn: 0, maxWidth: 1_280, maxHeight: 960 })
    },
  })
  const { blocks, changes } = previewed.facts
  figures.push(
    cost(
      `preview of ${blocks.toLocaleString('en')} blocks, of which ${changes.toLocaleString('en')} change, processor`,
      'ms',
      median(taken.preview.processor),
      median(taken.floor.processor),
    ),
  )
}
rmSync(root, { recursive: true })
printFigures(figures)
process.exit(0)
