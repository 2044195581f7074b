/* Generated from schemas/ by `npm run generate`. Do not edit. */

/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "ServiceConfig".
 */
export type ServiceConfig = StdioServiceConfig | SseServiceConfig | HttpServiceConfig | EmbeddedServiceConfig
/**
 * Stands before the names of the tools.
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "Namespace".
 */
export type Namespace = string
/**
 * Milliseconds until its tools must be listed. Default: 120,000 for the first start of a program, else 30,000.
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "StartTimeout".
 */
export type StartTimeout = number
/**
 * Folders that the service may work in, where the client of a call has none: whole paths or file:// addresses.
 *
 * @maxItems 64
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "Roots".
 */
export type Roots = string[]
/**
 * May hold ${NAME}; it is read as a URL when the service starts.
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "HttpUrl".
 */
export type HttpUrl = string
/**
 * @maxItems 1000
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "ToolPatterns".
 */
export type ToolPatterns = string[]
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "ServiceName".
 */
export type ServiceName = string

/**
 * services.json of a profile, or the file of --services. See docs/protocol.md#services-file. Unknown keys are ignored.
 */
export interface ServicesFile {
  services?: {
    [k: string]: ServiceConfig
  }
  toolManager?: ToolManagerConfig
  xiaozhi?: XiaozhiConfig
  logging?: LoggingConfig
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "StdioServiceConfig".
 */
export interface StdioServiceConfig {
  type: 'stdio'
  enabled: boolean
  namespace: Namespace
  healthCheck?: HealthCheckConfig
  startTimeout?: StartTimeout
  roots?: Roots
  command: string
  /**
   * @maxItems 1000
   */
  args: string[]
  env?: Texts
  cwd?: string
  /**
   * How messages are framed; content-length: docs/protocol.md#mcp-legacy-framing. Default: newline.
   */
  framing?: 'newline' | 'content-length'
  /**
   * legacy: the methods of docs/protocol.md#mcp-legacy-methods. Default: mcp.
   */
  dialect?: 'mcp' | 'legacy'
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "HealthCheckConfig".
 */
export interface HealthCheckConfig {
  /**
   * Milliseconds.
   */
  interval: number
  /**
   * Milliseconds.
   */
  timeout: number
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "Texts".
 */
export interface Texts {
  [k: string]: string
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "SseServiceConfig".
 */
export interface SseServiceConfig {
  type: 'sse'
  enabled: boolean
  namespace: Namespace
  healthCheck?: HealthCheckConfig
  startTimeout?: StartTimeout
  roots?: Roots
  url: HttpUrl
  headers?: Texts
  oauth?: OAuthClientConfig
}
/**
 * For a server that asks for OAuth and registers no clients by itself.
 *
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "OAuthClientConfig".
 */
export interface OAuthClientConfig {
  clientId?: string
  clientSecret?: string
  scope?: string
  /**
   * Where the client is registered with an exact one: http://127.0.0.1:PORT/callback.
   */
  redirectPort?: number
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "HttpServiceConfig".
 */
export interface HttpServiceConfig {
  type: 'http'
  enabled: boolean
  namespace: Namespace
  healthCheck?: HealthCheckConfig
  startTimeout?: StartTimeout
  roots?: Roots
  url: HttpUrl
  headers?: Texts
  oauth?: OAuthClientConfig
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "EmbeddedServiceConfig".
 */
export interface EmbeddedServiceConfig {
  type: 'embedded'
  enabled: boolean
  namespace: Namespace
  healthCheck?: HealthCheckConfig
  startTimeout?: StartTimeout
  roots?: Roots
  module: string
  config?: {
    [k: string]: unknown
  }
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "ToolManagerConfig".
 */
export interface ToolManagerConfig {
  /**
   * Bytes, for voice devices.
   */
  maxToolListSize: number
  /**
   * Bytes, for voice devices.
   */
  maxResultSize: number
  /**
   * Bytes, for everybody but voice devices.
   */
  maxClientToolListSize?: number
  /**
   * Bytes, for everybody but voice devices.
   */
  maxClientResultSize?: number
  namespaceEnabled: boolean
  namespaceSeparator: string
  whitelist: ToolPatterns
  blacklist: ToolPatterns
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "XiaozhiConfig".
 */
export interface XiaozhiConfig {
  /**
   * Holds a token; may hold ${NAME} in place of it.
   */
  endpoint: string
  reconnect: ReconnectConfig
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "ReconnectConfig".
 */
export interface ReconnectConfig {
  /**
   * Milliseconds.
   */
  initialBackoff: number
  /**
   * Milliseconds.
   */
  maxBackoff: number
}
/**
 * This interface was referenced by `ServicesFile`'s JSON-Schema
 * via the `definition` "LoggingConfig".
 */
export interface LoggingConfig {
  level: 'debug' | 'info' | 'warn' | 'error'
  format: 'json' | 'text'
  file?: string
}
