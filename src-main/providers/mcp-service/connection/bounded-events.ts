/**
 * Bounded events: a stream of events, each of them whole and within the bounds of a message.
 *
 * Guards invariant 7: the parser behind it gets a few events in each turn, and none that it would take long for.
 */
import type { RequestId } from '@modelcontextprotocol/client'
import { ByteCollector } from '../../../contract/byte-collector.js'
import { droppedResponse, excessFailure, excessOf, type MessageExcess } from './message-bounds.js'
import { MessageTurns, nextTurn } from './message-turns.js'

const newline = 0x0a
const carriageReturn = 0x0d
/** Lines of one event; messages have one. */
const mostLines = 10_000
/** Bytes of an event that is checked in one turn and handed on in the next. */
const largeEvent = 256 * 1024

/** @param id of the request that the stream responds to; an event that holds too much fails it */
export function boundedEvents(most: number, id: RequestId | undefined): TransformStream<Uint8Array, Uint8Array> {
  const event = new ByteCollector()
  const turns = new MessageTurns()
  let lines = 0
  let last = 0
  let isAtLineStart = true

  type Controller = TransformStreamDefaultController<Uint8Array>
  /** Nobody can know what else such a stream holds back: it ends with the failure. */
  function refuse(excess: MessageExcess, controller: Controller): void {
    if (id === undefined) return controller.error(excessFailure(excess))
    controller.enqueue(Buffer.from(`data: ${JSON.stringify(droppedResponse(id, excess))}\n\n`))
    controller.terminate()
  }
  /** @returns whether the stream continues */
  async function handOn(controller: Controller): Promise<boolean> {
    const bytes = event.take()
    const excess = lines > mostLines ? 'too-many' : excessOf(dataIn(bytes.toString('utf8')))
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
        // The second half of a line end.
        if (byte === newline && before === carriageReturn) {
          if (event.length > 0 || at > from) continue
          // Of an event that was handed on: its parser waits for it.
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
        if (!(await handOn(controller))) return
      }
      if (event.length + chunk.length - from > most || lines > mostLines) return refuse('too-long', controller)
      event.add(chunk.subarray(from))
    },
    async flush(controller) {
      if (event.length > 0) await handOn(controller)
    },
  })
}

/** What a parser of JSON will get of an event. Other fields could open a string in which nothing is counted. */
const dataIn = (text: string): string =>
  text
    .split(/\r\n|\r|\n/u)
    .flatMap((line) => {
      const colon = line.indexOf(':')
      return colon >= 0 && colon <= longestField && line.slice(0, colon).endsWith('data') ? [line.slice(colon + 1)] : []
    })
    .join('\n')

/** `data`, and what may stand before it at the start of a stream. */
const longestField = 8
