/**
 * Agents of the desktop benchmark, in a process of their own, made with the SDK: `node agents.mjs '{"count":10}'`.
 *
 * Prints their addresses. A line `{"each":1000,"aSecond":500}` makes each of them send so many events of several kinds at
 * that rate; `{"stamped":40,"everyMs":150}` makes one of them send chat that contains its send time. Ends with its stdin.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Agent, coreEvent, serveAgent } from '../../../agents/kit/sdk/index.js'

const token = 'a-token-of-the-benchmark'
const tick = 20

const events = {
  chat: coreEvent('player.chat'),
  join: coreEvent('player.join'),
  placed: coreEvent('world.block.placed'),
}

const words = 'has anybody seen my horse near the old mill by the river it was brown and rather slow'.split(' ')

function emitEvent(agent: Agent, index: number, number: number): void {
  const playerName = `Player_${(number * 7 + index) % 40}`
  if (number % 10 === 4) {
    const location = { world: 'world', x: number, y: 64, z: -number }
    return agent.emit(events.placed, { playerName, type: 'minecraft:oak_planks', location })
  }
  if (number % 10 === 9) return agent.emit(events.join, { playerName })
  const message = `${number} ${words.slice(number % 5, 5 + (number % 12)).join(' ')}`
  agent.emit(events.chat, { playerName, message })
}

interface Order {
  readonly each?: number
  readonly aSecond?: number
  readonly stamped?: number
  readonly everyMs?: number
}

let reported = 0

/** What is due by the clock, never more than twice as fast. */
async function emitMany(agents: readonly Agent[], each: number, aSecond: number): Promise<void> {
  const began = performance.now()
  const most = Math.ceil((2 * aSecond * tick) / 1_000)
  for (let done = 0; done < each; await sleep(tick)) {
    const due = Math.floor(((performance.now() - began) / 1_000) * aSecond)
    for (const until = Math.min(each, due, done + most); done < until; done++) {
      for (const [index, agent] of agents.entries()) emitEvent(agent, index, reported)
      reported += 1
    }
  }
}

async function emitStamped(agents: readonly Agent[], count: number, everyMs: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    await sleep(everyMs * (0.5 + Math.random()))
    agents[done % agents.length]?.emit(events.chat, { playerName: 'Stamp', message: `${done} @${Date.now()}@` })
  }
}

const { count } = JSON.parse(process.argv[2] ?? '') as { count: number }
const agents: Agent[] = []
for (let index = 0; index < count; index++) {
  agents.push(
    await serveAgent({
      port: 0,
      token,
      info: { id: `agent-${index}`, name: `Server ${index}`, version: '1.0.0' },
      capabilities: Object.values(events),
      health: () => ({ healthy: true, onlinePlayers: 4 + index, tps: 19.9 }),
    }),
  )
}
console.log(JSON.stringify({ event: 'ready', token, addresses: agents.map(({ address }) => address) }))
for await (const line of createInterface({ input: process.stdin })) {
  const { each = 0, aSecond = 1, stamped = 0, everyMs = 0 } = JSON.parse(line) as Order
  await Promise.all([emitMany(agents, each, aSecond), emitStamped(agents, stamped, everyMs)])
  console.log(JSON.stringify({ event: 'sent' }))
}
process.exit(0)
