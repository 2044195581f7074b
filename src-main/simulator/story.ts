/** Story: what happens in the demo world by itself, so that there is something to see. */
import type { Agent } from '../agent-sdk/agent.js'
import type { DemoWorld } from './demo-world.js'

type Scene = (world: DemoWorld, tell: Agent['emit']) => void

const mia = { name: 'Mia', uuid: '7f5c2c6e-0e4f-4b39-9c39-0b5d9a0f7a11' }

const chat =
  (playerName: string, message: string): Scene =>
  (_world, tell) =>
    tell('player.chat', { playerName, message, timestamp: new Date().toISOString() })

const scenes: readonly Scene[] = [
  chat('Steve', 'hey Alex, is the bridge done?'),
  chat('Alex', 'almost, two more arches'),
  (world, tell) => {
    const { name, uuid, location } = world.join(mia.name, mia.uuid)
    const timestamp = new Date().toISOString()
    tell('player.join', { playerName: name, playerUuid: uuid, timestamp, location, isFirstJoin: true })
  },
  chat('Mia', 'hi all!'),
  chat('Steve', 'can we have night for the contest?'),
  (world, tell) => {
    world.leave(mia.name)
    tell('player.leave', { playerName: mia.name, playerUuid: mia.uuid, timestamp: new Date().toISOString() })
  },
]

/** Milliseconds between two scenes. */
const pace = 7_000

/** Plays the scenes over and over; returns the function that ends it. */
export function tellStory(world: DemoWorld, agent: Agent): () => void {
  let next = 0
  const timer = setInterval(() => {
    scenes[next % scenes.length]?.(world, agent.emit)
    next += 1
  }, pace)
  timer.unref()
  return () => clearInterval(timer)
}
