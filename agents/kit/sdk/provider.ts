/**
 * Provider: declares capabilities beyond the core catalogue. See docs/protocol.md#agents-sdk.
 *
 * Handlers get the types of their schemas. A wrong declaration throws at start-up.
 */
import type { CapabilityManifest, ObjectSchema, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Capability, EventCapability, Handler } from './capability.js'
import type { HandlerArguments, HandlerResult } from './schema-type.js'

export interface ProviderDeclaration {
  readonly id: string
  readonly name: string
  /** Default: `1.0.0`. */
  readonly version?: string
}

/** `id` begins with `ext.{provider}.`; default `version`: `1.0.0`. */
interface Declaration<Parameters extends ObjectSchema, Returns extends ObjectSchema>
  extends Partial<Pick<CapabilityManifest, 'version' | 'rateLimit' | 'deprecated' | 'examples'>> {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly parameters?: Parameters
  readonly returns?: Returns
  /** Default: `mcp.{type}.{id}`. */
  readonly permissions?: readonly string[]
  readonly tags?: readonly string[]
}

interface ActionDeclaration<Parameters extends ObjectSchema, Returns extends ObjectSchema>
  extends Declaration<Parameters, Returns> {
  /** Default: `medium`. */
  readonly risk?: RiskLevel
  /** Reason for the risk level. */
  readonly riskReason?: string
  readonly rollbackSupported?: boolean
  readonly snapshotRequired?: boolean
}

export interface ProviderBuilder {
  /** Reads without changing anything. */
  context<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: Declaration<Parameters, Returns>,
    run: Handler<HandlerArguments<Parameters>, HandlerResult<Returns>>,
  ): Capability
  /** Changes something. */
  action<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: ActionDeclaration<Parameters, Returns>,
    run: Handler<HandlerArguments<Parameters>, HandlerResult<Returns>>,
  ): Capability
  /** Sends events; `returns` describes their data. */
  event<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: Declaration<Parameters, Returns>,
  ): EventCapability<HandlerResult<Returns> & object>
}

export function provider({ id, name, version = '1.0.0' }: ProviderDeclaration): ProviderBuilder {
  const declare = (
    type: CapabilityManifest['type'],
    declaration: Declaration<ObjectSchema, ObjectSchema>,
    risk: CapabilityManifest['risk'],
  ): CapabilityManifest => {
    const { permissions = [`mcp.${type}.${declaration.id}`], tags, ...rest } = declaration
    return {
      version: '1.0.0',
      ...rest,
      type,
      provider: { id, name, version },
      ...(risk && { risk }),
      permissions: [...permissions],
      ...(tags && { tags: [...tags] }),
    }
  }
  return {
    context: (declaration, run) => ({
      manifest: declare('context', declaration, { level: 'low' }),
      run: run as unknown as Handler,
    }),
    action: ({ risk = 'medium', riskReason, rollbackSupported, snapshotRequired, ...declaration }, run) => ({
      manifest: declare('action', declaration, {
        level: risk,
        ...(riskReason && { reason: riskReason }),
        ...(rollbackSupported !== undefined && { rollbackSupported }),
        ...(snapshotRequired !== undefined && { snapshotRequired }),
      }),
      run: run as unknown as Handler,
    }),
    event: (declaration) => ({ manifest: declare('event', declaration, { level: 'low' }) }),
  }
}
