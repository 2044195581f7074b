/**
 * Stored results: limits the size of results that are stored for returning clients.
 *
 * A result over the limits, alone or in total, is replaced by a notice; the call itself has still run.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { CallOutcome, CallReport } from '../ports/calls.js'

/**
 * Maximum characters of JSON: of a server's result, of a service's result, and in total with pictures, which the path
 * bounds.
 */
export const maxStoredCharacters = { world: 65_536, service: 16 * 1024 * 1024, all: 64 * 1024 * 1024 }

export interface StoredReport {
  readonly report: CallReport<CallOutcome>
  /** Size of its result as JSON. */
  readonly characters: number
}

export function storableReport(report: CallReport<CallOutcome>): StoredReport {
  const { outcome } = report
  const relayed = relayedIn(outcome)
  if (outcome.kind !== 'done' && !relayed) return { report, characters: 0 }
  // `data` of a service is its result, cleaned: not longer, and mostly the same strings.
  const characters = JSON.stringify(relayed ?? (outcome.kind === 'done' ? outcome.data : undefined)).length
  const most = relayed ? maxStoredCharacters.service : maxStoredCharacters.world
  if (characters > most) return withoutResult(report)
  return { report, characters: characters + picturesIn(outcome).reduce((sum, { data }) => sum + data.length, 0) }
}

/** The outcome without the result. */
export function withoutResult(report: CallReport<CallOutcome>): StoredReport {
  const { outcome } = report
  if (outcome.kind === 'done') {
    const { relayed: _tooLarge, pictures: _tooLargeToo, ...rest } = outcome
    const data = { omitted: 'It was done. The result was too large to be kept.' }
    return { report: { ...report, outcome: { ...rest, data } }, characters: 0 }
  }
  if (outcome.kind !== 'failed' || !outcome.error.relayed) return { report, characters: 0 }
  const { code, message, suggestion, details, hasProviderText } = outcome.error
  const error = new GatewayError(code, { message, suggestion, ...(details && { details }), hasProviderText })
  return { report: { ...report, outcome: { ...outcome, error } }, characters: 0 }
}

const picturesIn = (outcome: CallOutcome) => (outcome.kind === 'done' ? (outcome.pictures ?? []) : [])

const relayedIn = (outcome: CallOutcome) =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined
