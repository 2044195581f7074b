/** Frames: the common header of all messages between gateway and agent. See docs/protocol.md#frames. */
import type { MessageFrame } from './generated/message-frame.js'
import { contractVersion, product } from './product.js'

/** Largest frame either side accepts, in bytes. */
export const maxFrameBytes = 1_048_576

/** Default port of an agent. See docs/protocol.md#agents-connection. */
export const agentPort = 8765

export type FrameOf<Type extends MessageFrame['type']> = Extract<MessageFrame, { type: Type }>

type Body<Type extends MessageFrame['type']> = Omit<FrameOf<Type>, 'id' | 'type' | 'timestamp'>

/** A complete frame with a fresh id, as text. */
export function frameText<Type extends MessageFrame['type']>(type: Type, body: Body<Type>, id: string): string {
  return JSON.stringify({ id, type, timestamp: new Date().toISOString(), ...body })
}

/**
 * The registration request of a gateway to an agent. See docs/protocol.md#agents-register.
 *
 * @param gatewayId id of the installation; the id of the product for a command without one
 */
export const registration = (
  token: string,
  version: string = contractVersion,
  gatewayId: string = product.id,
): Body<'register'> => ({
  version,
  gateway: { ...product, id: gatewayId, environment: 'production' },
  authentication: { type: 'token', token },
})
