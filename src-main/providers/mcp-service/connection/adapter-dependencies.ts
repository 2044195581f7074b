/** Adapter dependencies: what the adapters of all types of services share. */
import type { StdioServiceConfig } from '@shared/servers/service.js'
import type { TextSources } from '../process/environment.js'
import type { LogTail } from '../process/log-tail.js'
import type { OAuthClient } from '../sign-in/authorization.js'
import type { ConnectionOptions } from './connection.js'
import type { SessionAccess } from './http-session.js'
import type { LogLevel } from './log-level.js'

/** How a program frames its messages, and which methods it knows. */
export type Wire = Pick<StdioServiceConfig, 'framing' | 'dialect'>

/** What runs a module, by absolute paths. */
export interface ModuleHost {
  readonly node: string
  readonly file: string
}

export interface AdapterDependencies extends TextSources {
  readonly log: LogTail
  /** It has not started with this definition yet, so it may be downloading. */
  readonly isFirst?: boolean
  /** A starting program has written nothing for a while. */
  readonly onSilent?: () => void
  /** Set in the environment of every process of this profile's services. */
  readonly mark: string
  readonly guard: (pid: number) => () => void
  readonly moduleHost: () => ModuleHost
  /** Protocol era of each server as last detected, by address. */
  readonly eras: Map<string, 'legacy' | 'modern'>
  /** Wire of each program as last detected, by its command line. */
  readonly wires: Map<string, Wire>
  /** Minimum level of log messages; not configured when undefined. */
  readonly logLevel: () => LogLevel | undefined
  /** Token source for servers that require OAuth. */
  readonly access: (address: URL, client: OAuthClient) => SessionAccess
}

/** Common options of every session. */
export type CommonConnectionOptions = Pick<ConnectionOptions, 'roots' | 'onUnclaimed'>
export type ConnectDependencies = AdapterDependencies & { readonly connectionOptions: CommonConnectionOptions }
