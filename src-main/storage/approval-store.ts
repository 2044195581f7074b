/**
 * Approval store: all approval requests and their states.
 *
 * Guards invariant 3: a state is on disk when `write` returns, so that after a crash a started request is not open
 * again. Closed requests are kept for a while.
 */
import type { Log } from '../gateway/ports/runtime.js'
import type { ApprovalRecord, ApprovalStore } from '../gateway/ports/stores.js'
import { type ApprovalPhase, isOver } from '../policy/approvals/approval.js'
import type { LaterWrites } from './later-writes.js'
import type { StateDatabase } from './state-database.js'
import { parseJson } from './state-schema.js'

/** Maximum closed requests; the oldest are deleted first. */
const maxClosedApprovals = 10_000

interface Which {
  /** Also those that are over. */
  readonly all: boolean
  readonly limit: number
}

export interface RecordedApprovals {
  /** Newest first. @throws Error when they cannot be read */
  recorded(which: Which): ApprovalRecord[]
}

/** @throws Error when the table cannot be used */
export function approvalStoreIn(state: StateDatabase, log: Log, later: LaterWrites): ApprovalStore & RecordedApprovals {
  state
    .prepare(
      'DELETE FROM approval WHERE is_over = 1 AND id NOT IN (SELECT id FROM approval WHERE is_over = 1 ORDER BY asked_at DESC LIMIT ?)',
    )
    .run(maxClosedApprovals)
  const insert = state.prepare('INSERT OR REPLACE INTO approval VALUES (?, ?, ?, ?)')
  return {
    write(record) {
      const row = [record.id, record.askedAt, isOver(record.state) ? 1 : 0, JSON.stringify(record)] as const
      const write = (): void => {
        const { changes } = state.unlessLocked(() => insert.run(...row))
        if (Number(changes) !== 1) throw new Error('The approval was not written.')
      }
      // What is over stays over, also when it can't be stored.
      if (isOver(record.state)) later.add(write)
      else write()
    },
    recorded: (which) => approvalsIn(state, which),
    unfinished() {
      try {
        return recordsIn(state, 'WHERE is_over = 0 ORDER BY asked_at', (id) =>
          log.error('a question of the last run cannot be read', { approvalId: id }),
        )
      } catch (error) {
        log.error('the questions of the last run cannot be read', { error: `${error}` })
        return []
      }
    },
  }
}

function approvalsIn(state: StateDatabase, { all, limit }: Which): ApprovalRecord[] {
  const where = all ? '' : 'WHERE is_over = 0'
  return recordsIn(state, `${where} ORDER BY asked_at DESC LIMIT ${Math.trunc(limit)}`, () => {})
}

function recordsIn(state: StateDatabase, rest: string, onBroken: (id: string) => void): ApprovalRecord[] {
  return state
    .prepare(`SELECT id, body FROM approval ${rest}`)
    .all()
    .flatMap(({ id, body }) => {
      const record = parseJson(body)
      if (isRecord(record) && record.id === id) return [record]
      onBroken(String(id))
      return []
    })
}

const phases: Readonly<Record<ApprovalPhase, true>> = {
  open: true,
  approved: true,
  executing: true,
  done: true,
  failed: true,
  denied: true,
  expired: true,
  withdrawn: true,
  superseded: true,
}

const texts = ['id', 'requestId', 'capabilityId', 'capabilityVersion', 'bound', 'askedAt', 'expiresAt', 'changedAt']

/** The minimum needed to report the outcome. */
function isRecord(value: unknown): value is ApprovalRecord {
  if (!isMembers(value) || !texts.every((name) => typeof value[name] === 'string')) return false
  const { state, caller, server } = value
  if (!isMembers(state) || !isMembers(caller) || !isMembers(server) || !isMembers(value.arguments)) return false
  return Object.hasOwn(phases, String(state.phase)) && Array.isArray(state.phase === 'open' ? state.agreed : state.by)
}

const isMembers = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
