/**
 * Agent: a contract agent for the world, written against docs/protocol.md#agents-registration and docs/protocol.md#frames alone.
 *
 * It imports nothing of Gatehouse, on purpose: it represents every third-party agent. The agent
 * is the WebSocket server, the gateway dials it. Faults are for tests: they change the response, never the action.
 */
import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { WebSocket, WebSocketServer } from 'ws'
import { perform } from './capabilities.mjs'
import { ContractError } from './contract-error.mjs'
import { capabilities, eventsOf } from './declarations.mjs'

export const agentId = 'agent-test-world'

const closeCodes = { invalidToken: 4001, notRegistered: 1008 }

/**
 * Serves the world to gateways. `events` emits `registered ({gatewayId, sessionId})`, `request ({capabilityId, caller,
 * fault})` when a request has arrived and `disconnected ({code})`.
 *
 * @param {{ world: Awaited<ReturnType<typeof import('./world.mjs').startWorld>>, token: string, port?: number,
 *   config?: { heartbeatInterval?: number, reconnectDelay?: number, maxRetries?: number } }} options
 */
export async function startAgent({ world, token, port = 0, config = {} }) {
  const server = new WebSocketServer({ host: '127.0.0.1', port, maxPayload: 1 << 20 })
  await once(server, 'listening')

  const events = new EventEmitter()
  const sessions = new Map()
  let fault = 'none'

  const handlers = {
    register(socket, frame) {
      if (frame.authentication?.token !== token) return refuse(socket, frame)
      const session = { gatewayId: String(frame.gateway?.id ?? 'unnamed'), sessionId: randomUUID() }
      sessions.set(socket, session)
      send(socket, 'register_ack', {
        correlationId: frame.id,
        success: true,
        ...session,
        agentInfo: describe(world),
        config: { heartbeatInterval: 30_000, reconnectDelay: 5_000, maxRetries: 3, ...config },
        capabilities,
      })
      events.emit('registered', session)
    },
    heartbeat(socket, frame) {
      send(socket, 'heartbeat_ack', { correlationId: frame.id, ...sessions.get(socket), status: health(world) })
    },
    async request(socket, frame) {
      const { capabilityId, context } = frame.payload ?? {}
      if (typeof capabilityId !== 'string')
        return complain(socket, frame.id, 'PROTOCOL.INVALID_REQUEST', 'A request names a capability')
      const spoil = answers[fault]
      events.emit('request', { capabilityId, caller: context?.caller, fault })
      if (fault === 'vanish') fault = 'none'
      const payload = await outcome(world, frame)
      spoil(socket, { correlationId: frame.id, payload })
    },
  }

  server.on('connection', (socket) => {
    socket.on('error', () => {})
    socket.on('close', (code) => {
      sessions.delete(socket)
      events.emit('disconnected', { code })
    })
    socket.on('message', (bytes, isBinary) => {
      const frame = isBinary ? undefined : parse(bytes)
      if (!frame) return complain(socket, undefined, 'PROTOCOL.INVALID_REQUEST', 'A frame is one JSON object')
      if (!['id', 'type', 'timestamp'].every((name) => typeof frame[name] === 'string'))
        return complain(socket, frame.id, 'PROTOCOL.INVALID_REQUEST', 'A frame has an id, a type and a timestamp')
      if (frame.type !== 'register' && !sessions.has(socket)) {
        complain(socket, frame.id, 'AUTH.UNAUTHORIZED', 'Register before anything else')
        return socket.close(closeCodes.notRegistered, 'not registered')
      }
      const handle = Object.hasOwn(handlers, frame.type) ? handlers[frame.type] : undefined
      if (!handle) return complain(socket, frame.id, 'PROTOCOL.UNSUPPORTED_TYPE', `No frame is called ${frame.type}`)
      handle(socket, frame)
    })
  })

  const stopEvents = eventsOf(world, (payload) => {
    for (const socket of sessions.keys()) send(socket, 'event', { payload })
  })

  return {
    port: server.address().port,
    events,
    setFault: (name) => {
      if (!Object.hasOwn(answers, name)) throw new Error(`There is no fault called ${name}`)
      fault = name
    },
    stop: async () => {
      stopEvents()
      for (const socket of server.clients) socket.close(1001, 'the agent ends')
      const closed = once(server, 'close')
      server.close()
      const timer = setTimeout(() => {
        for (const socket of server.clients) socket.terminate()
      }, 300)
      await closed
      clearTimeout(timer)
    },
  }
}

/** The response under each fault. */
const answers = {
  none: (socket, response) => send(socket, 'response', response),
  silent: () => {},
  garbage: (socket) => socket.send('{"type":"response", this is not JSON'),
  twice: (socket, response) => {
    send(socket, 'response', response)
    send(socket, 'response', response)
  },
  vanish: (socket) => socket.terminate(),
}

async function outcome(world, frame) {
  const started = performance.now()
  const metadata = () => ({ executionTime: Math.round(performance.now() - started), serverId: agentId })
  try {
    const data = await perform(world, frame.payload)
    return { success: true, data, metadata: metadata() }
  } catch (error) {
    const known = error instanceof ContractError ? error : new ContractError('BUSINESS.OPERATION_FAILED', error.message)
    return { success: false, error: known.toJSON(), metadata: metadata() }
  }
}

function refuse(socket, frame) {
  send(socket, 'register_ack', {
    correlationId: frame.id,
    success: false,
    gatewayId: frame.gateway?.id,
    error: { code: 'AUTH.TOKEN_INVALID', message: 'The agent does not know this token' },
  })
  socket.close(closeCodes.invalidToken, 'token invalid')
}

const complain = (socket, correlationId, code, message) =>
  send(socket, 'error', { correlationId, payload: { error: { code, message } } })

function send(socket, type, fields) {
  if (socket.readyState !== WebSocket.OPEN) return
  socket.send(JSON.stringify({ id: randomUUID(), type, timestamp: new Date().toISOString(), ...fields }))
}

function parse(bytes) {
  try {
    const frame = JSON.parse(bytes.toString())
    return frame !== null && typeof frame === 'object' && !Array.isArray(frame) ? frame : undefined
  } catch {
    return undefined
  }
}

const describe = (world) => ({
  id: agentId,
  name: 'Test world agent',
  version: '1.0.0',
  serverInfo: {
    name: 'Test world',
    type: 'flying-squid',
    version: world.version,
    maxPlayers: world.maxPlayers,
    onlinePlayers: world.players().length,
  },
  environment: 'test',
})

function health(world) {
  const { heapUsed, heapTotal } = process.memoryUsage()
  const tps = world.ticksPerSecond()
  return {
    healthy: tps > 5,
    tps,
    onlinePlayers: world.players().length,
    memoryUsage: Math.min(1, Math.round((heapUsed / heapTotal) * 100) / 100),
  }
}
