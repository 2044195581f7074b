/** Event messages: the messages of an event stream, with read errors as bridge errors. */
import { BridgeError, gatewayLost, responseTooLarge } from './failure.js'
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
 * Converts read errors to the error of the request.
 *
 * @param release called at the end, also when reading stops early
 */
export async function* withBridgeErrors(
  messages: AsyncIterable<Message>,
  signal: AbortSignal,
  release: () => void,
): AsyncGenerator<Message> {
  try {
    yield* messages
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof BridgeError) throw error
    throw new BridgeError(error instanceof EventTooLong ? responseTooLarge : gatewayLost)
  } finally {
    release()
  }
}
