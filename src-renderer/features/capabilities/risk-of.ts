/** Risk of: the displayed risk of a manifest. A missing or unknown risk counts as the highest (invariant 2). */
import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const satisfies readonly RiskLevel[]

export const riskOfManifest = ({ risk }: Pick<CapabilityManifest, 'risk'>): RiskLevel =>
  riskLevels.find((level) => level === risk?.level) ?? 'critical'
