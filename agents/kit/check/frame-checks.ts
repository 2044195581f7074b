/** Frame checks: checks that need all received frames. See docs/protocol.md#frames. */
import { isErrorCode } from '@contract/error-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'
import type { Validator } from '../../../src-main/gateway/ports/provider.js'
import type { Admit } from '../../../src-main/validation/admission.js'
import type { Findings } from './findings.js'
import type { FrameLog } from './frame-log.js'
import { errorOf } from './responses.js'

export function checkFrames(journal: FrameLog, findings: Findings): void {
  checkSilence(journal, findings)
  checkShapes(journal, findings)
  checkIds(journal, findings)
  checkTimestamps(journal, findings)
  checkErrorCodes(journal, findings)
  const sessions = journal.frames('register_ack').flatMap(({ sessionId }) => sessionId ?? [])
  if (new Set(sessions).size < sessions.length)
    findings.addWarning('session', 'two registrations got the same sessionId')
}

/** Responses to registrations and heartbeats are checked where they are requested; those to requests here. */
export function checkRespondsOnce({ received, requests }: FrameLog, findings: Findings): void {
  findings.good('one-answer')
  const answers = new Map<string, number>()
  const unknownIds = new Set<string>()
  for (const { type, correlationId } of received.map(({ claims }) => claims)) {
    if (correlationId === undefined || (type !== 'response' && type !== 'error')) continue
    if (requests.has(correlationId)) answers.set(correlationId, (answers.get(correlationId) ?? 0) + 1)
    else if (type === 'response') unknownIds.add(correlationId)
  }
  const repeated = [...answers.values()].filter((times) => times > 1).length
  if (repeated > 0) {
    findings.bad('one-answer', `${repeated} of ${answers.size} answered requests got more than one response`)
  }
  for (const id of unknownIds) findings.bad('one-answer', `a response has the unknown correlationId "${id}"`)
}

const allowedUnregistered: ReadonlySet<string | undefined> = new Set(['register_ack', 'error', 'response'])

function checkSilence({ received }: FrameLog, findings: Findings): void {
  findings.good('silence-before-registration')
  for (const { claims, registered } of received) {
    if (registered || allowedUnregistered.has(claims.type)) continue
    findings.bad('silence-before-registration', `${claims.type ?? 'something'} was sent before the registration`)
  }
}

const checkedElsewhere: ReadonlySet<string | undefined> = new Set(['response', 'register_ack', 'heartbeat_ack'])

function checkShapes({ received, isFlooded }: FrameLog, findings: Findings): void {
  findings.good('frames')
  if (isFlooded) findings.bad('frames', 'the agent sent too much data, and the connection was closed')
  for (const { read, claims, text } of received) {
    if (!read.ok && !checkedElsewhere.has(claims.type)) findings.bad('frames', `${read.reason}: ${text.slice(0, 200)}`)
    if (read.ok && (read.frame.type === 'request' || read.frame.type === 'register')) {
      findings.bad('frames', `the agent sent a frame of type ${read.frame.type}, which only gateways send`)
    }
  }
}

/** An identical frame with the same id is a retransmission. */
function checkIds({ received }: FrameLog, findings: Findings): void {
  findings.good('frame-ids')
  const known = new Map<string, string>()
  for (const { connection, claims, text } of received) {
    if (claims.id === undefined) continue
    const key = `${connection} ${claims.id}`
    if ((known.get(key) ?? text) !== text) findings.bad('frame-ids', `several frames have the id "${claims.id}"`)
    known.set(key, text)
  }
}

/** Allowed clock difference in milliseconds. */
const tolerance = 5 * 60_000

function checkTimestamps({ received }: FrameLog, findings: Findings): void {
  findings.good('timestamps')
  const apart = received.flatMap(({ read, at }) =>
    read.ok ? [Math.abs(at.getTime() - Date.parse(read.frame.timestamp))] : [],
  )
  const wrong = apart.filter((milliseconds) => !(milliseconds <= tolerance))
  if (wrong.length === 0) return
  const minutes = Math.round(Math.max(...wrong) / 60_000)
  findings.addWarning(
    'timestamps',
    `${wrong.length} of ${apart.length} frames have a timestamp up to ${minutes} minutes off`,
  )
}

function checkErrorCodes({ received }: FrameLog, findings: Findings): void {
  const codes = new Set(received.flatMap(({ read }) => (read.ok ? codesOf(errorOf(read.frame)) : [])))
  if (codes.size === 0) return findings.skip('error-codes', 'no error occurred')
  findings.good('error-codes')
  for (const code of codes) if (!isErrorCode(code)) findings.bad('error-codes', `${code} is not in the catalogue`)
}

/** An error and its causes; frames are shallow, so the chain is short. */
const codesOf = (error: ContractError | undefined): string[] => (error ? [error.code, ...codesOf(error.cause)] : [])

export async function checkEvents(
  journal: FrameLog,
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
