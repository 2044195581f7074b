/** Agent SDK: everything an agent in TypeScript needs. README.md in this folder has an example. */
export { type ErrorCode, errorCatalogue } from '@contract/error-catalogue.js'
export {
  GatewayError as ContractError,
  type GatewayErrorOptions as ContractErrorOptions,
} from '@contract/gateway-error.js'
export type { Agent, AgentConnection, AgentOptions, OutgoingFrame, Transmit } from './agent.js'
export { serveAgent } from './agent.js'
export type { CallContext, Capability, EventCapability, Handler } from './capability.js'
export type { CoreArguments, CoreCall, CoreChange, CoreEvent, CoreResult } from './core.js'
export { core, coreEvent } from './core.js'
export type { OnError } from './offer.js'
export type { ProviderBuilder, ProviderDeclaration } from './provider.js'
export { provider } from './provider.js'
export type { HandlerArguments, HandlerResult } from './schema-type.js'
export type { SnapshotKeeper } from './snapshots.js'
export { snapshots } from './snapshots.js'
