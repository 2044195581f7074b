/**
 * Services: other MCP servers behind Gatehouse, as they are configured and as they stand.
 *
 * See docs/protocol.md#services-file. The file format is `schemas/services-v1.json`, with exactly its ranges.
 */
import type {
  EmbeddedServiceConfig,
  HttpServiceConfig,
  LoggingConfig,
  ServicesFile,
  SseServiceConfig,
  StdioServiceConfig,
  XiaozhiConfig,
} from '@contract/generated/services.js'

export type {
  EmbeddedServiceConfig,
  HealthCheckConfig,
  HttpServiceConfig,
  LoggingConfig,
  OAuthClientConfig,
  ReconnectConfig,
  ServicesFile,
  SseServiceConfig,
  StdioServiceConfig,
  ToolManagerConfig as ToolManagerFile,
  XiaozhiConfig,
} from '@contract/generated/services.js'

export const serviceTypes = ['stdio', 'sse', 'http', 'embedded'] as const
export type ServiceType = (typeof serviceTypes)[number]
/** Of a service that asks for OAuth: whether a person must sign in, is at it in a browser, or has done it. */
export type SignInState = 'needed' | 'waiting' | 'signed-in'
export type ServiceStatus = 'stopped' | 'starting' | 'running' | 'error'

export type ServiceConfig = StdioServiceConfig | SseServiceConfig | HttpServiceConfig | EmbeddedServiceConfig

/** How tools of services are named, chosen and bounded. */
export interface ToolManagerConfig {
  /** Bytes of the tool list of a voice device; absent: the default of devices. */
  readonly maxToolListSize?: number
  /** Bytes of a result for a voice device; absent: the default of devices. */
  readonly maxResultSize?: number
  /** Bytes of all definitions of tools for everybody else; absent: `clientLimits`. */
  readonly maxClientToolListSize?: number
  /** Bytes of a result for everybody else; absent: `clientLimits`. */
  readonly maxClientResultSize?: number
  /** Whether `namespace + separator` stands before the name of a tool. */
  readonly namespaceEnabled: boolean
  /** One character. */
  readonly namespaceSeparator: string
  /** Patterns of tool names; empty: every tool. */
  readonly whitelist: readonly string[]
  /** Patterns of tool names that are never offered. Stronger than the whitelist. */
  readonly blacklist: readonly string[]
}

/** What a file asks for, with the defaults filled in. `${NAME}` is still in it: it is replaced when a service starts. */
export interface ServicesConfig {
  readonly services: Readonly<Record<string, ServiceConfig>>
  readonly toolManager: ToolManagerConfig
  readonly xiaozhi?: XiaozhiConfig
  readonly logging: LoggingConfig
}

/** What services may send to clients that are no voice devices, where nothing is configured. Bytes. */
export const clientLimits = { toolList: 8 * 1024 * 1024, result: 16 * 1024 * 1024 } as const

/** Many clients refuse dots in the names of tools, so the separator is an underscore. */
export const defaultToolManager: ToolManagerConfig = {
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
  /** Of `service-error.ts`. */
  readonly code: number
  readonly message: string
  /** ISO 8601. */
  readonly at: string
}

/** What is wrong with the configuration. It stops `service`, or all of them where it names none. */
export interface ServicesProblem {
  readonly code: 1001 | 1002
  /** Names the place and the reason, never a value. */
  readonly message: string
  /** Both from 1. */
  readonly line: number
  readonly column: number
  readonly service?: string
}

/** What of a running service its owner should know. Names are the service's own: untrusted, and some of many. */
export interface ServiceWarning {
  /** Too large for a client; sent at too great a length; too many for the list of tools; named like something else. */
  readonly kind: 'results-cut' | 'lists-cut' | 'tools-left-out' | 'names-taken'
  readonly count: number
  readonly names: readonly string[]
}

/** The text of a configuration, understood. */
export type ServicesReading =
  | { readonly ok: true; readonly config: ServicesConfig; readonly problems: readonly ServicesProblem[] }
  | { readonly ok: false; readonly problem: ServicesProblem }

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
  /** Since the program started. */
  readonly calls: number
  readonly restarts: number
  /** ISO 8601. */
  readonly startedAt?: string
  readonly lastError?: ServiceProblem
  readonly warnings?: readonly ServiceWarning[]
  /** Absent where nobody has to. */
  readonly signIn?: SignInState
  /** Why the last sign-in came to nothing. */
  readonly signInProblem?: string
}

/** What a person enters of a service. A key is entered as it is and kept apart; one that is kept reads as its reference. */
export type ServiceDraft =
  | {
      readonly type: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env?: Readonly<Record<string, string>>
      readonly cwd?: string
    }
  | { readonly type: 'http' | 'sse'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly type: 'embedded'; readonly module: string; readonly config?: Readonly<Record<string, unknown>> }

/** A service of the file: how it runs, what it is, and what of it can be edited in the window. */
export interface ServiceView extends ServiceSummary {
  /** Its command line, address or module, without keys. */
  readonly shows: string
  /** Absent for one that only the file can change. */
  readonly draft?: ServiceDraft
}

export interface ServicesView {
  readonly services: readonly ServiceView[]
  readonly problems: readonly ServicesProblem[]
  /** Absolute path. */
  readonly file: string
  /** The command line named the file: it can only be edited manually. */
  readonly named: boolean
}

export const serviceIdPrefix = 'service:'
export const serviceId = (name: string): string => `${serviceIdPrefix}${name}`
export const isServiceId = (id: string): boolean => id.startsWith(serviceIdPrefix)

/** What the window, the command line and the headless program drive. */
export interface Services {
  list(): readonly ServiceSummary[]
  onDidChange(listener: () => void): () => void
  /** Starts what is new, ends what is gone, restarts only what changed. */
  apply(config: ServicesConfig): Promise<void>
  /** @throws GatewayError 2004 when no service has this name, 2001 when it could not start */
  start(name: string): Promise<void>
  stop(name: string): Promise<void>
  restart(name: string): Promise<void>
  /** Begins a sign-in that the service asked for. @returns the page for a person's browser @throws GatewayError */
  signIn(name: string): Promise<string>
  /** Ends a sign-in that waits, and gives up access. @throws GatewayError 2004 */
  signOut(name: string): Promise<void>
  /** The last lines a service wrote, the oldest first: bounded, without control characters. */
  log(name: string): readonly string[]
  /** Ends every service. */
  close(): Promise<void>
}
