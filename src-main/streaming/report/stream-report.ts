/**
 * Stream report: what AI did in a span of the log, counted and listed. See docs/streaming.md#report.
 *
 * Guards invariant 8: a report has names of actions and of AI clients, masked as on a stream, and nothing of arguments,
 * results, players or servers. The same rows always make the same report, so that it can be checked.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'
import { isChatPlayer } from '@shared/features/chat.js'
import { recordedVoteOf, type VoteQuestion } from '@shared/streaming/votes.js'
import type { AppLanguage } from '@shared/text/language.js'
import { type AuditOutcome, type AuditPage, type AuditQuery, type AuditRow, maxAuditRows } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { nextTurn } from '@shared/turns.js'
import { cleanLine } from '../../policy/text/untrusted-text.js'
import { voteId } from '../audience/votes.js'

/** Maximum rows of the log in a report: the newest. */
export const maxReportRows = 10_000

/** Milliseconds by which the clock of the rows may be off. */
const marginMs = 1_000

/** What a report was made of: the span, its language, and the head of the log at that time. */
export interface ReportSeal {
  /** ISO 8601. */
  readonly since: string
  readonly until: string
  readonly language: AppLanguage
  /** The last row of the log. */
  readonly head: { readonly sequence: number; readonly hash: string }
}

export interface ReportedAct {
  readonly kind: 'act'
  readonly at: string
  /** Undefined for a player. */
  readonly who: string | undefined
  /** Undefined where no server is known to have it: the AI may have made up the name. */
  readonly capabilityId: string | undefined
  readonly end: Exclude<AuditOutcome, 'intent' | 'foreseen' | 'approved'>
  readonly by?: 'person' | 'rule'
  readonly isUndone: boolean
}

export interface ReportedVote {
  readonly kind: 'vote'
  readonly at: string
  readonly question: VoteQuestion
  readonly yes: number
  readonly no: number
  readonly says: 'yes' | 'no'
}

export interface StreamReport {
  readonly seal: ReportSeal
  /** Oldest first. */
  readonly entries: readonly (ReportedAct | ReportedVote)[]
  readonly reads: number
  /** Requests that waited for a person. */
  readonly asked: number
  /** Whether the span has more rows than a report. */
  readonly isCut: boolean
}

/** @param search of the log, newest first; a page may be partial. @param startOf the cursor before which rows are read */
export async function readStreamReport(
  search: (query: AuditQuery) => AuditPage,
  seal: ReportSeal,
  startOf: (sequence: number) => string,
): Promise<StreamReport> {
  const { since, until, head } = seal
  const rows: AuditRow[] = []
  let cursor: string | undefined = startOf(head.sequence + 1)
  while (cursor !== undefined && rows.length <= maxReportRows) {
    const page: AuditPage = search({ since, until, cursor, limit: maxAuditRows })
    rows.push(...page.rows)
    cursor = page.next
    // The program does other things meanwhile.
    await nextTurn()
  }
  return reportOf(rows.slice(0, maxReportRows).reverse(), seal, rows.length > maxReportRows)
}

/** @param rows oldest first */
export function reportOf(rows: readonly AuditRow[], seal: ReportSeal, isCut: boolean): StreamReport {
  const asked = new Set<string>()
  const byRule = new Set<string>()
  const undone = new Set<string>()
  const intended = new Set<string>()
  for (const { event } of rows) {
    const request = event.metadata?.requestId
    if (request !== undefined && event.metadata?.phase === 'intent') intended.add(request)
    const { approvalId, ruleId } = event.approvalInfo ?? {}
    if (request !== undefined && ruleId !== undefined) byRule.add(request)
    else if (request !== undefined && approvalId !== undefined && event.caller.type === 'model') asked.add(request)
    const { undoes } = event.rollbackInfo ?? {}
    if (undoes !== undefined && outcomeOf(event) === 'done') undone.add(undoes)
  }
  // The intent of what began earlier may be in a row that is left out.
  const rowsSince = Date.parse((isCut && rows[0]?.event.timestamp) || seal.since) + marginMs
  let reads = 0
  const entries = rows.flatMap(({ event }): (ReportedAct | ReportedVote)[] => {
    const { requestId, phase } = event.metadata ?? {}
    // A call may name anything, and has a request id.
    if (event.capabilityId === voteId && requestId === undefined) return voteOf(event.timestamp, event.request)
    const end = outcomeOf(event)
    if (event.caller.type !== 'model' || phase !== 'outcome' || requestId === undefined) return []
    if (end === 'intent' || end === 'foreseen' || end === 'approved' || event.eventType === 'rollback') return []
    // An action that ran has an intent in the log; of a capability of others nothing else says what it was.
    const hasIntent = end !== 'done' || intended.has(requestId) || beginOf(event) < rowsSince
    if ((coreCatalogue.get(event.capabilityId)?.type ?? (hasIntent ? 'action' : 'context')) === 'context') {
      reads += 1
      return []
    }
    const by = byRule.has(requestId) ? 'rule' : asked.has(requestId) ? 'person' : undefined
    return [
      {
        kind: 'act',
        at: event.timestamp,
        who: isChatPlayer({ id: event.caller.id ?? '' }) ? undefined : cleanLine(event.caller.name ?? 'AI', 64),
        capabilityId: isKnown(event) ? event.capabilityId : undefined,
        end,
        ...(by && { by }),
        isUndone: undone.has(requestId),
      },
    ]
  })
  return { seal, entries, reads, asked: asked.size, isCut }
}

const isKnown = ({ capabilityId, capabilityVersion }: AuditRow['event']): boolean =>
  capabilityVersion !== undefined || coreCatalogue.has(capabilityId)

/** Milliseconds since 1970. */
const beginOf = ({ timestamp, metadata }: AuditRow['event']): number =>
  Date.parse(timestamp) - Number(metadata?.executionTime ?? Number.POSITIVE_INFINITY)

function voteOf(at: string, request: unknown): ReportedVote[] {
  const vote = recordedVoteOf(request)
  if (!vote || !Number.isSafeInteger(vote.yes) || !Number.isSafeInteger(vote.no)) return []
  const { question, yes, no, says } = vote
  return [{ kind: 'vote', at, question, yes, no, says }]
}
