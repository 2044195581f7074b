/** Risk of a manifest, as the screen shows it: what names none, or one that nobody knows, is the worst (invariant 2). */
import type { CapabilityManifest, RiskLevel } from '../../../src-main/contract/generated/capability-manifest.js'

export const riskLevels = ['low', 'medium', 'high', 'critical'] as const satisfies readonly RiskLevel[]

export const riskOfManifest = ({ risk }: Pick<CapabilityManifest, 'risk'>): RiskLevel =>
  riskLevels.find((level) => level === risk?.level) ?? 'critical'
