/**
 * Control: the parent process decides, accepts and undoes, by JSON lines on stdin.
 *
 * Enforces invariant 2: when the parent process ends, there is no approver any more, and the program ends.
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
import { type ControlCommand, exampleCommands, parseControlCommand } from './control-command.js'

/** The approver, as named in the audit trail. */
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
    const command = parseControlCommand(line)
    if (!command) return onFailure(new GatewayError('PROTOCOL.INVALID_REQUEST', badLine))
    try {
      const error = follow(command)
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
  function follow(command: ControlCommand): GatewayError | undefined {
    switch (command.verb) {
      case 'approve':
      case 'deny': {
        const { verb: decision, ...given } = command
        return problemOf(approvals.decideAsPerson({ ...given, decision, person }))
      }
      case 'consent':
        return consents.decide(command.id, 'accept', command.role) ? undefined : closed(command.id)
      case 'decline':
        return consents.decide(command.id, 'decline') ? undefined : closed(command.id)
      case 'accept':
        if (!command.seen && acceptGame(command.id)) return undefined
        return unaccepted(command.id, command.seen)
      case 'panic':
        return void (command.on ? panic.turnOn(person.name) : panic.turnOff(person.name))
      case 'letAsk':
        return askingPauses.letAsk(command.id, person.name) ? undefined : notPaused(command.id)
      case 'undo': {
        const { verb: _verb, id, ...given } = command
        return void undo.run(id, given, person.name).then(onUndo)
      }
      case 'trust':
        return void trustCertificate(command.id, command.fingerprint)
      default:
        return assertNever(command)
    }
  }
}

const badLine = { message: 'A line on standard input is not a valid command.', suggestion: exampleCommands }

const notPaused = (client: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This program is not paused.',
    suggestion: 'Use the client id of an asking-paused line.',
    details: { client },
  })

const closed = (id: string): GatewayError => new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })

const problemOf = (answered: DecisionResult): GatewayError | undefined => (answered.ok ? undefined : answered.error)
