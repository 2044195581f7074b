/** Any plan, and a program that dies at any step: the build ends as planned, and its undo with the world as it was. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bedrockBlock } from '../../../../../src-main/providers/bedrock/build/bedrock-block.js'
import { BuildGame, type Given, never, planOf } from '../../../../fakes/bedrock/build-game.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const folder = folderForEach()

const offset = fc.integer({ min: 0, max: 10 })
const corner = fc.tuple(offset, fc.integer({ min: 0, max: 4 }), offset)
const block = fc.constantFrom<object>(
  { block: 'stone' },
  { block: 'air' },
  { block: 'glass' },
  { block: 'oak_log', states: { axis: 'x' } },
  { block: 'oak_stairs', states: { facing: 'east', half: 'top' } },
)
const part = fc
  .record({
    shape: fc.constantFrom('box', 'walls', 'floor'),
    of: block,
    from: corner,
    to: corner,
    only: fc.option(fc.constantFrom(['air'], ['dirt', 'stone'], ['chest']), { nil: undefined }),
    mirror: fc.option(fc.constant({ x: 9 }), { nil: undefined }),
  })
  .map(({ of, only, mirror, ...shape }) => ({ ...shape, ...of, ...(only && { only }), ...(mirror && { mirror }) }))
const plans = fc.record({
  name: fc.constant('Plan'),
  world: fc.constantFrom('overworld', 'nether'),
  // Across the corners of tiles.
  origin: fc.tuple(fc.integer({ min: 24, max: 36 }), fc.constant(62), fc.integer({ min: -8, max: 4 })),
  parts: fc.array(part, { minLength: 1, maxLength: 6 }),
})
const places = fc.tuple(
  fc.integer({ min: 24, max: 46 }),
  fc.integer({ min: 60, max: 68 }),
  fc.integer({ min: -8, max: 14 }),
)
const worlds = fc.array(
  fc.tuple(places, fc.constantFrom('dirt', 'stone', 'chest["minecraft:cardinal_direction"="north"]#27 diamonds')),
  { maxLength: 40 },
)

/** The blocks that the plan makes of a world, by place as the model writes it. */
async function expected(given: Given, game: BuildGame): Promise<ReadonlyMap<string, string>> {
  const plan = await planOf(given)
  const blocks = new Map(game.blocks)
  for (const tile of plan.tiles) {
    const [wide, deep] = [tile.max.x - tile.min.x + 1, tile.max.z - tile.min.z + 1]
    const count = wide * deep * (tile.max.y - tile.min.y + 1)
    const keyAt = (index: number) => {
      const [x, z, y] = [index % wide, Math.floor(index / wide) % deep, Math.floor(index / (wide * deep))]
      const place = `${tile.min.x + x} ${tile.min.y + y} ${tile.min.z + z}`
      return plan.world === 'overworld' ? place : `${plan.world} ${place}`
    }
    const palette = ['minecraft:air']
    const indices = new Uint16Array(count)
    for (let index = 0; index < count; index++) {
      const id = `minecraft:${(game.world.blocks.get(keyAt(index)) ?? 'air').split(/[[#]/u)[0]}`
      if (!palette.includes(id)) palette.push(id)
      indices[index] = palette.indexOf(id)
    }
    const drawn = plan.draw(tile, { palette, indices })
    for (let index = 0; index < count; index++) {
      if (!drawn.parts[index]) continue
      const state = bedrockBlock(drawn.palette[drawn.indices[index] ?? 0] ?? '')
        .replace('minecraft:', '')
        .replace(' ', '')
      const key = keyAt(index)
      // What is there already keeps what is in it.
      if (state === 'air') blocks.delete(key)
      else if (blocks.get(key)?.split('#')[0] !== state) blocks.set(key, state)
    }
  }
  return new Map([...blocks].sort(([one], [other]) => (one < other ? -1 : 1)))
}

function gameWith(
  world: readonly (readonly [readonly [number, number, number], string])[],
  dimension: string,
): BuildGame {
  const game = new BuildGame(path.join(folder(), randomUUID()))
  for (const [place, what] of world) game.world.land.put(dimension, place, what)
  game.world.land.isFar = true
  return game
}

async function undone(game: BuildGame, groupId: string, deaths: readonly number[]): Promise<void> {
  for (const steps of [...deaths, Number.POSITIVE_INFINITY]) {
    game.stepsLeft = Number.POSITIVE_INFINITY
    const builds = await game.start()
    game.stepsLeft = steps
    const isUndone = await game.until(builds.undo(groupId, undefined, never)).then(
      () => true,
      () => false,
    )
    builds.close()
    if (isUndone) return
  }
  throw new Error('It was never undone.')
}

it('ends as planned however often the program dies, and an undo with the world as it was', {
  timeout: 120_000,
}, async () => {
  const deaths = fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 6 })
  const property = fc.asyncProperty(plans, worlds, deaths, deaths, async (plan, world, dying, undoDying) => {
    const given = plan as unknown as Given
    const game = gameWith(world, plan.world)
    const [before, planned] = [game.blocks, await expected(given, game)]
    let builds = await game.start()
    const groupId = await game.until(builds.begin(given, never))
    builds.take('request', groupId)
    game.stepsLeft = dying[0] ?? Number.POSITIVE_INFINITY
    const call = { requestId: 'request', caller: { id: 'ai', name: 'AI' }, given, groupId: builds.taken('request') }
    builds.build(call, never).catch(() => undefined)
    const isOver = () => ['done', 'failed'].includes(builds.list()[0]?.phase ?? '')
    for (const steps of [...dying.slice(1), Number.POSITIVE_INFINITY]) {
      await game.eventually(() => isOver() || game.stepsLeft < 0)
      builds.close()
      await game.clock.advance(20_000)
      game.stepsLeft = Number.POSITIVE_INFINITY
      builds = await game.start()
      game.stepsLeft = steps
    }
    await game.eventually(isOver)
    builds.close()
    expect(builds.list()[0]).toMatchObject({ phase: 'done' })
    expect(game.blocks).toEqual(planned)
    await undone(game, groupId, undoDying)
    expect(game.blocks).toEqual(before)
    game.stepsLeft = Number.POSITIVE_INFINITY
    const last = await game.start()
    await game.clock.advance(1_000)
    last.close()
    expect(game.world.land.areas.size).toBe(0)
  })
  await fc.assert(property, { numRuns: Number(process.env.GATEHOUSE_BUILD_CRASHES ?? 40) })
})
