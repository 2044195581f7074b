/**
 * Bounded events: a stream of complete events, each within the limits of a message.
 *
 * Guards invariant 7: the parser gets only a few events per turn, and none that takes long to parse.
 */

import { ByteCollector } from '@contract/text/byte-collector.js'
import type { RequestId } from '@modelcontextprotocol/client'
import { droppedResponse, excessFailure, excessOf, type MessageExcess } from './message-bounds.js'
import { MessageTurns, nextTurn } from './message-turns.js'

const newline = 0x0a
const carriageReturn = 0x0d
/** Maximum lines of one event; messages have one. */
const maxLines = 10_000
/** An event of at least this many bytes is checked in one turn and passed on in the next. */
const largeEvent = 256 * 1024

/** @param id of the request that the stream responds to; an event over the limits fails it */
export function boundedEvents(most: number, id: RequestId | undefined): TransformStream<Uint8Array, Uint8Array> {
  const event = new ByteCollector()
  const turns = new MessageTurns()
  let lines = 0
  let last = 0
  let isAtLineStart = true

  type Controller = TransformStreamDefaultController<Uint8Array>
  /** The stream may have more events buffered, so it ends with the failure. */
  function refuse(excess: MessageExcess, controller: Controller): void {
    if (id === undefined) return controller.error(excessFailure(excess))
    controller.enqueue(Buffer.from(`data: ${JSON.stringify(droppedResponse(id, excess))}\n\n`))
    controller.terminate()
  }
  /** @returns whether the stream continues */
  async function forward(controller: Controller): Promise<boolean> {
    const bytes = event.take()
    const excess = lines > maxLines ? 'too-many' : excessOf(dataIn(bytes.toString('utf8')))
    lines = 0
    if (excess) {
      refuse(excess, controller)
      return false
    }
    if (bytes.length >= largeEvent) await nextTurn()
    controller.enqueue(new Uint8Array(bytes))
    await turns.handled(bytes.length)
    return true
  }

  return new TransformStream({
    async transform(chunk, controller) {
      let from = 0
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] as number
        const before = last
        last = byte
        if (byte !== newline && byte !== carriageReturn) {
          isAtLineStart = false
          continue
        }
        // The second half of a CRLF.
        if (byte === newline && before === carriageReturn) {
          if (event.length > 0 || at > from) continue
          // Belongs to an event that was passed on: its parser waits for it.
          controller.enqueue(chunk.subarray(at, at + 1))
          from = at + 1
          continue
        }
        lines += 1
        const isBlank = isAtLineStart
        isAtLineStart = true
        if (!isBlank) continue
        if (event.length + at + 1 - from > most) return refuse('too-long', controller)
        event.add(chunk.subarray(from, at + 1))
        from = at + 1
        if (!(await forward(controller))) return
      }
      if (event.length + chunk.length - from > most || lines > maxLines) return refuse('too-long', controller)
      event.add(chunk.subarray(from))
    },
    async flush(controller) {
      if (event.length > 0) await forward(controller)
    },
  })
}

/** The part of an event that the JSON parser receives. Other fields could open a string in which nothing is counted. */
const dataIn = (text: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .flatMap((line) => {
      const colon = line.indexOf(':')
      return colon >= 0 && colon <= maxFieldLength && line.slice(0, colon).endsWith('data')
        ? [line.slice(colon + 1)]
        : []
    })
    .join('\n')

/** `data`, and the byte order mark allowed at the start of a stream. */
const maxFieldLength = 8
