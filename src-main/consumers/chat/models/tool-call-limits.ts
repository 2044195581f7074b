/**
 * Tool call limits: how many tools one response of a model may ask for, and with what arguments.
 *
 * Enforces invariant 7: a model is hostile. Beyond the number a call is left out; arguments that are too large or too deep
 * become what no tool takes, so the model is told that they were wrong and nothing runs with others.
 */
import type { LanguageModelMiddleware } from 'ai'
import { jsonExcess } from '../../../contract/json-bounds.js'
import { ResponseLimitError } from './bounded-fetch.js'

const limits = {
  /** Tool calls of one response. */
  calls: 24,
  /** Characters of the arguments of one call: a call takes 16 KiB. */
  input: 16_384,
  /** Characters of the arguments of one response, also of calls that are left out. */
  inputs: 131_072,
}
const bounds = { depth: 32, values: 2_000, members: 1_000, digits: 64, shapes: 1_000 }
/** No JSON. */
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
    type Part = typeof stream extends ReadableStream<infer One> ? One : never
    const limited = new TransformStream<Part, Part>({
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
