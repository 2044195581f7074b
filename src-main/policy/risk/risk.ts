/**
 * Risk: how dangerous a call is and what it requires before it runs.
 *
 * Guards invariant 2 (an unknown risk is treated as the worst) and invariant 4 (a provider may raise the catalogue's
 * risk, never lower it). See docs/protocol.md#calls-risk.
 */
import type { AuditLevel, CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'

export interface RiskRequirements {
  /** Number of people who must agree; 0 when no approval is needed. */
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

/** The level itself, or `critical` when it is unknown. */
export const knownLevel = (level: string): RiskLevel => (isRiskLevel(level) ? level : 'critical')

/** The more dangerous of two levels. */
export function higherRisk(one: string, other: string): RiskLevel {
  const [a, b] = [knownLevel(one), knownLevel(other)]
  return ladder.indexOf(a) >= ladder.indexOf(b) ? a : b
}

/** The requirements of a call of this level. An unknown level has those of `critical`. */
export const demandsOf = (level: string): RiskRequirements => matrix[knownLevel(level)]

/** Cached by the risk object, which is immutable and shared by most calls of a capability. */
const knownDemands = new WeakMap<Risk, RiskRequirements>()

/** The requirements of a call of this risk; a manifest may require more than the matrix does. */
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

/** The risk of a capability that does not declare one: actions are high. */
const defaultRisk = (type: CapabilityManifest['type']): Risk =>
  withAuditLevel({ level: type === 'action' ? 'high' : 'low' })

/** The risk with the effective audit level: that of the matrix, or a more detailed one that the manifest requests. */
export const withAuditLevel = (risk: Risk): Risk => ({ ...risk, auditLevel: demandsOfRisk(risk).audit })

const isThirdParty = (id: string): boolean => id.startsWith('ext.')

/**
 * The effective risk of a capability of a provider.
 *
 * @param offered the manifest of the provider
 * @param core the catalogue's manifest with the same id, if any; an action outside the catalogue and `ext.*` is at least
 *   high
 */
export function riskOf(offered: RiskSubject, core?: CapabilityManifest): Risk {
  const known = knownRisks.get(offered)
  if (known && known.offered === offered.risk && known.core === core) return known.risk
  const risk = computeRisk(offered, core)
  knownRisks.set(offered, { offered: offered.risk, core, risk })
  return risk
}

type RiskSubject = Pick<CapabilityManifest, 'id' | 'type' | 'risk'>

/** Cached by the manifest, which is immutable and replaced as a whole. */
const knownRisks = new WeakMap<
  RiskSubject,
  { readonly offered: Risk | undefined; readonly core: CapabilityManifest | undefined; readonly risk: Risk }
>()

function computeRisk(offered: RiskSubject, core?: CapabilityManifest): Risk {
  const ours = core?.risk ?? defaultRisk(offered.type)
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
