/** Reply: what comes back for a message, whichever way it went. */
import type { GatewayEndpoint } from '../contract/endpoint-file.js'
import { BridgeError } from './failure.js'
import type { Message } from './message.js'

export interface Sending {
  readonly gateway: GatewayEndpoint
  readonly method: 'POST' | 'GET' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

export type Reply =
  | {
      readonly kind: 'messages'
      readonly stream: boolean
      readonly sessionId: string | undefined
      /** Each as soon as it arrives; not reading on holds the gateway back. Throws a `BridgeError`. */
      readonly messages: AsyncIterable<Message> | Iterable<Message>
    }
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refusal'; readonly status: number; readonly error: Message | undefined }

/** The message surely went nowhere, so it may be sent again; the failure is what to say if it is not. */
export class NotDelivered extends BridgeError {
  override readonly name = 'NotDelivered'
}

/** The way to the gateway. */
export interface Door {
  /**
   * Sends a message and gives the reply once its head is there. Throws `NotDelivered`, or `BridgeError` if the
   * connection broke, or the signal's reason.
   */
  exchange(sending: Sending): Promise<Reply>
}
