/** `list_servers`: the servers and their states, without addresses. */
import type { JsonObject } from '@contract/call.js'
import { isWorld, refusedOn, type Server, waitingOn } from '@shared/servers/server.js'
import { problemForModels } from '../../../gateway/ports/model-responses.js'
import {
  joinedText,
  literalText,
  type ModelText,
  modelText,
  ownSentence,
  quoted,
} from '../../../policy/text/model-text.js'
import { describe, type MetaTool, succeeded } from './meta-tool.js'

export const listServers: MetaTool = {
  tool: describe({
    name: 'list_servers',
    title: 'List the servers',
    holdsTextOfOthers: true,
    description:
      'Lists the Minecraft servers of Gatehouse: whether each is online, its health (ticks per second, 20 is full speed; players online), the number of its capabilities, and how many wait for acceptance by the owner in the Gatehouse window. Use it if a server is offline or something waits. It does not list players: use player_list.',
    parameters: { type: 'object', properties: {} },
    returns: {
      type: 'object',
      required: ['servers'],
      properties: { servers: { type: 'array', items: { type: 'object', required: ['id', 'name', 'state'] } } },
    },
  }),
  examples: [{ name: 'List the servers', parameters: {}, response: { servers: [] } }],
  async call(_given, context) {
    const servers = context.gateway.serversFor(context.caller).filter(isWorld)
    const text = servers.length === 0 ? noServers : joinedText(servers.map(sentenceOf), '\n')
    return succeeded(text, { servers: servers.map(statusOf) }, context)
  },
}

const noServers = literalText('There are no servers yet. The owner can add one in the Gatehouse window.')

/** The part of a server for models. Details of a problem may contain addresses and are left out. */
export function statusOf(server: Server): JsonObject {
  const problem = problemForModels(server)
  return {
    id: server.id,
    name: server.name,
    state: server.state,
    kind: server.kind,
    ...(server.software && { software: server.software }),
    ...(isThere(server) && server.health && { health: server.health }),
    ...(server.maxPlayers !== undefined && { maxPlayers: server.maxPlayers }),
    ...(problem && { problem }),
    capabilities: server.capabilities.length,
    waitingForAcceptance: waitingOn(server).length,
    ...(refusedOn(server).length > 0 && { refused: refusedOn(server).length }),
  }
}

/** The health of an offline server is unknown. */
const isThere = ({ state }: Server): boolean => state === 'online' || state === 'degraded'

/** For example `"Survival" (survival) is online, 3 players, 19.8 ticks a second; 23 capabilities.` */
export function sentenceOf(server: Server): ModelText {
  const { id, name, state, capabilities } = server
  const health = isThere(server) ? server.health : undefined
  const facts = [
    modelText`${quoted(name)} (${ownSentence(id)}) is ${ownSentence(state)}`,
    ...(health?.onlinePlayers !== undefined ? [modelText`${health.onlinePlayers} players`] : []),
    ...(health?.tps !== undefined ? [modelText`${health.tps} ticks a second`] : []),
  ]
  const unaccepted = waitingOn(server).length
  const waiting = unaccepted > 0 ? modelText`, ${unaccepted} more wait for acceptance by the owner` : literalText('')
  const problem = problemForModels(server)
  const why = problem ? modelText` ${ownSentence(problem.message)}` : literalText('')
  return modelText`${joinedText(facts, ', ')}; ${capabilities.length} capabilities${waiting}.${why}`
}
