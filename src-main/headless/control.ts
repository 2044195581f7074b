/**
 * Control: the parent process decides, accepts and undoes, by JSON lines on stdin.
 *
 * Enforces invariant 2: when the parent process is gone, there is no approver any more and the program ends.
 */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { assertNever } from '@contract/assert-never.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { SeenCapability } from '@shared/servers/quarantine.js'
import type { UndoResult } from '@shared/trail/undo.js'
import type { Approvals } from '../gateway/approvals/approvals.js'
import type { AskingPauses } from '../gateway/approvals/asking-pauses.js'
import type { Consents } from '../gateway/clients/consents.js'
import type { Panic } from '../gateway/panic.js'
import type { DecisionResult } from '../gateway/ports/approvers.js'
import type { ManifestTrust } from '../gateway/trust/manifest-trust.js'
import type { Undo } from '../gateway/undo/undo.js'
import { type ControlCommand, exampleOrders, parseOrder } from './orders.js'

/** Who decided, as the audit trail names them. */
const person: Person = { id: 'control:stdin', name: 'control:stdin', kind: 'control' }

export interface ControlOptions {
  readonly input: Readable
  readonly approvals: Pick<Approvals, 'attach' | 'decideAsPerson'>
  readonly consents: Pick<Consents, 'attach' | 'decide'>
  readonly trust: Pick<ManifestTrust, 'accept' | 'acceptAll'>
  readonly panic: Pick<Panic, 'turnOn' | 'turnOff'>
  readonly askingPauses: Pick<AskingPauses, 'letAsk'>
  readonly undo: Pick<Undo, 'run'>
  /** Accepts a waiting Bedrock game. @returns whether there is one with this id */
  readonly acceptGame: (id: string) => boolean
  /** Called with the result of an undo. */
  readonly onUndo: (result: UndoResult) => void
  /** @throws GatewayError when there is no such server, or it showed another certificate */
  readonly trustCertificate: (server: string, fingerprint: string) => void
  /** Called with the error of a line. */
  readonly onFailure: (error: GatewayError) => void
  readonly onEnd: () => void
}

export function controlBy(options: ControlOptions): void {
  const {
    input,
    approvals,
    consents,
    trust,
    panic,
    askingPauses,
    undo,
    onUndo,
    trustCertificate,
    acceptGame,
    onFailure,
    onEnd,
  } = options
  const detach = [approvals.attach(person), consents.attach()]
  const lines = createInterface({ input })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    const order = parseOrder(line)
    if (!order) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    try {
      const error = follow(order)
      if (error) onFailure(error)
    } catch (thrown) {
      onFailure(asGatewayError(thrown))
    }
  })
  lines.on('close', () => {
    for (const leave of detach) leave()
    onEnd()
  })

  function unaccepted(id: string, seen: readonly SeenCapability[] | undefined): GatewayError | undefined {
    const how = seen ? trust.accept(id, seen, person.name) : trust.acceptAll(id, person.name)
    if (how === 'accepted') return undefined
    return how === 'no-server'
      ? new GatewayError('PROTOCOL.SERVER_NOT_FOUND', { details: { id } })
      : new GatewayError('RISK.MANIFEST_CHANGED', { details: { id } })
  }

  /** @returns why it could not be done */
  function follow(order: ControlCommand): GatewayError | undefined {
    switch (order.verb) {
      case 'approve':
      case 'deny': {
        const { verb: decision, ...given } = order
        return problemOf(approvals.decideAsPerson({ ...given, decision, person }))
      }
      case 'consent':
        return consents.decide(order.id, 'accept', order.role) ? undefined : closed(order.id)
      case 'decline':
        return consents.decide(order.id, 'decline') ? undefined : closed(order.id)
      case 'accept':
        if (!order.seen && acceptGame(order.id)) return undefined
        return unaccepted(order.id, order.seen)
      case 'panic':
        return void (order.on ? panic.turnOn(person.name) : panic.turnOff(person.name))
      case 'letAsk':
        return askingPauses.letAsk(order.id, person.name) ? undefined : notPaused(order.id)
      case 'undo': {
        const { verb: _verb, id, ...given } = order
        return void undo.run(id, given, person.name).then(onUndo)
      }
      case 'trust':
        return void trustCertificate(order.id, order.fingerprint)
      default:
        return assertNever(order)
    }
  }
}

const badLine = { message: 'A line on standard input is not a valid command.', suggestion: exampleOrders }

const notPaused = (client: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This program is not paused.',
    suggestion: 'Use the client id of an asking-paused line.',
    details: { client },
  })

const closed = (id: string): GatewayError => new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })

const problemOf = (answered: DecisionResult): GatewayError | undefined => (answered.ok ? undefined : answered.error)
