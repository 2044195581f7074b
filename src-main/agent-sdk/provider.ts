/**
 * Provider: declares capabilities beyond the core catalogue, as the annotations of docs/protocol.md#agents-sdk do.
 *
 * Handlers get the types of the schemas they are declared with. What is declared wrongly throws at once, so that an
 * author reads it at start-up and not from a gateway that refuses.
 */
import type { CapabilityManifest, ObjectSchema, RiskLevel } from '../contract/generated/capability-manifest.js'
import type { Capability, EventCapability, Handler } from './capability.js'
import type { Given, Told } from './schema-type.js'

export interface ProviderDeclaration {
  readonly id: string
  readonly name: string
  /** `1.0.0` when left out. */
  readonly version?: string
}

/** `id` begins with `ext.{provider}.`; `version` is `1.0.0` when left out. */
interface Declaration<Parameters extends ObjectSchema, Returns extends ObjectSchema>
  extends Partial<Pick<CapabilityManifest, 'version' | 'rateLimit' | 'deprecated' | 'examples'>> {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly parameters?: Parameters
  readonly returns?: Returns
  /** `mcp.{type}.{id}` when left out. */
  readonly permissions?: readonly string[]
  readonly tags?: readonly string[]
}

interface ActionDeclaration<Parameters extends ObjectSchema, Returns extends ObjectSchema>
  extends Declaration<Parameters, Returns> {
  /** `medium` when left out. */
  readonly risk?: RiskLevel
  /** Why it is as risky as that. */
  readonly riskReason?: string
  readonly rollbackSupported?: boolean
  readonly snapshotRequired?: boolean
}

export interface ProviderBuilder {
  /** Reads, and changes nothing. */
  context<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: Declaration<Parameters, Returns>,
    run: Handler<Given<Parameters>, Told<Returns>>,
  ): Capability
  /** Changes something. */
  action<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: ActionDeclaration<Parameters, Returns>,
    run: Handler<Given<Parameters>, Told<Returns>>,
  ): Capability
  /** Tells by itself that something happened; `returns` says what. */
  event<const Parameters extends ObjectSchema, const Returns extends ObjectSchema>(
    declaration: Declaration<Parameters, Returns>,
  ): EventCapability<Told<Returns> & object>
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
