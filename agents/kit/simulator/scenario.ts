/**
 * Scenario: the scheduled events of the demo world.
 *
 * The same seed gives the same events. A kicked player returns when an event needs them; a banned player does not, and
 * their events are skipped.
 */

import type { WorldClock } from './clock.js'
import { between, mulberry32, oneOf, type Random } from './mulberry32.js'
import { surface } from './world/blocks.js'
import { worldName } from './world/position.js'
import type { World } from './world/world.js'

type ScenarioStep = (world: World, random: Random) => void

/** Milliseconds between two steps. */
export const stepIntervalMs = 7_000

/** Additional milliseconds per tick while the server falls behind. */
const slowTickMs = 60

const uuids = {
  Steve: '8667ba71-b85a-4004-af54-457a9734eed7',
  Alex: 'ec561538-f3fd-461d-aff5-086b22154bce',
  Mia: '7f5c2c6e-0e4f-4b39-9c39-0b5d9a0f7a11',
} as const
type Actor = keyof typeof uuids

/** A step that runs only when the actor is online or can join. */
const by =
  (actor: Actor, step: (world: World, random: Random, actor: Actor) => void): ScenarioStep =>
  (world, random) => {
    if (world.join(actor, uuids[actor])) step(world, random, actor)
  }

const says = (actor: Actor, ...lines: readonly string[]): ScenarioStep =>
  by(actor, (world, random) => world.chat(actor, oneOf(random, lines)))

const places = (actor: Actor, type: string): ScenarioStep =>
  by(actor, (world, random) => {
    const location = bridgePart(random)
    world.blocks.set(location, type)
    world.emit('world.block.placed', { playerName: actor, playerUuid: uuids[actor], type, location })
  })

const breaks = (actor: Actor): ScenarioStep =>
  by(actor, (world, random) => {
    const location = { ...bridgePart(random), y: surface - 1 }
    const { type } = world.blocks.at(location)
    if (type === 'minecraft:air') return
    world.blocks.set(location, 'minecraft:air')
    world.emit('world.block.broken', { playerName: actor, playerUuid: uuids[actor], type, location })
  })

const dies = (actor: Actor, cause: string, killer?: string): ScenarioStep =>
  by(actor, (world) => world.die(actor, cause, killer))

const joins = (actor: Actor): ScenarioStep => by(actor, () => {})

const leaves =
  (actor: Actor): ScenarioStep =>
  (world) => {
    if (world.players.isOnline(actor)) world.leave(actor, 'Disconnected')
  }

const serverIs =
  (healthy: boolean): ScenarioStep =>
  (world) => {
    world.tickHealth.slowDown(healthy ? 0 : slowTickMs)
    world.emit('world.tick.health', { ...world.tickHealth.read(), healthy })
  }

const bridgePart = (random: Random) => ({
  world: worldName,
  x: between(random, 20, 36),
  y: surface,
  z: between(random, -20, -16),
})

const steps: readonly ScenarioStep[] = [
  says('Steve', 'hey Alex, is the bridge done?', 'Alex, how is the bridge?', 'shall I bring more stone?'),
  says('Alex', 'almost, two more arches', 'one arch to go', 'it needs a railing'),
  joins('Mia'),
  says('Mia', 'hi all!', 'hello :)', 'back again'),
  places('Alex', 'minecraft:stone_bricks'),
  says('Steve', 'can we have night for the contest?', 'the lanterns would look great at night'),
  breaks('Steve'),
  serverIs(false),
  says('Alex', 'lag?', 'everything stutters'),
  serverIs(true),
  dies('Mia', 'fell from a high place'),
  says('Mia', 'oops', 'my things are at the river!', 'I need a railing'),
  places('Steve', 'minecraft:lantern'),
  dies('Alex', 'was blown up by Creeper', 'Creeper'),
  leaves('Mia'),
]

/** Runs the steps in a loop; returns the function that stops it. */
export function runScenario(world: World, clock: Pick<WorldClock, 'after'>, seed = 1): () => void {
  const random = mulberry32(seed)
  let next = 0
  let stop = clock.after(stepIntervalMs, play)

  function play(): void {
    world.moveRandomly()
    steps[next % steps.length]?.(world, random)
    next += 1
    stop = clock.after(stepIntervalMs, play)
  }
  return () => stop()
}
