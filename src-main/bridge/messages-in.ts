/** Messages in an event stream of the gateway, and what it means for a request when reading them goes wrong. */
import { answerTooLarge, BridgeError, gatewayLost } from './failure.js'
import { limits } from './limits.js'
import { type Message, parseMessage } from './message.js'
import { EventTooLong, SseReader } from './sse-reader.js'

export async function* eventsIn(chunks: AsyncIterable<Buffer>): AsyncGenerator<Message> {
  const reader = new SseReader(limits.event)
  for await (const chunk of chunks) {
    for (const data of reader.push(chunk)) {
      const message = parseMessage(data)
      if (message !== undefined) yield message
    }
  }
}

/**
 * Turns what can go wrong while reading into what it means for the request.
 *
 * @param letGo called at the end, also when nobody reads on
 */
export async function* guarded(
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
  letGo: () => void,
): AsyncGenerator<Message> {
  try {
    yield* messages
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof BridgeError) throw error
    throw new BridgeError(error instanceof EventTooLong ? answerTooLarge : gatewayLost)
  } finally {
    letGo()
  }
}
