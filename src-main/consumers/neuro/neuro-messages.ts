/**
 * Neuro messages: what the program of an AI VTuber sends, and the game's messages to it. See
 * docs/streaming.md#ai-vtuber; https://github.com/VedalAI/neuro-sdk (`API/SPECIFICATION.md`, `API/PROPOSALS.md`).
 *
 * Enforces invariant 7: a message is measured before it is parsed.
 */
import { bodyBounds, type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { isObject, parseJson, parseObject } from '@contract/json/json-object.js'
import { cleanLine } from '../../policy/text/untrusted-text.js'
import type { PlainSchema } from './plain-schema.js'

/** The display name of the game: the AI knows its actions by it, so it never changes. */
export const game = 'Minecraft'

/** Maximum characters of an id: it is sent back. */
const maxIdLength = 256
/** Of a message: arguments have 16 KiB at most. */
const messageBounds: JsonBounds = { ...bodyBounds, values: 4_000, members: 2_000, shapes: 1_000 }

export type NeuroMessage =
  | { readonly kind: 'startup'; readonly character: string }
  | { readonly kind: 'reregister' }
  | { readonly kind: 'graceful'; readonly wanted: boolean }
  | { readonly kind: 'immediate' }
  | { readonly kind: 'action'; readonly id: string; readonly name: string; readonly data: unknown }
  /** It has an id, so it gets an answer. */
  | { readonly kind: 'nameless-action'; readonly id: string }
  | { readonly kind: 'unknown'; readonly what: string }

export function neuroMessageIn(text: string): NeuroMessage {
  const message = jsonExcess(text, messageBounds) ? undefined : parseObject(text)
  if (!message || typeof message.command !== 'string') return { kind: 'unknown', what: 'no message' }
  const data = isObject(message.data) ? message.data : {}
  switch (message.command) {
    case 'startup': {
      const name = isObject(data.session) ? data.session.displayName : undefined
      return { kind: 'startup', character: typeof name === 'string' ? cleanLine(name, 64) : '' }
    }
    case 'actions/reregister_all':
      return { kind: 'reregister' }
    case 'shutdown/graceful':
      return { kind: 'graceful', wanted: data.wants_shutdown === true }
    case 'shutdown/immediate':
      return { kind: 'immediate' }
    case 'action': {
      const { id, name } = data
      // Without an id no result can be sent: the SDKs of the API drop it too.
      if (typeof id !== 'string' || id === '' || id.length > maxIdLength) return { kind: 'unknown', what: 'action' }
      if (typeof name !== 'string' || name === '') return { kind: 'nameless-action', id }
      return { kind: 'action', id, name, data: data.data }
    }
    default:
      return { kind: 'unknown', what: cleanLine(message.command, 64) }
  }
}

/** The arguments in `data` of an action, which is JSON as text; undefined when they are none. */
export function argumentsIn(data: unknown) {
  if (data === undefined || data === null || data === '') return {}
  if (typeof data !== 'string' || jsonExcess(data, messageBounds)) return undefined
  const value = parseJson(data)
  return value === null ? {} : isObject(value) ? value : undefined
}

export interface RegisteredAction {
  readonly name: string
  readonly description: string
  readonly schema?: PlainSchema
}

type GameMessages = {
  readonly startup: undefined
  readonly context: { readonly message: string; readonly silent: boolean }
  readonly 'actions/register': { readonly actions: readonly RegisteredAction[] }
  readonly 'actions/unregister': { readonly action_names: readonly string[] }
  readonly 'action/result': { readonly id: string; readonly success: boolean; readonly message: string }
  readonly 'shutdown/ready': undefined
}

export type SendMessage = <Command extends keyof GameMessages>(
  command: Command,
  ...data: GameMessages[Command] extends undefined ? [] : [GameMessages[Command]]
) => void

export const gameMessage = (command: keyof GameMessages, data?: object): string =>
  JSON.stringify({ command, game, ...(data && { data }) })
