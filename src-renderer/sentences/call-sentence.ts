/**
 * Call sentence: what a call does, in words a server owner uses.
 *
 * Guards "sentences before data" without hiding data: a call whose arguments do not fit its sentence gets the general one,
 * and a sentence that omits an argument says so (`complete`).
 */
import type { JsonObject } from '@contract/call.js'
import { snapshotNamed } from '@contract/snapshot-capabilities.js'
import { ownCaller } from '@shared/clients/own-callers.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { readArguments } from './arguments.js'
import { claimedName, name, own, type Sentence, type SentenceValue } from './sentence.js'
import { specificSentenceOf } from './sentence-templates.js'

/** `title` names the action; the others describe a request, a result, a refusal, a failure or a withdrawal. */
export type Tense = 'title' | 'question' | 'asks' | 'done' | 'refused' | 'failed' | 'withdrawn'

export interface CallDescription {
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly caller: { readonly type?: string | undefined; readonly id?: string | undefined; readonly name: string }
  /** The reason as it is quoted beside the sentence. */
  readonly reason?: string
}

/** The translated name of a core capability, else the name in the manifest, else its id. */
export const capabilityValue = (capabilityId: string, capabilityName?: string): SentenceValue => {
  const key = coreNameKey(capabilityId)
  return key === undefined ? name(capabilityName ?? capabilityId) : own(key, 'name')
}

/** What a person did, failed to do or withdrew is theirs; what they only try is their test. */
const personal: ReadonlySet<Tense> = new Set(['done', 'failed', 'withdrawn'])

/** A self-declared name, or the translated name of a caller that is not a client. */
const callerValue = (caller: CallDescription['caller'], tense: Tense): SentenceValue => {
  const one = ownCaller(caller)
  if (one === undefined) return claimedName(caller.name)
  return own(one === 'owner' && personal.has(tense) ? 'caller.owner.did' : `caller.${one}.subject`, 'name')
}

/** An undo is shown as an undo; a call's own name or reason is shown as it is. */
const undoings: Readonly<Partial<Record<Tense, string>>> = {
  asks: 'asks.undo.asks',
  done: 'asks.undo.done',
  refused: 'asks.undo.refused',
  failed: 'asks.undo.failed',
  withdrawn: 'asks.undo.withdrawn',
}

/** @param capabilityName name in the manifest. */
export const callSentence = (call: CallDescription, tense: Tense, capabilityName?: string): Sentence => {
  const undoing = ownCaller(call.caller) === 'undoing' ? undoings[tense] : undefined
  if (undoing === undefined) return plainSentence(call, tense, capabilityName)
  const sentence = partSentence(call.arguments) ?? plainSentence(call, 'title', capabilityName)
  return { key: undoing, values: { what: { kind: 'sentence', sentence } }, complete: sentence.complete }
}

/** What an undo of one part of a build undoes. */
function partSentence({ snapshotId }: JsonObject = {}): Sentence | undefined {
  const { part } = typeof snapshotId === 'string' ? snapshotNamed(snapshotId) : {}
  return part === undefined ? undefined : { key: 'undo.partOfBuild', values: { part: name(`${part}`) }, complete: true }
}

const plainSentence = (call: CallDescription, tense: Tense, capabilityName: string | undefined): Sentence => {
  const caller = callerValue(call.caller, tense)
  const given = readArguments(call.arguments, call.reason)
  const specific = specificSentenceOf(call.capabilityId, given)
  if (specific !== undefined) {
    return {
      key: `sentence.${specific.key}.${tense}`,
      values: { ...specific.words, caller },
      complete: given.complete(),
    }
  }
  return {
    key: `sentence.general.${tense}`,
    values: { caller, name: capabilityValue(call.capabilityId, capabilityName) },
    complete: readArguments(call.arguments, call.reason).complete(),
  }
}
