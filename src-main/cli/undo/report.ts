/** Undo report: the actions that can be undone, for a terminal. External texts are escaped. */
import type { UndoEntry, UndoPage } from '@shared/trail/undo.js'
import { joined, type TerminalText, terminalText } from '../text.js'

export function reportUndoPage({ entries, next }: UndoPage, out: (text: TerminalText) => void): void {
  if (entries.length === 0) return out(terminalText`Nothing to undo.`)
  for (const entry of entries) out(joined(linesOf(entry), '\n'))
  if (next !== undefined) out(terminalText`More rows: --before ${next}`)
}

function linesOf({ requestId, at, capabilityId, caller, server, state, undo, undoneAt, undoneBy, undoes }: UndoEntry) {
  const how =
    undo.how === 'snapshot' ? 'with a snapshot' : `with ${undo.capabilityId} ${JSON.stringify(undo.arguments)}`
  const stands = {
    done: `can be undone ${how}`,
    uncertain: `may have been done; can be undone ${how}`,
    undone: `undone ${undoneAt} by ${undoneBy}`,
  }[state]
  return [
    `${at}  ${requestId}`,
    `  ${plain(capabilityId)} on ${plain(server.name)}, for ${plain(caller.name)}${undoes ? `; it undid ${undoes}` : ''}`,
    `  ${plain(stands)}`,
  ]
}

/** Maximum characters of a text. */
const longest = 512

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').slice(0, longest)
