/** `list_servers`: which servers there are and how they are. Addresses are nobody's business here. */
import type { JsonObject } from '../../../contract/call.js'
import type { ContractError } from '../../../contract/generated/error.js'
import { isWorld, type Server, waitingOn } from '../../../contract/server.js'
import { describe, type MetaTool, told } from './meta-tool.js'

export const listServers: MetaTool = {
  tool: describe({
    name: 'list_servers',
    title: 'List the servers',
    description:
      'Lists the Minecraft servers behind Gatehouse: whether each can be reached, how it does (ticks a second, 20 is full speed; players online), how many capabilities it offers, and how many wait until the owner accepts them in the window of Gatehouse. Use it when a call says that a server is offline or that something waits. It does not list players: use player_list.',
    parameters: { type: 'object', properties: {} },
    returns: {
      type: 'object',
      required: ['servers'],
      properties: { servers: { type: 'array', items: { type: 'object', required: ['id', 'name', 'state'] } } },
    },
  }),
  examples: [{ name: 'Which servers there are', parameters: {}, response: { servers: [] } }],
  async call(_given, context) {
    const servers = context.gateway.registry.servers().filter(isWorld)
    const text = servers.length === 0 ? noServers : servers.map(sentenceOf).join('\n')
    return told(text, { servers: servers.map(statusOf) }, context)
  },
}

const noServers = 'There are no servers yet. The owner adds one in the window of Gatehouse.'

/** What a model may know of a server. Details of a problem may hold addresses and stay here. */
export const statusOf = (server: Server): JsonObject => ({
  id: server.id,
  name: server.name,
  state: server.state,
  kind: server.kind,
  ...(server.software && { software: server.software }),
  ...(isThere(server) && server.health && { health: server.health }),
  ...(server.maxPlayers !== undefined && { maxPlayers: server.maxPlayers }),
  ...(server.problem && { problem: inShort(server.problem) }),
  capabilities: server.capabilities.length,
  waitingForAcceptance: waitingOn(server).length,
})

/** Of one that is not there, nobody knows how it does. */
const isThere = ({ state }: Server): boolean => state === 'online' || state === 'degraded'

const inShort = ({ code, message, suggestion }: ContractError) => ({ code, message, ...(suggestion && { suggestion }) })

/** For example `"Survival" (survival) is online, 3 players, 19.8 ticks a second; 23 capabilities.` */
export function sentenceOf(server: Server): string {
  const { id, name, state, problem, capabilities } = server
  const health = isThere(server) ? server.health : undefined
  const facts = [
    `${JSON.stringify(name)} (${id}) is ${state}`,
    health?.onlinePlayers !== undefined && `${health.onlinePlayers} players`,
    health?.tps !== undefined && `${health.tps} ticks a second`,
  ].filter(Boolean)
  const unaccepted = waitingOn(server).length
  const waiting = unaccepted > 0 ? `, ${unaccepted} more wait until the owner accepts them` : ''
  const why = problem ? ` ${problem.message}` : ''
  return `${facts.join(', ')}; ${capabilities.length} capabilities${waiting}.${why}`
}
