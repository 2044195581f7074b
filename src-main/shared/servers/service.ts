/**
 * Services: the configuration and the state of other MCP servers behind Gatehouse.
 *
 * See docs/protocol.md#services-file. The file format is `schemas/services-v1.json`, with exactly its ranges.
 */
import type { LoggingConfig, ServiceConfig, ServicesFile, XiaozhiConfig } from '@contract/generated/services.js'

export type {
  EmbeddedServiceConfig,
  HealthCheckConfig,
  HttpServiceConfig,
  LoggingConfig,
  OAuthClientConfig,
  ReconnectConfig,
  ServiceConfig,
  ServicesFile,
  SseServiceConfig,
  StdioServiceConfig,
  ToolManagerConfig as ToolManagerFile,
  XiaozhiConfig,
} from '@contract/generated/services.js'

export const serviceTypes = ['stdio', 'sse', 'http', 'embedded'] as const
export type ServiceType = (typeof serviceTypes)[number]
/** For a service with OAuth: whether a person must sign in, is signing in, or is signed in. */
export type SignInState = 'needed' | 'waiting' | 'signed-in'
export type ServiceStatus = 'stopped' | 'starting' | 'running' | 'error'

/** Names, selection and size limits of the tools of services. */
export interface ToolManagerSettings {
  /** Maximum bytes of the tool list of a voice device; absent: the default of devices. */
  readonly maxToolListSize?: number
  /** Maximum bytes of a result for a voice device; absent: the default of devices. */
  readonly maxResultSize?: number
  /** Maximum bytes of all tool definitions for other clients; absent: `clientLimits`. */
  readonly maxClientToolListSize?: number
  /** Maximum bytes of a result for other clients; absent: `clientLimits`. */
  readonly maxClientResultSize?: number
  /** Whether tool names have the prefix `namespace + separator`. */
  readonly namespaceEnabled: boolean
  /** One character. */
  readonly namespaceSeparator: string
  /** Patterns of tool names; empty: every tool. */
  readonly whitelist: readonly string[]
  /** Patterns of tool names that are never offered. Takes precedence over the whitelist. */
  readonly blacklist: readonly string[]
}

/** The configuration of a file with defaults. It still contains `${NAME}`, which is replaced when a service starts. */
export interface ServicesConfig {
  readonly services: Readonly<Record<string, ServiceConfig>>
  readonly toolManager: ToolManagerSettings
  readonly xiaozhi?: XiaozhiConfig
  readonly logging: LoggingConfig
}

/** Default limits in bytes for clients other than voice devices. */
export const clientLimits = { toolList: 8 * 1024 * 1024, result: 16 * 1024 * 1024 } as const

/** Many clients refuse dots in the names of tools, so the separator is an underscore. */
export const defaultToolManager: ToolManagerSettings = {
  namespaceEnabled: true,
  namespaceSeparator: '_',
  whitelist: [],
  blacklist: [],
}

export const defaultLogging: LoggingConfig = { level: 'info', format: 'json' }

export const withDefaults = (file: ServicesFile): ServicesConfig => ({
  services: file.services ?? {},
  toolManager: file.toolManager ?? defaultToolManager,
  ...(file.xiaozhi && { xiaozhi: file.xiaozhi }),
  logging: file.logging ?? defaultLogging,
})

