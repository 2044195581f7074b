/**
 * Owner commands: actions that a person starts in the window, such as a backup, a kick, or a command in the console.
 *
 * Guards invariant 6: consumers cannot reach this. Guards invariant 1: a command uses the normal call path, with the
 * owner as its caller. It is recorded as their decision, typed when critical, and others must approve it when one person
 * is not enough.
 */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { owner } from '@shared/approvals/attempt.js'
import { capabilityForAct, type OwnerActId } from '@shared/servers/owner-acts.js'
import type { PowerOrder, PowerResult } from '@shared/servers/server-way.js'
import { type QuorumSettings, quorumOf } from '../policy/approvals/quorum.js'
import { subjectOf } from '../policy/approvals/typed-subject.js'
import { demandsOfRisk, riskOf } from '../policy/risk/risk.js'
import type { DuplicateCall } from './path/call-path.js'
import type { CommandOrigin } from './path/steps/call-stages.js'
import { orderConfirmationText } from './path/steps/order.js'
import type { AuditLog } from './ports/audit-log.js'
import { errorOf } from './ports/call-response.js'
import type { CallOutcome, CallReport, CallRequest } from './ports/calls.js'
import type { Clock } from './ports/runtime.js'
import { orderedOffer } from './trust/ordered-offer.js'
import type { Registry } from './trust/registry.js'

/** Actions that can be owner commands. All others are run as manual calls and need an approval. */
export type OwnerCommandId = 'system.backup' | 'system.restore' | OwnerActId

export interface OwnerCommand {
  readonly capabilityId: OwnerCommandId
  /** Id of the server. */
  readonly server: string
  readonly arguments: JsonObject
  /** What the person typed. A console command is typed as a whole, which confirms it. */
  readonly typed?: string
  /** A schedule of the person gives it. */
  readonly scheduled?: true
  readonly signal: AbortSignal
}

export interface OwnerCommandsDependencies {
  readonly audit: AuditLog
  readonly clock: Clock
  readonly registry: Registry
  readonly quorums: () => QuorumSettings
  /** Runs a call through the gateway. Never rejects. */
  readonly invoke: (request: CallRequest, ordering: CommandOrigin) => Promise<CallReport<CallOutcome> | DuplicateCall>
}

/** `capabilityId` in the audit trail for an order to the host of a server. No AI has a capability of these names. */
const powerIds: Readonly<Record<PowerOrder, string>> = {
  start: 'system.power.start',
  stop: 'system.power.stop',
  restart: 'system.power.restart',
}

/** The same for backups that the host itself makes. */
export const hostBackupIds = { make: 'system.host-backup.make', restore: 'system.host-backup.restore' } as const

export interface HostOrder {
  /** Id of the server. */
  readonly server: string
  readonly capabilityId: string
  readonly request: JsonObject
}

/** `capabilityId` in the audit trail for the removal of a backup. */
const removalId = 'system.backup.remove'

export class OwnerCommands {
  readonly #deps: OwnerCommandsDependencies

  constructor(deps: OwnerCommandsDependencies) {
    this.#deps = deps
  }

