/**
 * Dial: registers with an agent once, as a gateway would, and disconnects. See docs/protocol.md#agents-registration.
 *
 * Enforces invariant 7: an agent is untrusted; its frames are validated and its offers admitted as in the gateway.
 */
import { randomUUID } from 'node:crypto'
import { frameText, maxFrameBytes, registration } from '@contract/frames.js'
import { asGatewayError, fromProviderError, GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { ErrorFrame, MessageFrame, RegisterAckFrame } from '@contract/generated/message-frame.js'
import { contractVersion, product } from '@contract/product.js'
import { dialledAddress } from '@contract/server-address.js'
import { compatibilityOf } from '@contract/versions.js'
import type { RefusedCapability } from '@shared/servers/server.js'
import WebSocket from 'ws'
import { checkedConnection } from '../../network/certificate-check.js'
import { systemClock } from '../../storage/system-clock.js'
import { createAdmission } from '../../validation/admission.js'
import { createContractAjv } from '../../validation/ajv.js'
import { createFrameReader } from '../../validation/frame-reader.js'
import type { SchemaThread } from '../../validation/schema-thread.js'

export type DialResult =
  | {
      readonly ok: true
      readonly name: string
      /** Version of the agent. */
      readonly version: string
      /** Software and version of the server behind it. */
      readonly software?: string
      readonly capabilities: number
      readonly refused: readonly RefusedCapability[]
      /** Milliseconds from connecting to the acknowledgement. */
      readonly registrationMs: number
      /** Milliseconds between a heartbeat and its acknowledgement; absent when none came. */
      readonly latencyMs?: number
    }
  | { readonly ok: false; readonly error: ContractError }

export interface DialOptions {
  readonly address: string
  readonly token: string
  /** Where the agent's schemas are compiled. The caller stops it. */
  readonly schemas: SchemaThread
  /** SHA-256 fingerprint of the only accepted certificate; default: public authorities. */
  readonly certificate?: string
  /** Timeout for everything, in milliseconds. */
  readonly waitTimeoutMs?: number
  /** Called when the connection is verified: the token is sent next. */
  readonly onOpen?: () => void
}

/** Never rejects. */
export function dial({
  address,
  token,
  schemas,
  certificate,
  waitTimeoutMs = 10_000,
  onOpen,
}: DialOptions): Promise<DialResult> {
  const ajv = createContractAjv()
  const readFrame = createFrameReader(ajv, { completes: true })
  const began = performance.now()
  const between = (start: number, end: number) => Math.round((end - start) * 10) / 10
  let socket: WebSocket
  let giveUp = () => {}
  let registered: Extract<DialResult, { ok: true }> | undefined
  let acknowledged = false
  let beat = { id: '', at: 0 }

  return new Promise((resolve) => {
    const settle = (dialled: DialResult) => {
      clearTimeout(timer)
      giveUp()
      socket?.terminate()
      resolve(dialled)
    }
    const fail = (error: GatewayError) => settle(registered ?? { ok: false, error: error.toContract() })
    const timer = setTimeout(() => fail(new GatewayError('SYSTEM.TIMEOUT', silent)), waitTimeoutMs)

    /** @param at arrival time, without our own processing time */
    async function handle(frame: MessageFrame, at: number): Promise<void> {
      if (frame.type === 'heartbeat_ack' && frame.correlationId === beat.id && registered) {
        settle({ ...registered, latencyMs: between(beat.at, at) })
      }
      if (frame.type === 'error') return fail(complaint(frame))
      if (frame.type !== 'register_ack' || acknowledged) return
      acknowledged = true
      if (!frame.success || !frame.agentInfo || !frame.capabilities) return settle({ ok: false, error: refusal(frame) })
      const { name, version, serverInfo } = frame.agentInfo
      if (compatibilityOf(contractVersion, version) === 'incompatible') return fail(mismatch(version))
      const admitted = await createAdmission(schemas, systemClock)(frame.capabilities)
      const software = [serverInfo?.type, serverInfo?.version].filter(Boolean).join(' ')
      registered = {
        ok: true,
        name: shortened(serverInfo?.name ?? name ?? address),
        version: shortened(version),
        ...(software && { software: shortened(software) }),
        capabilities: admitted.capabilities.length,
        refused: admitted.refused,
        registrationMs: between(began, at),
      }
      beat = { id: randomUUID(), at: performance.now() }
      const body = { gatewayId: product.id, sessionId: frame.sessionId ?? '' }
      socket.send(frameText('heartbeat', body, beat.id))
    }

    try {
      const dialled = dialledAddress(address)
      socket = new WebSocket(dialled, {
        maxPayload: maxFrameBytes,
        perMessageDeflate: false,
        followRedirects: false,
        ...checkedConnection(dialled, { ...(certificate && { certificate }) }, (how) => {
          giveUp = how
        }),
      })
    } catch {
      return fail(new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'This is not the address of an agent.' }))
    }
    socket.on('open', () => {
      onOpen?.()
      socket.send(frameText('register', registration(token), randomUUID()))
    })
    socket.on('message', (data, isBinary) => {
      const at = performance.now()
      const read = readFrame(isBinary ? '' : data.toString())
      if (read.ok) handle(read.frame, at).catch((error: unknown) => fail(asGatewayError(error)))
      else fail(new GatewayError('PROTOCOL.INVALID_RESPONSE', { details: { reason: read.reason } }))
    })
    socket.on('error', (error) =>
      fail(
        error instanceof GatewayError
          ? error
          : new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', { details: { reason: error.message } }),
      ),
    )
    socket.on('close', () => fail(new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', closedEarly)))
  })
}

const silent = {
  message: 'The agent did not respond in time.',
  suggestion: 'Check that an agent listens at this address.',
}
const closedEarly = { message: 'The agent closed the connection before the registration ended.' }

const refusal = ({ error }: RegisterAckFrame): ContractError =>
  error ?? new GatewayError('AUTH.TOKEN_INVALID').toContract()

const complaint = ({ error, payload }: ErrorFrame): GatewayError => {
  const reported = error ?? payload?.error
  return reported ? fromProviderError(reported) : new GatewayError('AUTH.UNAUTHORIZED')
}

const mismatch = (agent: string): GatewayError =>
  new GatewayError('PROTOCOL.VERSION_MISMATCH', { details: { gateway: contractVersion, agent: shortened(agent) } })

/** Untrusted texts; the printing code escapes them. */
const shortened = (text: string): string => text.slice(0, 64)
