/** Gateway transport: sends a message to the gateway and returns its reply. */
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'
import { BridgeError } from './failure.js'
import type { Message } from './message.js'

export interface OutgoingMessage {
  readonly gateway: GatewayEndpoint
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export type GatewayReply =
  | {
      readonly kind: 'messages'
      readonly stream: boolean
      readonly sessionId: string | undefined
      /** Yields each message when it arrives, with back-pressure. Throws a `BridgeError`. */
      readonly messages: AsyncIterable<Message> | Iterable<Message>
    }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refusal'; readonly status: number; readonly error: Message | undefined }

/** The message was definitely not delivered, so it may be sent again. `failure` is reported otherwise. */
export class NotDelivered extends BridgeError {
  override readonly name = 'NotDelivered'
}

/** A transport to the gateway. */
export interface GatewayTransport {
  /**
   * Sends a message and resolves with the head of the reply. Throws `NotDelivered`, `BridgeError` when the connection
   * broke, or the signal's reason.
   */
  exchange(sending: OutgoingMessage): Promise<GatewayReply>
}
