/**
 * A build of about 100,000 blocks in ordinary shapes, as the program runs it, and its undo.
 *
 * Floor: the same `fill` commands sent one after another, without snapshots, saves, checks and pacing. The server is a
 * model that takes 5 ms for a command, 1 ms more for 1,000 blocks, and 40 ms for a save; the region files are real.
 */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readPlan } from '../../../src-main/policy/build/read-plan.js'
import { BlockVolume, type Box, volumeOf } from '../../../src-main/providers/java/folder/block-volume.js'
import { openServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { Console } from '../../../src-main/providers/java/ports.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { connectBuilds } from '../../fakes/java/connected-builds.js'
import { writeRegions } from '../../fixtures/java-world.js'
import { planPart } from '../../fixtures/plan-part.js'
import { alternately, cost, median, printFigures, sized } from '../contract/timing.js'

const root = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
writeFileSync(path.join(root, 'server.properties'), 'level-name=world\n')
const chunks = Array.from({ length: 64 }, (_, index) => ({ x: index % 8, z: Math.floor(index / 8) }))
await writeRegions(
  path.join(root, 'world', 'region'),
  chunks.map((chunk) => ({
    ...chunk,
    stateAt: (_x: number, y: number) => (y < 64 ? 'minecraft:stone' : undefined),
    sections: [0, 9] as const,
  })),
)

const given = {
  name: 'castle',
  world: 'world',
  origin: [4, 64, 4],
  parts: [
    planPart('floor', 'stone_bricks', [0, 0, 0], [119, 0, 119]),
    planPart('walls', 'stone_bricks', [0, 1, 0], [119, 24, 119]),
    planPart('walls', 'cobblestone', [1, 1, 1], [118, 24, 118]),
    ...[8, 110].flatMap((x) =>
      [8, 110].map((z) => ({
        shape: 'cylinder',
        block: 'bricks',
        center: [x, 1, z],
        radius: 7,
        height: 40,
        hollow: true,
      })),
    ),
    planPart('box', 'oak_planks', [40, 1, 40], [80, 20, 80], { hollow: true }),
    planPart('pyramid', 'dark_oak_planks', [38, 21, 38], [82, 43, 82]),
    { shape: 'sphere', block: 'glass', center: [60, 60, 60], radius: 10, hollow: true },
    planPart('floor', 'oak_planks', [41, 7, 41], [79, 7, 79]),
    planPart('floor', 'oak_planks', [41, 14, 41], [79, 14, 79]),
  ],
}
const plan = readPlan(given, {
  structures: new Map(),
  sha256: (text) => createHash('sha256').update(text).digest('hex'),
})

/** Keeps what was filled, and answers after the time that the model takes. */
class ModelServer implements Console {
  readonly fills: { readonly box: Box; readonly state: string }[] = []
  readonly commands: string[] = []
  #began = performance.now()

  async run(command: string): Promise<string> {
    this.commands.push(command)
    if (command === 'save-all flush') {
      await sleep(40)
      return 'Saving the game (this may take a moment!)Saved the game'
    }
    const fill = /^(?:fill|setblock) (\S+) (\S+) (\S+)(?: (-?\d+) (-?\d+) (-?\d+))? (\S+)$/u.exec(command)
    if (fill) {
      const [x = 0, y = 0, z = 0] = fill.slice(1, 4).map(Number)
      const max = { x: Number(fill[4] ?? x), y: Number(fill[5] ?? y), z: Number(fill[6] ?? z) }
      const box = { min: { x, y, z }, max }
      this.fills.push({ box, state: fill[7] ?? '' })
      await sleep(5 + volumeOf(box) / 1_000)
      return fill[4] === undefined
        ? `Changed the block at ${x}, ${y}, ${z}`
        : `Successfully filled ${volumeOf(box)} blocks`
    }
    await sleep(5)
    if (command === 'time query gametime') return `The time is ${Math.floor((performance.now() - this.#began) / 50)}`
    if (command === 'forceload query') return 'No force loaded chunks were found in minecraft:overworld'
    if (command.startsWith('forceload add'))
      return 'Marked 4 chunks in minecraft:overworld from [0, 0] to [1, 1] to be force loaded'
    if (command.startsWith('forceload remove'))
      return 'Unmarked 4 chunks in minecraft:overworld from [0, 0] to [1, 1] for force loading'
    return 'Test failed'
  }
}

const folder = await openServerFolder(root, { log: quietLog })

/** What the region files would say: those on disk with what was filled. */
async function blocks(server: ModelServer, box: Box): Promise<BlockVolume> {
  const read = await folder.blocks('minecraft:overworld', box)
  const palette = new Map(read.palette.map((state, number) => [state, number]))
  const indices = Uint16Array.from(read.indices)
  for (const { box: filled, state } of server.fills) {
    const low = (axis: 'x' | 'y' | 'z') => Math.max(box.min[axis], filled.min[axis])
    const high = (axis: 'x' | 'y' | 'z') => Math.min(box.max[axis], filled.max[axis])
    if (low('x') > high('x') || low('y') > high('y') || low('z') > high('z')) continue
    if (!palette.has(state)) palette.set(state, palette.size)
    const number = palette.get(state) ?? 0
    for (let y = low('y'); y <= high('y'); y++)
      for (let z = low('z'); z <= high('z'); z++) {
        const row = read.indexOf({ x: low('x'), y, z })
        indices.fill(number, row, row + high('x') - low('x') + 1)
      }
  }
  const { dataVersion, blockEntities } = read
  return new BlockVolume({ box, palette: [...palette.keys()], indices, blockEntities, dataVersion })
}

let built = 0
let fills: readonly string[] = []
async function build(round: number): Promise<number[]> {
  const server = new ModelServer()
  const { builds, abilities, groups } = connectBuilds({
    console: server,
    profile: path.join(root, `profile-${round}`),
    clock: systemClock,
    log: quietLog,
    blocks: (box) => blocks(server, box),
    planOf: () => Promise.resolve(plan),
  })
  builds.connect(abilities)
  const groupId = groups.plan('minecraft:overworld', plan.tiles)
  const began = performance.now()
  const result = await builds.build({ requestId: `r${round}`, caller: { id: 'ai', name: 'AI' }, given: {}, groupId })
  const ran = performance.now()
  built = Number(result.built)
  fills = server.commands.filter((command) => /^(?:fill|setblock)/u.test(command))
  await builds.undo(groupId, undefined, new AbortController().signal)
  return [ran - began, performance.now() - ran]
}

const times: number[][] = []
const rounds = sized({ full: 5, quick: 2, once: 1 })
await build(rounds)
await alternately(rounds, { ours: async (round) => times.push(await build(round)) })
const bare = await alternately(rounds, {
  floor: async () => {
    const server = new ModelServer()
    for (const command of fills) await server.run(command)
  },
})
rmSync(root, { recursive: true })
printFigures([
  cost(
    `build of ${built} blocks in ${plan.tiles.length} tiles with ${fills.length} commands`,
    'ms',
    median(times.map(([run = 0]) => run)),
    median(bare.floor.elapsed),
  ),
  cost('its undo', 'ms', median(times.map(([, undo = 0]) => undo)), median(bare.floor.elapsed)),
])
process.exit(0)
