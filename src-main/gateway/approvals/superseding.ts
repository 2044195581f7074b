/**
 * Superseding: closes requests that became invalid: the server changed its offer, the capability waits for acceptance,
 * or a new rule decides them.
 *
 * Guards invariant 3: there are no requests for calls that can no longer run.
 */
import type { JsonObject } from '@contract/call.js'
import type { Server } from '@shared/servers/server.js'
import { isTextRuleOn } from '../../policy/approvals/posture.js'
import { isQuarantined } from '../../policy/trust/manifest-trust.js'
import { argumentsHashOf, fingerprintOf } from '../path/fingerprint.js'
import type { GatewayDependencies } from '../path/gateway-dependencies.js'
import type { Validator } from '../ports/provider.js'
import type { Clock } from '../ports/runtime.js'
import type { Registry } from '../trust/registry.js'
import type { ApprovalRequest } from './approval-request.js'
import type { ApprovalRules } from './approval-rules.js'
import type { Approvals } from './approvals.js'

export interface SupersedingDependencies {
  readonly approvals: Approvals
  readonly registry: Registry
  readonly rules: ApprovalRules
  readonly clock: Clock
  readonly validator: Validator
  readonly governance: GatewayDependencies['governance']
}

export function closeApprovalsOnChange({
  approvals,
  registry,
  rules,
  clock,
  validator,
  governance,
}: SupersedingDependencies): void {
  registry.onDidChangeServer(({ server }) => {
    if (approvals.isEmpty) return
    const isRegistered = registry.link(server.id) !== undefined
    approvals.supersede(
      (question) => question.server.id === server.id && !(isRegistered && isStillOffered(server, question)),
    )
  })
  rules.onDidChange(() => {
    if (approvals.isEmpty) return
    const now = clock.now().getTime()
    const isTextRule = isTextRuleOn(governance())
    approvals.supersede((question, needed) => {
      const effect = rules.matchFor(() => ruleQueryOf(question, now, validator, isTextRule))?.effect
      return effect === 'deny' || (effect === 'allow' && !question.eachTime && needed === 1)
    })
  })
}

/** A server that is briefly offline may return with the same offer. */
function isStillOffered(server: Server, { capabilityId, caller, arguments: given, bound }: ApprovalRequest): boolean {
  if (isQuarantined(server, capabilityId)) return false
  const manifest = server.capabilities.find(({ id }) => id === capabilityId)
  if (!manifest) return server.state === 'offline' || server.state === 'connecting'
  return fingerprintOf({ manifest, serverId: server.id, caller, given }) === bound
}

const ruleQueryOf = (
  { caller, server, capabilityId, manifest, arguments: given, risk, readText }: ApprovalRequest,
  now: number,
  validator: Validator,
  isTextRule: boolean,
) => ({
  caller,
  serverId: server.id,
  capabilityId,
  manifest,
  argumentsHash: argumentsHashOf(given),
  isValidFor: (schema: JsonObject) => validator.isValidFor(schema, given),
  risk,
  isAfterText: isTextRule && readText !== undefined && risk === 'medium',
  hasReadText: isTextRule && readText !== undefined,
  now,
})
