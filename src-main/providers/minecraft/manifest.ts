/** Manifest: how the manifests of what a kind of Minecraft server adds to the core catalogue are built. */
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest, Risk, RiskLevel } from '@contract/generated/capability-manifest.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import en from '@shared/words/en.json' with { type: 'json' }
import { reason } from './schema.js'

type Properties = Readonly<Record<string, object>>

interface ManifestFields {
  readonly name: string
  readonly description: string
  readonly required?: readonly string[]
  readonly properties?: Properties
  /** Whole arguments. */
  readonly examples?: readonly object[]
  readonly returns: Properties
  /** Optional members. */
  readonly mayReturn?: Properties
}

interface EventFields {
  readonly name: string
  readonly description: string
  readonly parameters?: Properties
  readonly required?: readonly string[]
  readonly returns?: Properties
}

/** The words that people read: a reason of its own for each action. */
const words: Readonly<Record<string, { readonly riskReason: string }>> = en.capabilities

function riskReasonOf(id: string): string {
  const found = words[id.replaceAll('.', '_')]
  if (!found) throw new Error(`no words: ${id}`)
  return found.riskReason
}

/** Builds the manifests of one kind of server. @param of the id and the name that they give as their provider */
export function manifestBuilder(of: { readonly id: string; readonly name: string }) {
  const provider = { ...of, version: '1.0.0' }

  function manifest(id: string, type: 'context' | 'action', risk: Risk, fields: ManifestFields): CapabilityManifest {
    const { name, description, required = [], properties = {}, examples, returns, mayReturn = {} } = fields
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
        ...(examples && { examples }),
      },
      returns: { type: 'object', required: Object.keys(returns), properties: { ...returns, ...mayReturn } },
      risk: { reason: riskReasonOf(id), ...risk },
      permissions: [`mcp.${type}.${id}`],
      rateLimit: { requests: type === 'context' ? 60 : 30, period: 'minute' },
    }
  }

  return {
    contextManifest: (id: string, fields: ManifestFields) => manifest(id, 'context', { level: 'low' }, fields),

    actionManifest: (id: string, level: RiskLevel, fields: ManifestFields, more: Omit<Risk, 'level'> = {}) =>
      manifest(id, 'action', { level, ...more }, fields),

    /** An action that can be undone. */
    undoableManifest: (id: string, level: RiskLevel, fields: ManifestFields) =>
      manifest(id, 'action', { level, rollbackSupported: true }, fields),

    eventManifest: (
      id: string,
      { name, description, parameters = {}, required = [], returns = {} }: EventFields,
    ): CapabilityManifest => ({
      id,
      version: '1.0.0',
      type: 'event',
      name,
      description,
      provider,
      parameters: { type: 'object', properties: parameters },
      returns: {
        type: 'object',
        ...(required.length > 0 && { required }),
        properties: { ...returns, timestamp: { type: 'string', format: 'date-time' } },
        additionalProperties: false,
      },
      risk: { level: 'low', reason: 'Only receives events.', auditLevel: 'basic' },
      permissions: [`mcp.event.${id}`],
      rateLimit: { subscriptions: 10, period: 'connection' },
    }),
  }
}

/** Finds a manifest by its id, the own ones first. @throws Error when it does not exist, which is a bug */
export const manifestLookup =
  (own: ReadonlyMap<string, CapabilityManifest>) =>
  (id: string): CapabilityManifest => {
    const found = own.get(id) ?? coreCatalogue.get(id) ?? snapshotCatalogue.get(id)
    if (!found) throw new Error(`no manifest: ${id}`)
    return found
  }
