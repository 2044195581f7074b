/**
 * Call sentence: what a call does, in words a server owner uses.
 *
 * Guards "sentences before data" without hiding data: a call whose arguments do not fit its sentence gets the general one,
 * and a sentence that omits an argument says so (`complete`).
 */
import type { JsonObject } from '@contract/call.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { readArguments } from './arguments.js'
import { claimedName, name, own, type Sentence, type Word } from './sentence.js'
import { specificSentenceOf } from './sentence-templates.js'

/** `title` names the act; the others say who asks, did, was refused, failed or took it back. */
export type Tense = 'title' | 'question' | 'asks' | 'done' | 'refused' | 'failed' | 'withdrawn'

export interface CallDescription {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly caller: { readonly type?: string | undefined; readonly id?: string | undefined; readonly name: string }
  /** The reason as it is quoted beside the sentence. */
  readonly reason?: string
}

/** Our own name for a capability of the core, else what the manifest calls it, else its id. */
export const capabilityWord = (capabilityId: string, capabilityName?: string): Word => {
  const key = coreNameKey(capabilityId)
  return key === undefined ? name(capabilityName ?? capabilityId) : own(key, 'name')
}

/** A name that its bearer chose, or our words for who is no client. */
const callerWord = (caller: CallDescription['caller']): Word => {
  const one = ownCaller(caller)
  return one === undefined ? claimedName(caller.name) : own(`caller.${one}.subject`, 'name')
}

/** An undo is shown as an undo; a call's own name or reason is shown as it is. */
const undoings: Readonly<Partial<Record<Tense, string>>> = {
  asks: 'asks.undo.asks',
  done: 'asks.undo.done',
  refused: 'asks.undo.refused',
  failed: 'asks.undo.failed',
  withdrawn: 'asks.undo.withdrawn',
}

/** @param capabilityName what the manifest calls it. */
export const callSentence = (call: CallDescription, tense: Tense, capabilityName?: string): Sentence => {
  const undoing = ownCaller(call.caller) === 'undoing' ? undoings[tense] : undefined
  if (undoing === undefined) return plainSentence(call, tense, capabilityName)
  const sentence = plainSentence(call, 'title', capabilityName)
  return { key: undoing, words: { what: { kind: 'sentence', sentence } }, complete: sentence.complete }
}

const plainSentence = (call: CallDescription, tense: Tense, capabilityName: string | undefined): Sentence => {
  const caller = callerWord(call.caller)
  const given = readArguments(call.arguments, call.reason)
  const specific = specificSentenceOf(call.capabilityId, given)
  if (specific !== undefined) {
    return {
      key: `sentence.${specific.key}.${tense}`,
      words: { ...specific.words, caller },
      complete: given.complete(),
    }
  }
  return {
    key: `sentence.general.${tense}`,
    words: { caller, name: capabilityWord(call.capabilityId, capabilityName) },
    complete: readArguments(call.arguments, call.reason).complete(),
  }
}
