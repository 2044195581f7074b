/**
 * Agent SDK: declare what a server can do, and serve it as a contract agent. Usable outside this program.
 *
 * Specification 1, sections 8 and 9. The agent listens; the gateway dials. Nothing but registration is answered before
 * the token was right.
 */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import type { JsonObject } from '../contract/call.js'
import { frameText, maxFrameBytes } from '../contract/frames.js'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { AgentInfo, Health, MessageFrame, RequestFrame } from '../contract/generated/message-frame.js'
import { createContractAjv } from '../validation/ajv.js'
import { CapabilityValidator } from '../validation/capability-validator.js'
import { createFrameReader } from '../validation/frame-reader.js'

export interface Capability {
  readonly manifest: CapabilityManifest
  /**
   * Runs the capability; arguments are checked already, defaults filled. Events have none.
   *
   * @throws GatewayError what the caller should read
   */
  readonly run?: (given: JsonObject) => JsonObject | Promise<JsonObject>
}

export interface AgentOptions {
  readonly info: AgentInfo
  /** What the gateway must know. */
  readonly token: string
  readonly capabilities: readonly Capability[]
  readonly health?: () => Health
  /** Loopback when left out. */
  readonly host?: string
  /** A free one when 0. */
  readonly port: number
  /** Milliseconds. */
  readonly heartbeatInterval?: number
}

export interface Agent {
  /** `ws://host:port` */
  readonly address: string
  /** Tells every gateway that something happened. */
  emit(eventId: string, data: JsonObject): void
  close(): Promise<void>
}

/** Listens. @throws Error when the port cannot be had */
export async function serveAgent(options: AgentOptions): Promise<Agent> {
  const ajv = createContractAjv()
  const readFrame = createFrameReader(ajv)
  const validator = new CapabilityValidator()
  const capabilities = new Map(options.capabilities.map((capability) => [capability.manifest.id, capability]))
  const host = options.host ?? '127.0.0.1'
  const server = new WebSocketServer({ host, port: options.port, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const registered = new Set<WebSocket>()
  await once(server, 'listening')

  server.on('connection', (socket) => {
    const send: Send = (type, body) => socket.send(frameText(type, body, randomUUID()))
    socket.on('error', () => socket.terminate())
    socket.on('close', () => registered.delete(socket))
    socket.on('message', (data, isBinary) => {
      const read = readFrame(isBinary ? '' : data.toString())
      if (!read.ok)
        return send('error', {
          error: new GatewayError('PROTOCOL.INVALID_REQUEST', { details: { reason: read.reason } }).toContract(),
        })
      void handle(read.frame, socket, send)
    })
  })

  async function handle(frame: MessageFrame, socket: WebSocket, send: Send): Promise<void> {
    if (frame.type === 'register') {
      if (!isSame(frame.authentication.token, options.token)) {
        const error = new GatewayError('AUTH.TOKEN_INVALID').toContract()
        send('register_ack', { correlationId: frame.id, success: false, error })
        return socket.close(4001)
      }
      registered.add(socket)
      return send('register_ack', acknowledgement(frame.id, frame.gateway.id, options))
    }
    if (!registered.has(socket)) {
      send('error', { correlationId: frame.id, error: new GatewayError('AUTH.UNAUTHORIZED').toContract() })
      return socket.close(4001)
    }
    if (frame.type === 'heartbeat') {
      return send('heartbeat_ack', { correlationId: frame.id, ...(options.health && { status: options.health() }) })
    }
    if (frame.type === 'request') return send('response', { correlationId: frame.id, payload: await answer(frame) })
  }

  async function answer({ payload }: RequestFrame) {
    const began = performance.now()
    const metadata = () => ({ executionTime: Math.round(performance.now() - began), serverId: options.info.id })
    try {
      const capability = capabilities.get(payload.capabilityId)
      if (!capability?.run) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      const checked = validator.checkArguments(capability.manifest, payload.parameters)
      if (!checked.ok) {
        throw new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', { details: { errors: checked.problems } })
      }
      return { success: true, data: { ...(await capability.run(checked.value)) }, metadata: metadata() }
    } catch (thrown) {
      return { success: false, error: asGatewayError(thrown).toContract(), metadata: metadata() }
    }
  }

  return {
    address: `ws://${host}:${(server.address() as AddressInfo).port}`,
    emit(eventId, data) {
      for (const socket of registered) {
        socket.send(frameText('event', { payload: { eventId, data: { ...data } } }, randomUUID()))
      }
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      server.close()
      await once(server, 'close')
    },
  }
}

type Send = <Type extends MessageFrame['type']>(type: Type, body: Parameters<typeof frameText<Type>>[1]) => void

const acknowledgement = (correlationId: string, gatewayId: string, options: AgentOptions) => ({
  correlationId,
  success: true,
  gatewayId,
  sessionId: randomUUID(),
  agentInfo: options.info,
  config: { heartbeatInterval: options.heartbeatInterval ?? 10_000, reconnectDelay: 1_000, maxRetries: 3 },
  capabilities: options.capabilities.map(({ manifest }) => ({ ...manifest })),
})

/** Compares tokens in a time that does not tell how much of them is right. */
function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
