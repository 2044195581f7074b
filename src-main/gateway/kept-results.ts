/**
 * Kept results: how much of what calls ended with is kept for clients that come back for it.
 *
 * What is too large, alone or together with the rest, is said to be, and was done all the same.
 */
import { GatewayError } from '../contract/gateway-error.js'
import type { CallReport, Outcome } from './call-path.js'

/** Characters of JSON: of what a world answered, of what a service sent, and of everything that is kept. */
export const keptCharacters = { world: 65_536, service: 16 * 1024 * 1024, all: 64 * 1024 * 1024 }

export interface KeptReport {
  readonly report: CallReport<Outcome>
  /** Of its result, as JSON. */
  readonly characters: number
}

export function keepable(report: CallReport<Outcome>): KeptReport {
  const { outcome } = report
  const relayed = relayedIn(outcome)
  if (outcome.kind !== 'done' && !relayed) return { report, characters: 0 }
  // The data of a service is what it sent, cleaned: no longer, and mostly the same strings.
  const characters = JSON.stringify(relayed ?? (outcome.kind === 'done' ? outcome.data : undefined)).length
  const most = relayed ? keptCharacters.service : keptCharacters.world
  return characters <= most ? { report, characters } : withoutResult(report)
}

/** How it ended, and nothing of what was sent. */
export function withoutResult(report: CallReport<Outcome>): KeptReport {
  const { outcome } = report
  if (outcome.kind === 'done') {
    const { relayed: _tooLarge, ...rest } = outcome
    const data = { omitted: 'It was done; what the server answered was too large to be kept.' }
    return { report: { ...report, outcome: { ...rest, data } }, characters: 0 }
  }
  if (outcome.kind !== 'failed' || !outcome.error.relayed) return { report, characters: 0 }
  const { code, message, suggestion, details, isTheirs } = outcome.error
  const error = new GatewayError(code, { message, suggestion, ...(details && { details }), theirs: isTheirs })
  return { report: { ...report, outcome: { ...outcome, error } }, characters: 0 }
}

const relayedIn = (outcome: Outcome) =>
  outcome.kind === 'done' ? outcome.relayed : outcome.kind === 'failed' ? outcome.error.relayed : undefined
