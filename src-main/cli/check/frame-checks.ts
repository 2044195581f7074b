/** Frame checks: checks that need all received frames. See docs/protocol.md#frames. */
import { isErrorCode } from '../../contract/error-catalogue.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { ContractError } from '../../contract/generated/error.js'
import type { Validator } from '../../gateway/ports.js'
import type { Admit } from '../../validation/admission.js'
import { errorOf } from './answers.js'
import type { Findings } from './findings.js'
import type { Journal } from './journal.js'

export function checkFrames(journal: Journal, findings: Findings): void {
  checkSilence(journal, findings)
  checkShapes(journal, findings)
  checkIds(journal, findings)
  checkTimestamps(journal, findings)
  checkErrorCodes(journal, findings)
  const sessions = journal.frames('register_ack').flatMap(({ sessionId }) => sessionId ?? [])
  if (new Set(sessions).size < sessions.length) findings.odd('session', 'two registrations got the same sessionId')
}

/** Answers to registrations and heartbeats are judged where they are asked for; those to requests here. */
export function checkAnswersOnce({ received, requests }: Journal, findings: Findings): void {
  findings.good('one-answer')
  const answers = new Map<string, number>()
  const strangers = new Set<string>()
  for (const { type, correlationId } of received.map(({ claims }) => claims)) {
    if (correlationId === undefined || (type !== 'response' && type !== 'error')) continue
    if (requests.has(correlationId)) answers.set(correlationId, (answers.get(correlationId) ?? 0) + 1)
    else if (type === 'response') strangers.add(correlationId)
  }
  const repeated = [...answers.values()].filter((times) => times > 1).length
  if (repeated > 0) {
    findings.bad('one-answer', `${repeated} of ${answers.size} answered requests got more than one response`)
  }
  for (const id of strangers) findings.bad('one-answer', `a response has the unknown correlationId "${id}"`)
}

const answersToStrangers: ReadonlySet<string | undefined> = new Set(['register_ack', 'error', 'response'])

function checkSilence({ received }: Journal, findings: Findings): void {
  findings.good('silence-before-registration')
  for (const { claims, registered } of received) {
    if (registered || answersToStrangers.has(claims.type)) continue
    findings.bad('silence-before-registration', `${claims.type ?? 'something'} was sent before the registration`)
  }
}

const judgedElsewhere: ReadonlySet<string | undefined> = new Set(['response', 'register_ack', 'heartbeat_ack'])

function checkShapes({ received, isFlooded }: Journal, findings: Findings): void {
  findings.good('frames')
  if (isFlooded) findings.bad('frames', 'the agent sent too much data, and the connection was closed')
  for (const { read, claims, text } of received) {
    if (!read.ok && !judgedElsewhere.has(claims.type)) findings.bad('frames', `${read.reason}: ${text.slice(0, 200)}`)
    if (read.ok && (read.frame.type === 'request' || read.frame.type === 'register')) {
      findings.bad('frames', `the agent sent a frame of type ${read.frame.type}, which only gateways send`)
    }
  }
}

/** The very same frame twice is a repetition, which a gateway knows by its id. */
function checkIds({ received }: Journal, findings: Findings): void {
  findings.good('frame-ids')
  const known = new Map<string, string>()
  for (const { connection, claims, text } of received) {
    if (claims.id === undefined) continue
    const key = `${connection} ${claims.id}`
    if ((known.get(key) ?? text) !== text) findings.bad('frame-ids', `several frames have the id "${claims.id}"`)
    known.set(key, text)
  }
}

/** Milliseconds that clocks may be apart. */
const tolerance = 5 * 60_000

function checkTimestamps({ received }: Journal, findings: Findings): void {
  findings.good('timestamps')
  const apart = received.flatMap(({ read, at }) =>
    read.ok ? [Math.abs(at.getTime() - Date.parse(read.frame.timestamp))] : [],
  )
  const wrong = apart.filter((milliseconds) => !(milliseconds <= tolerance))
  if (wrong.length === 0) return
  const minutes = Math.round(Math.max(...wrong) / 60_000)
  findings.odd('timestamps', `${wrong.length} of ${apart.length} frames have a timestamp up to ${minutes} minutes off`)
}

function checkErrorCodes({ received }: Journal, findings: Findings): void {
  const codes = new Set(received.flatMap(({ read }) => (read.ok ? codesOf(errorOf(read.frame)) : [])))
  if (codes.size === 0) return findings.skip('error-codes', 'no error occurred')
  findings.good('error-codes')
  for (const code of codes) if (!isErrorCode(code)) findings.bad('error-codes', `${code} is not in the catalogue`)
}

/** An error and what caused it; a frame is shallow, and so is the chain. */
const codesOf = (error: ContractError | undefined): string[] => (error ? [error.code, ...codesOf(error.cause)] : [])

export async function checkEvents(
  journal: Journal,
  offered: readonly CapabilityManifest[],
  { admit, validator }: { admit: Admit; validator: Validator },
  findings: Findings,
): Promise<void> {
  const updates = journal.frames('capability_update').filter(({ action }) => action !== 'remove')
  const later = (await Promise.all(updates.map(({ capabilities }) => admit(capabilities)))).flatMap(
    (admitted) => admitted.capabilities,
  )
  const declared = new Map(
    [...offered, ...later].filter(({ type }) => type === 'event').map((manifest) => [manifest.id, manifest]),
  )
  const reported = journal.frames('event')
  if (reported.length === 0) findings.skip('events', 'no events during the check')
  for (const { payload } of reported) {
    const manifest = declared.get(payload.eventId)
    if (!manifest) {
      findings.bad('events', `${payload.eventId} was not declared`)
      continue
    }
    findings.good('events')
    const checked = validator.checkReturns(manifest, payload.data)
    if (checked.ok) continue
    for (const { path, expected, given } of checked.problems) {
      findings.bad('events', `${payload.eventId} has ${given} at "${path}"; its manifest requires: ${expected}`)
    }
  }
}
