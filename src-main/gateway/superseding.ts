/**
 * Superseding: questions that are none any more, because the server offers something else, or waits for acceptance, or
 * because a rule that a person made meanwhile answers them.
 *
 * Guards invariant 3: nobody is asked about what could not run any more.
 */
import type { JsonObject } from '../contract/call.js'
import type { Server } from '../contract/server.js'
import { waitsForAcceptance } from '../policy/manifest-trust.js'
import type { Approvals } from './approvals.js'
import { argumentsHashOf, fingerprintOf } from './fingerprint.js'
import type { Clock, Validator } from './ports.js'
import type { Question } from './question.js'
import type { Registry } from './registry.js'
import type { RuleBook } from './rule-book.js'

export interface SupersedingParts {
  readonly approvals: Approvals
  readonly registry: Registry
  readonly rules: RuleBook
  readonly clock: Clock
  readonly validator: Validator
}

export function supersedeWhatChanged({ approvals, registry, rules, clock, validator }: SupersedingParts): void {
  registry.onDidChangeServer(({ server }) => {
    if (approvals.isEmpty) return
    const isThere = registry.link(server.id) !== undefined
    approvals.supersede((question) => question.server.id === server.id && !(isThere && offersStill(server, question)))
  })
  rules.onDidChange(() => {
    if (approvals.isEmpty) return
    const now = clock.now().getTime()
    approvals.supersede((question, needed) => {
      const effect = rules.verdictOn(() => ruledBy(question, now, validator))?.effect
      return effect === 'deny' || (effect === 'allow' && !question.eachTime && needed === 1)
    })
  })
}

/** One that is away for a moment may come back with the same. */
function offersStill(server: Server, { capabilityId, caller, arguments: given, bound }: Question): boolean {
  if (waitsForAcceptance(server, capabilityId)) return false
  const manifest = server.capabilities.find(({ id }) => id === capabilityId)
  if (!manifest) return server.state === 'offline' || server.state === 'connecting'
  return fingerprintOf({ manifest, serverId: server.id, caller, given }) === bound
}

const ruledBy = (
  { caller, server, capabilityId, manifest, arguments: given, risk }: Question,
  now: number,
  validator: Validator,
) => ({
  caller,
  serverId: server.id,
  capabilityId,
  manifest,
  argumentsHash: argumentsHashOf(given),
  isValidFor: (schema: JsonObject) => validator.isValidFor(schema, given),
  risk,
  now,
})
