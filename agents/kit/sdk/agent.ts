/**
 * Agent: serves the declared capabilities to every gateway with the right token. Usable outside this program.
 *
 * See docs/protocol.md#agents-registration and docs/protocol.md#frames. The agent listens; the gateway connects. Before
 * registration succeeds, no other frame gets a response.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { frameText } from '@contract/frames.js'
import { GatewayError } from '@contract/gateway-error.js'
import type {
  AgentConfig,
  AgentInfo,
  CapabilityUpdateFrame,
  Health,
  MessageFrame,
} from '@contract/generated/message-frame.js'
import { WebSocket } from 'ws'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import type { Capability, EventCapability } from './capability.js'
import { openAgentListener } from './listen.js'
import { AgentOffer, type OnError } from './offer.js'

export interface AgentOptions {
  readonly info: AgentInfo | (() => AgentInfo)
  /** Shared secret of the gateway. */
  readonly token: string
  readonly capabilities: readonly Capability[]
  readonly health?: () => Health
  /** Default: loopback. */
  readonly host?: string
  /** Default: a free port. */
  readonly port: number
  /** Milliseconds. */
  readonly heartbeatInterval?: number
  /** Called for a bug in a handler and for a result that breaks its `returns`. Default: writes to stderr. */
  readonly onError?: OnError
  /** Sends frames; for agents that misbehave on purpose. */
  readonly transmit?: Transmit
}

export type Transmit = (frame: OutgoingFrame, line: AgentConnection) => void

export interface OutgoingFrame {
  readonly type: MessageFrame['type']
  readonly text: string
}

/** A connection to a gateway. */
export interface AgentConnection {
  /** Does nothing when the gateway has disconnected. */
  send(text: string): void
  hangUp(): void
}

export interface Agent {
  /** `ws://host:port` */
  readonly address: string
  /**
   * Sends an event to every gateway.
   *
   * @throws Error when the event was not declared, or its data does not match the declaration: a bug of the agent
   */
  emit<Data extends object>(event: EventCapability<Data>, data: Data): void
  emit(eventId: string, data: JsonObject): void
  /** Adds capabilities. @throws Error when one of them is wrong or exists already; then nothing changes */
  add(...capabilities: readonly Capability[]): void
  /**
   * Replaces capabilities by other versions. @throws Error when one is wrong or does not exist; then nothing changes
   */
  update(...capabilities: readonly Capability[]): void
  /** Removes capabilities. @throws Error when one does not exist */
  remove(...ids: readonly string[]): void
  close(): Promise<void>
}

