/**
 * Risk: how dangerous a call is and what it requires before it runs.
 *
 * Guards invariant 2 (an unknown risk is treated as the worst) and invariant 4 (a provider may raise the catalogue's
 * risk, never lower it). See docs/protocol.md#calls-risk.
 */
import type { AuditLevel, CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'

export interface RiskRequirements {
  /** People who must agree; 0 means that nobody is asked. */
  readonly approvers: number
  readonly snapshot: 'none' | 'when-possible' | 'required'
  readonly audit: AuditLevel
}

const ladder: readonly string[] = ['low', 'medium', 'high', 'critical'] satisfies readonly RiskLevel[]

const matrix: Readonly<Record<RiskLevel, RiskRequirements>> = {
  low: { approvers: 0, snapshot: 'none', audit: 'basic' },
  medium: { approvers: 0, snapshot: 'when-possible', audit: 'detailed' },
  high: { approvers: 1, snapshot: 'required', audit: 'full' },
  critical: { approvers: 2, snapshot: 'required', audit: 'full' },
}

const isRiskLevel = (level: string): level is RiskLevel => Object.hasOwn(matrix, level)

/** The level as it stands, or `critical` when it is not on the ladder. */
export const knownLevel = (level: string): RiskLevel => (isRiskLevel(level) ? level : 'critical')

/** The more dangerous of two levels. */
export function higherRisk(one: string, other: string): RiskLevel {
  const [a, b] = [knownLevel(one), knownLevel(other)]
  return ladder.indexOf(a) >= ladder.indexOf(b) ? a : b
}

/** What a call of this level demands. A level that is not on the ladder demands what `critical` does. */
export const demandsOf = (level: string): RiskRequirements => matrix[knownLevel(level)]

/** By the risk itself: it never changes, and most calls of a capability have the same. */
const knownDemands = new WeakMap<Risk, RiskRequirements>()

/** What a call of this risk demands; a manifest may ask for more than the matrix does. */
export function demandsOfRisk(risk: Risk): RiskRequirements {
  const known = knownDemands.get(risk)
  if (known) return known
  const demands = computeDemands(risk)
  knownDemands.set(risk, demands)
  return demands
}

function computeDemands(risk: Risk): RiskRequirements {
  const demands = demandsOf(risk.level)
  return {
    ...demands,
    approvers: Math.max(demands.approvers, risk.approvalRequired ? 1 : 0),
    snapshot: risk.snapshotRequired ? 'required' : demands.snapshot,
    audit: fuller(demands.audit, risk.auditLevel ?? 'none'),
  }
}

const auditLadder: readonly AuditLevel[] = ['none', 'basic', 'detailed', 'full']

const fuller = (one: AuditLevel, other: AuditLevel): AuditLevel =>
  auditLadder.indexOf(one) >= auditLadder.indexOf(other) ? one : other

/** The risk of a capability that says nothing of it: actions are high. */
const unsaid = (type: CapabilityManifest['type']): Risk => withAuditLevel({ level: type === 'action' ? 'high' : 'low' })

/** The risk with the audit level that holds: that of the matrix, or a fuller one that was asked for. */
export const withAuditLevel = (risk: Risk): Risk => ({ ...risk, auditLevel: demandsOfRisk(risk).audit })

const isThirdParty = (id: string): boolean => id.startsWith('ext.')

/**
 * The risk that counts for what a provider offers.
 *
 * @param offered what the provider says of its capability
 * @param core the catalogue's manifest of the same id, where there is one; an action that is in no catalogue and no
 *   third party's (`ext.*`) is high at least
 */
export function riskOf(offered: Rated, core?: CapabilityManifest): Risk {
  const known = knownRisks.get(offered)
  if (known && known.offered === offered.risk && known.core === core) return known.risk
  const risk = computeRisk(offered, core)
  knownRisks.set(offered, { offered: offered.risk, core, risk })
  return risk
}

type Rated = Pick<CapabilityManifest, 'id' | 'type' | 'risk'>

/** By what a provider offers: a manifest never changes, another takes its place. */
const knownRisks = new WeakMap<
  Rated,
  { readonly offered: Risk | undefined; readonly core: CapabilityManifest | undefined; readonly risk: Risk }
>()

function computeRisk(offered: Rated, core?: CapabilityManifest): Risk {
  const ours = core?.risk ?? unsaid(offered.type)
  const theirs = offered.risk
  if (!theirs) return withAuditLevel(ours)
  if (!core)
    return withAuditLevel(
      isThirdParty(offered.id) ? theirs : { ...theirs, level: higherRisk(ours.level, theirs.level) },
    )
  return withAuditLevel({
    ...ours,
    level: higherRisk(ours.level, theirs.level),
    snapshotRequired: Boolean(ours.snapshotRequired || theirs.snapshotRequired),
    approvalRequired: Boolean(ours.approvalRequired || theirs.approvalRequired),
    auditLevel: fuller(ours.auditLevel ?? 'none', theirs.auditLevel ?? 'none'),
  })
}
