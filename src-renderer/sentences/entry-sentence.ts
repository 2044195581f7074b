/** Entry sentence: one line of the live list in words. */

import { type CallEntry, type CallResult, type LiveEntry, mayHaveBeenDone } from '@shared/trail/live.js'
import { assertNever } from './assert-never.js'
import { callSentence, type Tense } from './call-sentence.js'
import { gameSentence, serverSentence } from './event-sentence.js'
import type { Sentence } from './sentence.js'

export const tenseOf: Readonly<Record<CallResult, Tense>> = {
  done: 'done',
  failed: 'failed',
  denied: 'refused',
  expired: 'refused',
  withdrawn: 'withdrawn',
}

function callTense(entry: CallEntry): Tense {
  if (entry.refused) return 'refused'
  return mayHaveBeenDone(entry) ? 'asks' : tenseOf[entry.result]
}

/** @param nameOf name of a capability in the manifest of a server. */
export const entrySentence = (
  entry: LiveEntry,
  nameOf: (serverId: string | undefined, capabilityId: string) => string | undefined,
): Sentence => {
  switch (entry.kind) {
    case 'game':
      return gameSentence(entry.eventId, entry.data, entry.count)
    case 'server':
      return serverSentence(entry.server, entry.state)
    case 'asked':
      return callSentence(entry, 'asks', nameOf(entry.server.id, entry.capabilityId))
    case 'call':
      return callSentence(entry, callTense(entry), nameOf(entry.server?.id, entry.capabilityId))
    default:
      return assertNever(entry)
  }
}