export interface ServiceProblem {
  /** A code of `service-error.ts`. */
  readonly code: number
  readonly message: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * A problem of the configuration. It concerns `service`, a `part` of the file, or all services when both are absent.
 * What was read before stays in use.
 */
export interface ServicesProblem {
  readonly code: 1001 | 1002
  /** Contains the location and the reason, never a value. */
  readonly message: string
  /** Line and column, both starting at 1. */
  readonly line: number
  readonly column: number
  readonly service?: string
  /** Set when it concerns only this part of the file. */
  readonly part?: 'xiaozhi' | 'logging'
}

/** A warning about a running service. The names are untrusted, and may be only some of many. */
export interface ServiceWarning {
  /**
   * Results too large for a client; lists too long; lists that could not be read; too many tools for the list; names
   * already in use; tools that it offered before and offers no more; an entry of the file that cannot be read, so that
   * the previous one is in use, with the reason as its name.
   */
  readonly kind:
    | 'entry-kept'
    | 'results-cut'
    | 'lists-cut'
    | 'lists-failed'
    | 'tools-left-out'
    | 'names-taken'
    | 'tools-lost'
  readonly count: number
  readonly names: readonly string[]
}

/** A parsed configuration, or its problems. */
export type ServicesReading =
  | { readonly ok: true; readonly config: ServicesConfig; readonly problems: readonly ServicesProblem[] }
  | { readonly ok: false; readonly problem: ServicesProblem }

/** A running start of a service. */
export interface ServiceStarting {
  /** ISO 8601. */
  readonly since: string
  /** Milliseconds. */
  readonly limitMs: number
  /** It has not started with this definition yet, so it may be downloading. */
  readonly isFirst: boolean
  /** Its program has written nothing yet. */
  readonly isSilent?: true
}

/** A service as the window and the command line show it. */
export interface ServiceSummary {
  /** Server id: `service:<name>`. */
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly type: ServiceType
  readonly enabled: boolean
  readonly status: ServiceStatus
  readonly healthy: boolean
  readonly tools: number
  /** Number of calls since the program started. */
  readonly calls: number
  readonly restarts: number
  /** ISO 8601. */
  readonly startedAt?: string
  /** Present while it starts. */
  readonly starting?: ServiceStarting
  readonly lastError?: ServiceProblem
  readonly warnings?: readonly ServiceWarning[]
  /** Absent when no sign-in is needed. */
  readonly signIn?: SignInState
  /** Why the last sign-in failed. */
  readonly signInProblem?: string
}

/** The form of a service. An entered key is stored separately; a stored key is shown as its reference. */
export type ServiceDraft = {
  /** Milliseconds; the default when omitted. */
  readonly startTimeout?: number
} & (
  | {
      readonly type: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly type: 'embedded'; readonly module: string; readonly config?: Readonly<Record<string, unknown>> }
)

/** A service of the file: its state, its configuration, and the part that can be edited in the window. */
export interface ServiceView extends ServiceSummary {
  /** Its command line, address or module, without keys. */
  readonly shows: string
  /** Absent for a service that can only be changed in the file. */
  readonly draft?: ServiceDraft
}

export interface ServicesView {
  readonly services: readonly ServiceView[]
  readonly problems: readonly ServicesProblem[]
  /** Absolute path. */
  readonly file: string
  /** Whether the file was named on the command line: then it can only be edited manually. */
  readonly named: boolean
}

export const serviceIdPrefix = 'service:'
export const serviceId = (name: string): string => `${serviceIdPrefix}${name}`
export const isServiceId = (id: string): boolean => id.startsWith(serviceIdPrefix)

/** The operations of the window, the command line and the headless program. */
export interface Services {
  list(): readonly ServiceSummary[]
  onDidChange(listener: () => void): () => void
  /** Starts new services, stops removed ones, and restarts changed ones. */
  apply(config: ServicesConfig): Promise<void>
  /** @throws GatewayError 2004 when no service has this name, 2001 when it could not start */
  start(name: string): Promise<void>
  stop(name: string): Promise<void>
  restart(name: string): Promise<void>
  /** Begins the sign-in of a service. @returns the page for a person's browser @throws GatewayError */
  signIn(name: string): Promise<string>
  /** Ends a pending sign-in and deletes the tokens. @throws GatewayError 2004 */
  signOut(name: string): Promise<void>
  /** The last lines of output of a service, the oldest first: bounded, without control characters. */
  log(name: string): readonly string[]
  close(): Promise<void>
}
