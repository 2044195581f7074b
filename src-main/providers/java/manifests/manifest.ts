/** Manifest: how the manifests of the contexts and actions of `ext.java.*` are built. */
import type { CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import { reason } from './schema.js'

const provider = { id: 'java', name: 'Java server', version: '1.0.0' }

type Properties = Readonly<Record<string, object>>

interface ManifestFields {
  readonly name: string
  readonly description: string
  readonly required?: readonly string[]
  readonly properties?: Properties
  readonly returns: Properties
  /** Optional members. */
  readonly mayReturn?: Properties
}

const riskReasons: Readonly<Record<RiskLevel, string>> = {
  low: 'Only reads, or tells a player something.',
  medium: 'Changes something small that can be changed back.',
  high: 'Changes the game for players, or gives them power.',
  critical: 'Changes who has power over the server.',
}

function manifest(id: string, type: 'context' | 'action', risk: Risk, fields: ManifestFields): CapabilityManifest {
  const { name, description, required = [], properties = {}, returns, mayReturn = {} } = fields
  return {
    id,
    version: '1.0.0',
    type,
    name,
    description,
    provider,
    parameters: {
      type: 'object',
      ...(required.length > 0 && { required }),
      properties: { ...properties, ...(type === 'action' && { reason }) },
      additionalProperties: false,
    },
    returns: { type: 'object', required: Object.keys(returns), properties: { ...returns, ...mayReturn } },
    risk: { reason: riskReasons[risk.level], ...risk },
    permissions: [`mcp.${type}.${id}`],
    rateLimit: { requests: type === 'context' ? 60 : 30, period: 'minute' },
  }
}

export const contextManifest = (id: string, fields: ManifestFields) => manifest(id, 'context', { level: 'low' }, fields)
export const actionManifest = (id: string, level: RiskLevel, fields: ManifestFields, more: Omit<Risk, 'level'> = {}) =>
  manifest(id, 'action', { level, ...more }, fields)

export const changed = { changed: { type: 'boolean' } }
export const text = (maxLength: number, description: string) => ({
  type: 'string',
  minLength: 1,
  maxLength,
  description,
})
export const whole = (minimum: number, maximum: number, description: string, more: object = {}) => ({
  type: 'integer',
  minimum,
  maximum,
  description,
  ...more,
})
