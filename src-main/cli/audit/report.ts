/** Report: the trail for people, one line per event. */
import { assertNever } from '@contract/assert-never.js'
import type { AuditBreak, AuditRow } from '@shared/trail/audit.js'
import { scopeText } from '../coverage-text.js'
import { count, painter, terminalText } from '../text.js'
import type { CliEnvironment } from '../verb.js'

export function reportRow({ sequence, event }: AuditRow, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  const { timestamp, eventType, capabilityId, caller, metadata = {}, riskLevel = '-' } = event
  const what = metadata.phase === 'intent' ? 'intent' : metadata.dryRun ? 'dry run' : eventType
  const scope = event.approvalInfo?.scope
  const bad = eventType === 'error' || eventType === 'reject'
  const fields = [
    capabilityId.padEnd(28),
    riskLevel.padEnd(8),
    (metadata.serverId ?? '-').padEnd(16),
    caller.name ?? '-',
    ...(scope ? [`(${scopeText(capabilityId, scope)})`] : []),
  ]
  out(
    terminalText`${paint('dim', `${sequence}`.padStart(7))}  ${timestamp}  ${paint(bad ? 'red' : 'green', what.padEnd(8))}  ${fields.join('  ')}`,
  )
}

export function reportIntegrity(
  rows: number,
  hash: string,
  broken: AuditBreak | undefined,
  { out, colour }: CliEnvironment,
): void {
  const paint = painter(colour)
  if (!broken) return out(paint('green', `${count(rows, 'row')}, chain intact. Last hash: ${hash}.`))
  const { sequence, id, at, foundAt } = broken
  const which = [`row ${sequence}`, ...(id ? [id] : []), ...(at ? [`of ${at}`] : [])].join(', ')
  out(paint('red', `The log is broken at ${which}: ${sentenceOf(broken)}.`))
  if (foundAt) out(terminalText`Gatehouse found this when it started on ${foundAt}. The log continues after it.`)
}

function sentenceOf({ what }: AuditBreak): string {
  switch (what) {
    case 'changed':
      return 'it was changed'
    case 'missing':
      return 'it is missing'
    case 'unlinked':
      return 'it does not follow the row before it'
    case 'added':
      return 'it was added while Gatehouse was not running'
    case 'rewritten':
      return 'it does not match the checkpoint'
    case 'head-missing':
      return 'the checkpoint is missing, so later rows may be missing'
    case 'head-forged':
      return 'the checkpoint was not written by Gatehouse'
    case 'head-unsigned':
      return 'the checkpoint is not signed, so a program without the key wrote it'
    case 'head-older':
      return 'the checkpoint is older, so later rows may be missing'
    case 'schema':
      return 'another program changed a table, trigger or index of the file'
    default:
      return assertNever(what)
  }
}