  /**
   * @param person name in the audit trail
   * @returns the server's result
   * @throws GatewayError when the action did not run
   */
  async run({ typed: given, scheduled, ...order }: OwnerCommand, person: string): Promise<JsonObject> {
    const typed = given ?? this.#typedAsCommand(order)
    const report = await this.#deps.invoke(
      { ...order, caller: owner },
      { person, ...(typed !== undefined && { typed }), ...(scheduled && { scheduled }) },
    )
    if ('duplicateOf' in report) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    const { outcome } = report
    if (outcome.kind === 'done') return outcome.data
    if (outcome.kind === 'foreseen') throw new Error('A command cannot be a dry run.')
    throw errorOf(outcome)
  }

  isOffered(capabilityId: OwnerCommandId, serverId: string): boolean {
    return this.#offer(capabilityId, serverId) !== undefined
  }

  /** The text that a person must type with a command that only names the server; undefined when none is needed. */
  mustType(capabilityId: OwnerCommandId, serverId: string): string | undefined {
    const offer = this.#offer(capabilityId, serverId)
    if (!offer) return undefined
    const risk = riskOf(offer.manifest, coreCatalogue.get(capabilityId))
    return orderConfirmationText({ ...offer, given: {}, risk, demands: demandsOfRisk(risk) }, this.#deps)
  }

  /**
   * The name that one person types before the host of a server restores every file: as critical as a restore by
   * Gatehouse, also where Gatehouse cannot restore. @throws GatewayError when there is no such server
   */
  hostRestoreText(serverId: string): string {
    const server = this.#deps.registry.link(serverId)?.server
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return subjectOf({ capabilityId: 'system.restore', arguments: {}, server })
  }

  /** Nobody can be asked for a restore by the host, so it is refused where one person is not enough. */
  isHostRestoreForOne(): boolean {
    return quorumOf({ capabilityId: 'system.restore', risk: 'critical', demanded: 1 }, this.#deps.quorums()) === 1
  }

  #typedAsCommand({ capabilityId, arguments: given, server: id }: Omit<OwnerCommand, 'typed'>): string | undefined {
    const server = this.#deps.registry.link(id)?.server
    const isCommand = server !== undefined && capabilityForAct(server, 'command') === capabilityId
    return isCommand ? subjectOf({ capabilityId, arguments: given, server }) : undefined
  }

  #offer(capabilityId: OwnerCommandId, serverId: string) {
    return orderedOffer(this.#deps.registry, serverId, capabilityId)
  }

  /**
   * Records that a person removes a backup. @throws Error when it cannot be written; the backup must then not be
   * removed
   */
  recordRemoval(serverId: string, backupId: string, person: string): void {
    const at = this.#deps.clock.now().toISOString()
    this.#deps.audit.append({
      id: randomUUID(),
      timestamp: at,
      eventType: 'invoke',
      capabilityId: removalId,
      caller: { type: 'user', id: person, name: person },
      request: { backupId },
      approvalInfo: { required: true, outcome: 'approved', approvedBy: person, approvedAt: at },
      metadata: { serverId },
    })
  }

  /**
   * Has a server started or stopped, with who ordered it and what came of it in the trail.
   *
   * @param give gives the order to its host @throws GatewayError as `give`; Error when the order cannot be written,
   *   and then it is not given
   */
  runPower(
    {
      server,
      order,
      players,
    }: { readonly server: string; readonly order: PowerOrder; readonly players?: number | 'unknown' },
    person: string,
    give: () => Promise<PowerResult>,
  ): Promise<PowerResult> {
    const request = players === undefined ? {} : { players }
    return this.runAtHost({ server, capabilityId: powerIds[order], request }, person, async () => {
      const result = await give()
      const outcome = result.outcome === 'sent' ? 'unknown' : result.outcome
      return { result, response: { ...result, outcome } }
    })
  }

  /**
   * Gives an order to the host of a server, with who ordered it and what came of it in the trail. @throws as `runPower`
   */
  async runAtHost<Result>(
    { server, capabilityId, request }: HostOrder,
    person: string,
    give: () => Promise<{ readonly result: Result; readonly response: JsonObject }>,
  ): Promise<Result> {
    const requestId = randomUUID()
    const { type, id, name } = owner
    const row = (phase: 'intent' | 'outcome'): AuditEvent => {
      const at = this.#deps.clock.now().toISOString()
      return {
        id: randomUUID(),
        timestamp: at,
        eventType: 'invoke',
        capabilityId,
        caller: { type, id, name },
        request,
        approvalInfo: { required: true, outcome: 'approved', approvedBy: person, approvedAt: at },
        metadata: { phase, requestId, serverId: server },
      }
    }
    this.#deps.audit.append(row('intent'))
    try {
      const { result, response } = await give()
      this.#deps.audit.append({ ...row('outcome'), response })
      return result
    } catch (thrown) {
      const error = asGatewayError(thrown)
      const isUnknown = error.details?.mayHaveRun === true
      const response = { ...(isUnknown && { outcome: 'unknown' }), error: error.toContract() }
      this.#deps.audit.append({ ...row('outcome'), eventType: 'error', response })
      throw error
    }
  }
}
