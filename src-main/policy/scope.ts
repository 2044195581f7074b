/**
 * Scope: how far an answer may reach, and the rule that it becomes.
 *
 * Guards invariant 2: what is critical, or needs several people, is agreed to once and no further.
 */
import { type Decision, type OpenApproval, type Scope, scopes } from '../contract/approval.js'
import type { RuleTerms } from '../contract/rule.js'

const minutes: Readonly<Partial<Record<Scope, number>>> = { '5-minutes': 5, '15-minutes': 15, '60-minutes': 60 }

export interface Reach {
  readonly risk: OpenApproval['risk']
  readonly needed: number
  /** A session that can be told from the client's others. */
  readonly sessionId?: string | undefined
  /** A person is asked each time, whatever was said before. */
  readonly eachTime: boolean
}

export function scopesOf({ risk, needed, sessionId, eachTime }: Reach): OpenApproval['scopes'] {
  const offered = scopes.filter((scope) => scope !== 'session' || sessionId !== undefined)
  return { approve: risk === 'critical' || needed > 1 || eachTime ? ['once'] : offered, deny: offered }
}

/** What a rule needs beyond what a person is shown. */
export interface RuleMatter {
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** SHA-256 of the canonical arguments. */
  readonly argumentsHash: string
  /** The arguments without what the schema or a name calls a secret. */
  readonly shown: OpenApproval['arguments']
}

/** The rule that an answer becomes; undefined for `once`. @param now milliseconds since 1970 */
export function ruleFor(
  asked: OpenApproval,
  { manifest, argumentsHash, shown }: RuleMatter,
  decision: Decision,
  scope: Scope,
  now: number,
): RuleTerms | undefined {
  if (scope === 'once') return undefined
  const { caller, server, capabilityId, capabilityVersion, risk } = asked
  const lasts = minutes[scope]
  return {
    effect: decision === 'approve' ? 'allow' : 'deny',
    client: { id: caller.id, name: caller.name, ...(!caller.namedByOwner && { claimed: true }) },
    server: server.id,
    capability: capabilityId,
    version: capabilityVersion,
    ...(decision === 'approve' && { manifest }),
    maxRisk: risk,
    ...(scope === 'always-exactly' && {
      arguments: { hash: argumentsHash, shown },
    }),
    ...(scope === 'session' && caller.sessionId !== undefined && { sessionId: caller.sessionId }),
    ...(lasts !== undefined && { expiresAt: new Date(now + lasts * 60_000).toISOString() }),
  }
}
