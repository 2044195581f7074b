/**
 * Agents in a process of their own, made with the SDK: `node agents.mjs '{"count":10,"offer":"core"}'`.
 *
 * Prints their addresses. A line `{"eventsASecond":1000,"seconds":30}` makes each of them send numbered events. Ends with
 * its stdin.
 */
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { type Agent, type Capability, coreEvent, serveAgent } from '../../../agents/kit/sdk/index.js'
import { type AgentsOptions, type EventLoad, token } from './agents-process.js'
import { goodManifests } from './manifest-maker.js'

const chat = coreEvent('player.chat')
/** Milliseconds between two bursts. */
const tick = 10

function capabilitiesOf(offer: AgentsOptions['offer']): Capability[] {
  if (offer === 'chat') return [chat]
  const core = [...coreCatalogue.values()].filter(({ type }) => type !== 'event')
  const manifests = offer === 'core' ? core : goodManifests(core.length)
  return manifests.map((manifest) => ({ manifest, run: () => ({}) }))
}

/** Every agent sends the events that are due. A late tick is caught up at twice the speed, so that there is no burst. */
async function sendEvents(agents: readonly Agent[], { eventsASecond, seconds }: EventLoad): Promise<void> {
  const began = performance.now()
  const all = eventsASecond * seconds
  const most = (2 * eventsASecond * tick) / 1_000
  for (let reported = 0; reported < all; await sleep(tick)) {
    const due = Math.floor(((performance.now() - began) / 1_000) * eventsASecond)
    for (const until = Math.min(all, due, reported + most); reported < until; reported++) {
      for (const [index, agent] of agents.entries()) {
        agent.emit(chat, { playerName: `player${index}`, message: `${reported}` })
      }
    }
  }
}

async function main({ count, offer }: AgentsOptions): Promise<void> {
  const capabilities = capabilitiesOf(offer)
  const agents: Agent[] = []
  for (let index = 0; index < count; index++) {
    const info = { id: `agent-${index}`, name: `Agent ${index}`, version: '1.0.0' }
    agents.push(await serveAgent({ port: 0, token, info, capabilities }))
  }
  console.log(JSON.stringify({ event: 'ready', addresses: agents.map(({ address }) => address) }))
  for await (const line of createInterface({ input: process.stdin })) {
    await sendEvents(agents, JSON.parse(line) as EventLoad)
    console.log(JSON.stringify({ event: 'sent' }))
  }
  process.exit(0)
}

await main(JSON.parse(process.argv[2] ?? '') as AgentsOptions)
