/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * domain.subdomain.capability, for example world.time.get. See docs/protocol.md#capability-ids.
 *
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "CapabilityId".
 */
export type CapabilityId = string
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "SemanticVersion".
 */
export type SemanticVersion = string
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "CapabilityType".
 */
export type CapabilityType = 'context' | 'action' | 'event'
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "RiskLevel".
 */
export type RiskLevel = 'low' | 'medium' | 'high' | 'critical'
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "AuditLevel".
 */
export type AuditLevel = 'none' | 'basic' | 'detailed' | 'full'

/**
 * What a provider says of one of its capabilities. See docs/protocol.md#manifest.
 */
export interface CapabilityManifest {
  id: CapabilityId
  version: SemanticVersion
  type: CapabilityType
  name: string
  description: string
  provider: {
    id: string
    name: string
    version?: string
  }
  parameters?: ObjectSchema
  returns?: ObjectSchema
  risk?: Risk
  /**
   * @maxItems 32
   */
  permissions?: string[]
  /**
   * @maxItems 4
   */
  requiredRoles?: ('viewer' | 'operator' | 'admin' | 'super_admin')[]
  rateLimit?: RateLimit
  deprecated?: DeprecationInfo
  /**
   * @maxItems 32
   */
  tags?: string[]
  /**
   * @maxItems 16
   */
  examples?: Example[]
}
/**
 * A JSON Schema of an object. See docs/protocol.md#manifest-schemas.
 *
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "ObjectSchema".
 */
export interface ObjectSchema {
  type: 'object'
  [k: string]: unknown
}
/**
 * See docs/protocol.md#manifest-risk.
 *
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "Risk".
 */
export interface Risk {
  level: RiskLevel
  reason?: string
  rollbackSupported?: boolean
  snapshotRequired?: boolean
  approvalRequired?: boolean
  auditLevel?: AuditLevel
}
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "RateLimit".
 */
export interface RateLimit {
  requests?: number
  subscriptions?: number
  period: 'second' | 'minute' | 'hour' | 'day' | 'connection'
}
/**
 * See docs/protocol.md#manifest-deprecation.
 *
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "DeprecationInfo".
 */
export interface DeprecationInfo {
  since: SemanticVersion
  removalVersion: SemanticVersion
  reason?: string
  replacement?: CapabilityId
  migrationGuide?: string
}
/**
 * This interface was referenced by `CapabilityManifest`'s JSON-Schema
 * via the `definition` "Example".
 */
export interface Example {
  name: string
  parameters: {
    [k: string]: unknown
  }
  response?: {
    [k: string]: unknown
  }
}
