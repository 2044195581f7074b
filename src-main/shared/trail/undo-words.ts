/**
 * Undo words: what an undo of a request would bring back, or why there is none, as a key of `words/` with its values.
 *
 * Guards "never a false sentence": the sentence follows from the plan of this very call, and names its result. A test
 * holds the words against every action of the catalogue, of Java servers and of Bedrock games.
 */
import type { JsonObject } from '@contract/call.js'
import type { ClauseValue } from '../approvals/coverage-words.js'
import en from '../words/en.json' with { type: 'json' }
import type { NoUndo, Undoability } from './undo.js'

export interface UndoWords {
  readonly key: string
  readonly values: Readonly<Record<string, ClauseValue>>
}

interface UndoQuestion {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly before?: JsonObject
}

const reasons = {
  lasting: 'lasting',
  foreign: 'foreign',
  'not-taken': 'notTaken',
  unread: 'unread',
  'not-offered': 'notOffered',
  secret: 'secret',
  'too-large': 'tooLarge',
} as const satisfies Record<NoUndo, string>

/** The member of the state before that an undo restores, where its sentence names it. */
const restored: Readonly<Record<string, string>> = {
  'world.weather.set': 'weather',
  'world.rule.set': 'value',
  'ext.java.gamemode.set': 'gameMode',
  'ext.java.difficulty.set': 'difficulty',
  'ext.java.worldborder.set': 'width',
  'ext.bedrock.score.set': 'score',
}

/** Actions whose reply always tells what undoes them. */
const alwaysInReply: readonly string[] = ['player.ban', 'ext.java.item.take']

const keyOf = (capabilityId: string): string => capabilityId.replaceAll('.', '_')

/** The words of this action, or the general ones. */
const pick = (of: 'can' | 'cannot', capabilityId: string, otherwise: string): string => {
  const own = keyOf(capabilityId)
  return `undoes.${of}.${Object.hasOwn(en.undoes[of], own) ? own : otherwise}`
}

const isNameable = (value: unknown): value is string | number | boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && value.trim() !== '')

export function undoWordsOf(question: UndoQuestion, undo: Undoability): UndoWords {
  const { capabilityId, arguments: given, before } = question
  const player = isNameable(given.playerName) ? given.playerName : undefined
  const values = { ...(player !== undefined && { player: argument('playerName', player) }) }
  const said = (key: string, more: UndoWords['values'] = {}): UndoWords => ({ key, values: { ...values, ...more } })
  if (!undo.possible) {
    const reason = reasons[undo.why]
    return said(pick('cannot', `${capabilityId}.${reason}`, reason))
  }
  if (undo.loses) return said(`undoes.can.${undo.loses}`)
  if (undo.how === 'reply' && !alwaysInReply.includes(capabilityId)) return said('undoes.can.reply')
  const member = Object.hasOwn(restored, capabilityId) ? restored[capabilityId] : undefined
  if (undo.how === 'snapshot' || member === undefined)
    return said(pick('can', capabilityId, undo.how === 'snapshot' ? 'snapshot' : 'inverse'))
  const value = before?.[member]
  return isNameable(value)
    ? said(pick('can', capabilityId, 'inverse'), { before: argument(member, value) })
    : said('undoes.can.inverse')
}

const argument = (name: string, value: unknown): ClauseValue => ({ kind: 'argument', name, value })