/** Listens. @throws Error when the port is not available, or a declaration is wrong */
export async function serveAgent(options: AgentOptions): Promise<Agent> {
  const { token, host = '127.0.0.1', port, transmit = asItIs, onError = toStderr } = options
  const ajv = createContractAjv()
  const readFrame = createFrameReader(ajv)
  const offer = new AgentOffer(ajv, onError)
  rejectDuplicates(options.capabilities.map(({ manifest }) => manifest.id))
  offer.set(options.capabilities)
  const info = () => (typeof options.info === 'function' ? options.info() : options.info)
  /** Registered connection → function that sends to it. */
  const registered = new Map<WebSocket, { send: Send; gatewayId: string }>()
  const listener = await openAgentListener(host, port, (socket, occupyPlace) => {
    const line = lineTo(socket)
    const send: Send = (type, body) => transmit({ type, text: frameText(type, body, randomUUID()) }, line)
    socket.on('error', () => socket.terminate())
    socket.on('close', () => registered.delete(socket))
    socket.on('message', (data, isBinary) => {
      const read = readFrame(isBinary ? '' : data.toString())
      if (!read.ok) return send('error', { error: invalid(read.reason) })
      void handle(read.frame, { socket, send, occupyPlace })
    })
  })

  async function handle(frame: MessageFrame, { socket, send, occupyPlace }: GatewayConnection): Promise<void> {
    const correlationId = frame.id
    if (frame.type === 'register') {
      const isRight = isSame(frame.authentication.token, token)
      if (!isRight || !occupyPlace()) {
        const error = new GatewayError(isRight ? 'SYSTEM.RATE_LIMITED' : 'AUTH.TOKEN_INVALID').toContract()
        send('register_ack', { correlationId, success: false, error })
        return socket.close(isRight ? policyViolation : unauthorised)
      }
      registered.set(socket, { send, gatewayId: frame.gateway.id })
      return send('register_ack', {
        correlationId,
        success: true,
        gatewayId: frame.gateway.id,
        sessionId: randomUUID(),
        agentInfo: info(),
        config: configOf(options),
        capabilities: offer.manifests.map((manifest) => ({ ...manifest })),
      })
    }
    if (!registered.has(socket)) {
      send('error', { correlationId, error: new GatewayError('AUTH.UNAUTHORIZED').toContract() })
      return socket.close(unauthorised)
    }
    switch (frame.type) {
      case 'heartbeat':
        return send('heartbeat_ack', { correlationId, ...(options.health && { status: options.health() }) })
      case 'request': {
        const began = performance.now()
        const response = await offer.respond(frame.payload)
        const metadata = { executionTime: Math.round(performance.now() - began), serverId: info().id }
        return send('response', { correlationId, payload: { ...response, metadata } })
      }
      case 'error':
        return
      default:
        return send('error', { correlationId, error: invalid(`an agent does not accept ${frame.type}`) })
    }
  }

  function sendUpdate(action: CapabilityUpdateFrame['action'], capabilities: readonly object[]): void {
    for (const { send, gatewayId } of registered.values()) {
      send('capability_update', { gatewayId, action, capabilities: capabilities.map((one) => ({ ...one })) })
    }
  }

  function change(action: 'add' | 'update', capabilities: readonly Capability[]): void {
    const ids = capabilities.map(({ manifest }) => manifest.id)
    rejectDuplicates(ids)
    const wrong = ids.find((id) => offer.has(id) === (action === 'add'))
    if (wrong) throw new Error(`${wrong} is ${action === 'add' ? 'already offered' : 'not offered'}`)
    offer.set(capabilities)
    sendUpdate(
      action,
      capabilities.map(({ manifest }) => manifest),
    )
  }

  return {
    address: `ws://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    emit(event: string | EventCapability, data: object) {
      const eventId = typeof event === 'string' ? event : event.manifest.id
      offer.checkEvent(eventId, data as JsonObject)
      for (const { send } of registered.values()) send('event', { payload: { eventId, data: { ...data } } })
    },
    add: (...capabilities) => change('add', capabilities),
    update: (...capabilities) => change('update', capabilities),
    remove(...ids) {
      rejectDuplicates(ids)
      const missing = ids.find((id) => !offer.has(id))
      if (missing) throw new Error(`${missing} is not offered`)
      sendUpdate(
        'remove',
        ids.map((id) => offer.delete(id)).map(({ id, version, type }) => ({ id, version, type })),
      )
    },
    close: () => listener.close(),
  }
}

type Send = <Type extends MessageFrame['type']>(type: Type, body: Parameters<typeof frameText<Type>>[1]) => void

interface GatewayConnection {
  readonly socket: WebSocket
  readonly send: Send
  /** False when the places of all gateways are taken. */
  readonly occupyPlace: () => boolean
}

/** WebSocket close codes: a wrong token; a limit was reached. */
const unauthorised = 4001
const policyViolation = 1008

const toStderr: OnError = (error, capabilityId) =>
  console.error(`${capabilityId}:`, error instanceof Error ? (error.stack ?? error.message) : error)

const asItIs: Transmit = ({ text }, line) => line.send(text)

const lineTo = (socket: WebSocket): AgentConnection => ({
  send: (text) => void (socket.readyState === WebSocket.OPEN && socket.send(text)),
  hangUp: () => socket.terminate(),
})

const invalid = (reason: string) => new GatewayError('PROTOCOL.INVALID_REQUEST', { details: { reason } }).toContract()

const configOf = ({ heartbeatInterval = 10_000 }: AgentOptions): AgentConfig => ({
  heartbeatInterval,
  reconnectDelay: 1_000,
  maxRetries: 3,
})

function rejectDuplicates(ids: readonly string[]): void {
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new Error(`${twice} is declared twice`)
}

/** Compares tokens in constant time. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
