/** Fake trail: the live feed, the running calls, the log and the undo list. */

import type { AuditRow } from '@shared/trail/audit.js'
import { exampleParts } from './fake-builds.js'
import { type HandlersOf, nothingToUndo } from './fake-handlers.js'
import type { FakeShell } from './fake-shell.js'

export function trailOf(shell: FakeShell): HandlersOf<'live' | 'away' | 'calls' | 'audit' | 'reports' | 'undo'> {
  return {
    'live:page': ({ before = shell.live.length }) => {
      const from = Math.max(0, before - 1_000)
      return { ok: true, value: { from, entries: JSON.stringify(shell.live.slice(from, before)), oldest: 0 } }
    },
    'live:way': ({ requestId }) => ({ ok: true, value: shell.ways[requestId] ?? null }),
    'live:readers': ({ id }) => ({ ok: true, value: shell.readings[id] ?? [] }),
    'away:look': () => ({ ok: true, value: shell.absence }),
    'away:dismiss': () => ({ ok: true, value: undefined }),
    'calls:list': () => ({ ok: true, value: shell.calls }),
    'audit:search': ({ request }) => {
      const rows = shell.trail.filter(({ event }) => request === undefined || event.metadata?.requestId === request)
      return { ok: true, value: { rows } }
    },
    'audit:get': ({ id }) => {
      const row = shell.trail.find(({ event }) => event.id === id)
      const same = ({ event }: AuditRow) => event.metadata?.requestId === row?.event.metadata?.requestId
      return { ok: true, value: row ? { row, request: shell.trail.filter(same).reverse() } : null }
    },
    'audit:state': () => ({ ok: true, value: shell.trailState }),
    'audit:export': () => ({ ok: true, value: null }),
    'reports:create': () => ({ ok: true, value: null }),
    'undo:list': () => ({ ok: true, value: { entries: shell.undos } }),
    'undo:parts': () => ({ ok: true, value: exampleParts }),
    'undo:preview': () => (shell.preview ? { ok: true, value: shell.preview } : nothingToUndo),
    'undo:run': () => nothingToUndo,
    'undo:runLast': () => ({ ok: true, value: { undone: [], left: [] } }),
  }
}
