/**
 * Tool call limits: bounds the number of tool calls in a response, and their arguments.
 *
 * Enforces invariant 7: a model is untrusted. Excess calls are dropped. Arguments that are too large or too deep are
 * replaced by invalid ones, so that the model gets an error and nothing runs.
 */

import { jsonExcess } from '@contract/json/json-bounds.js'
import type { LanguageModelMiddleware } from 'ai'
import { ResponseLimitError } from './bounded-fetch.js'

const limits = {
  /** Maximum tool calls of one response. */
  calls: 24,
  /** Maximum characters of the arguments of one call: the gateway accepts 16 KiB. */
  input: 16_384,
  /** Maximum characters of all arguments of one response, including dropped calls. */
  inputs: 131_072,
}
const bounds = { depth: 32, values: 2_000, members: 1_000, digits: 64, shapes: 1_000 }
/** Invalid JSON. */
const unreadable = '(too large)'

export const limitToolCalls: LanguageModelMiddleware = {
  specificationVersion: 'v3',
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    const known = new Set<string>()
    let inputs = 0
    const isTaken = (id: string): boolean => {
      if (known.size < limits.calls) known.add(id)
      return known.has(id)
    }
    type StreamPart = typeof stream extends ReadableStream<infer One> ? One : never
    const limited = new TransformStream<StreamPart, StreamPart>({
      transform(part, controller) {
        if (part.type === 'tool-input-delta') {
          inputs += part.delta.length
          if (inputs > limits.inputs) return controller.error(new ResponseLimitError('too-large'))
          if (isTaken(part.id)) controller.enqueue(part)
        } else if (part.type === 'tool-input-start' || part.type === 'tool-input-end') {
          if (isTaken(part.id)) controller.enqueue(part)
        } else if (part.type === 'tool-call') {
          const isLarge = part.input.length > limits.input || jsonExcess(part.input, bounds) !== undefined
          if (isTaken(part.toolCallId)) controller.enqueue(isLarge ? { ...part, input: unreadable } : part)
        } else controller.enqueue(part)
      },
    })
    return { stream: stream.pipeThrough(limited), ...rest }
  },
}
