/** Adapters: how to connect to each type of service. See docs/protocol.md#services-types. */

import { randomUUID } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { GatewayError } from '@contract/gateway-error.js'
import { serviceError } from '@contract/service-error.js'
import {
  type AuthProvider,
  SdkHttpError,
  SSEClientTransport,
  SseError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type {
  EmbeddedServiceConfig,
  HttpServiceConfig,
  ServiceConfig,
  SseServiceConfig,
  StdioServiceConfig,
} from '@shared/servers/service.js'
import { withoutUrlKeys } from '../../../policy/services/url-keys.js'
import { configVariable } from '../embedded/host.js'
import { filled, filledAll, filledHeaders, inheritedFrom, type TextSources } from '../process/environment.js'
import type { LogTail } from '../process/log-tail.js'
import { programOf } from '../process/program.js'
import { exitText, markName, ServiceProcess } from '../process/service-process.js'
import type { OAuthClient } from '../sign-in/authorization.js'
import { boundedFetch } from './bounded-fetch.js'
import type { Root } from './call-channels.js'
import { type Connected, type ConnectionOptions, connect } from './connection.js'
import { LegacyDialect } from './legacy-dialect.js'
import type { LogLevel } from './log-level.js'
import { lineOf, reachesLogLevel, requestLogLevel } from './service-messages.js'
import { StdioTransport } from './stdio-transport.js'

export interface AdapterDependencies extends TextSources {
  readonly log: LogTail
  /** Set in the environment of every process of this profile's services. */
  readonly mark: string
  readonly guard: (pid: number) => () => void
  /** Absolute path of the program that runs a module. */
  readonly embeddedHost: string
  /** Protocol era of each server as last detected, by address. */
  readonly eras: Map<string, 'legacy' | 'modern'>
  /** Minimum level of log messages; not configured when undefined. */
  readonly logLevel: () => LogLevel | undefined
  /** Token source for servers that require OAuth. */
  readonly access: (address: URL, client: OAuthClient) => AuthProvider
}

/** Starts what a configuration names, and opens a session with it. */
export type Adapter = (config: ServiceConfig, deps: AdapterDependencies, signal: AbortSignal) => Promise<Connected>

/** @throws Error when it cannot be reached; everything is cleaned up then */
export const connectService: Adapter = async (config, deps, signal) => {
  const { log, logLevel } = deps
  const connectionOptions: CommonConnectionOptions = {
    roots: rootsOf(config, deps),
    onUnclaimed: (message) => {
      if (reachesLogLevel(message, logLevel())) log.add(lineOf(message))
    },
  }
  const connected = await connectByType(config, { ...deps, connectionOptions }, signal)
  requestLogLevel(connected.client, logLevel())
  return { ...connected, logLevel, setRoots: (next) => connected.channels.setRoots(rootsOf(next, deps)) }
}

/** Common options of every session. */
type CommonConnectionOptions = Pick<ConnectionOptions, 'roots' | 'onUnclaimed'>
type ConnectDependencies = AdapterDependencies & { readonly connectionOptions: CommonConnectionOptions }

function connectByType(config: ServiceConfig, deps: ConnectDependencies, signal: AbortSignal): Promise<Connected> {
  switch (config.type) {
    case 'stdio':
      return connectStdio(config, deps, signal)
    case 'embedded':
      return connectEmbedded(config, deps, signal)
    case 'sse':
    case 'http':
      return connectRemote(config, deps, signal)
  }
}

/**
 * The folders of a configuration in the form sent to a service. @throws GatewayError 1002 for a path that is not
 * absolute
 */
function rootsOf({ roots = [] }: ServiceConfig, deps: TextSources): readonly Root[] {
  return roots.map((text) => {
    const folder = filled(text, deps)
    if (folder.startsWith('file://') && URL.canParse(folder)) {
      return { uri: folder, name: path.posix.basename(new URL(folder).pathname) }
    }
    if (!path.isAbsolute(folder)) throw serviceError(1002, { message: 'A folder in "roots" is not an absolute path.' })
    return { uri: pathToFileURL(folder).href, name: path.basename(folder) }
  })
}

async function connectRemote(
  config: SseServiceConfig | HttpServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const address = filled(config.url, deps)
  if (!URL.canParse(address) || !/^https?:$/u.test(new URL(address).protocol)) {
    throw serviceError(1002, { message: 'Its address is not an http or https address.' })
  }
  const url = new URL(address)
  const headers = { ...userIn(url), ...filledHeaders(config.headers ?? {}, deps) }
  const fetch = boundedFetch(headers)
  // With a configured key there is no OAuth. Nor with a key in the address, which must reach only the service.
  const hasKey =
    Object.keys(headers).some((name) => name.toLowerCase() === 'authorization') ||
    config.url.includes('${secret:') ||
    withoutUrlKeys(url.href) !== url.href
  const authProvider = hasKey ? undefined : deps.access(url, oauthClientOf(config.oauth, deps))
  const access = authProvider ? { authProvider } : {}
  const { eras } = deps
  if (config.type === 'sse') {
    const transport = () => new SSEClientTransport(url, { fetch, ...access })
    const connected = await inEitherEra(url.href, { eras, signal }, (asks) =>
      connect({ transport: transport(), signal, ...deps.connectionOptions, ...(asks && asked(remoteProbeMs)) }),
    )
    return { ...connected, close: () => connected.client.close() }
  }
  const transport = new StreamableHTTPClientTransport(url, { fetch, ...access })
  const isLegacy = eras.get(url.href) === 'legacy'
  const connected = await connect({
    transport,
    signal,
    ...deps.connectionOptions,
    versionNegotiation: { mode: 'auto' },
    ...(isLegacy && { prior: { kind: 'legacy' } }),
  })
  const { client } = connected
  const era = client.getProtocolEra()
  if (era) eras.set(url.href, era)
  return {
    ...connected,
    // A server that forgot the session has not run the request.
    isExpired: (thrown) => thrown instanceof SdkHttpError && thrown.status === 404 && transport.sessionId !== undefined,
    async close() {
      await Promise.race([transport.terminateSession().catch(() => {}), pause(closeTimeoutMs)])
      await client.close()
    },
  }
}

/**
 * Converts a user and password in an address to a header, because requests to such an address are rejected. Removes
 * them from the address.
 */
function userIn(url: URL): Readonly<Record<string, string>> {
  const { username, password } = url
  if (username === '' && password === '') return {}
  url.username = ''
  url.password = ''
  const credentials = `${plainText(username)}:${plainText(password)}`
  return { Authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }
}

const plainText = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const oauthClientOf = (config: HttpServiceConfig['oauth'], deps: TextSources): OAuthClient => {
  const { clientId, clientSecret, scope, redirectPort } = config ?? {}
  return {
    ...(clientId !== undefined && { clientId: filled(clientId, deps) }),
    ...(clientSecret !== undefined && { clientSecret: filled(clientSecret, deps) }),
    ...(scope !== undefined && { scope }),
    ...(redirectPort !== undefined && { redirectPort }),
  }
}

/** Milliseconds for a program to report its era; a slower one is used with the older era. */
const programProbeMs = 10_000
const remoteProbeMs = 5_000

const asked = (timeoutMs: number) => ({ versionNegotiation: { mode: 'auto', probe: { timeoutMs } } }) as const

/**
 * Connects to a server after detecting its era. Servers that exit on the unknown request are restarted without it, and
 * not probed again.
 */
async function inEitherEra<Kind extends Pick<Connected, 'client'>>(
  name: string,
  { eras, signal }: Pick<AdapterDependencies, 'eras'> & { readonly signal: AbortSignal },
  begin: (asks: boolean) => Promise<Kind>,
): Promise<Kind> {
  if (eras.get(name) !== 'legacy') {
    try {
      const connected = await begin(true)
      eras.set(name, connected.client.getProtocolEra() ?? 'legacy')
      return connected
    } catch (thrown) {
      if (signal.aborted || !mayBeOfTheQuestion(thrown)) throw thrown
    }
  }
  const connected = await begin(false)
  eras.set(name, 'legacy')
  return connected
}

/** Skipped when it was never reached, or when a person has to sign in. */
const mayBeOfTheQuestion = (thrown: unknown): boolean =>
  thrown instanceof GatewayError ? thrown.details?.reason === 'ended' : !(thrown instanceof SseError)

/** Timeout in milliseconds for closing the session at the server. */
const closeTimeoutMs = 500

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/** A module runs in its own process, started and stopped like any other. */
function connectEmbedded(
  config: EmbeddedServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const module = filled(config.module, deps)
  const given = JSON.stringify(config.config ?? {}, (_name, value: unknown) =>
    typeof value === 'string' ? filled(value, deps) : value,
  )
  return connectProgram(
    {
      file: process.execPath,
      args: [deps.embeddedHost, module],
      env: { ELECTRON_RUN_AS_NODE: '1', [configVariable]: given },
      cwd: path.isAbsolute(module) ? path.dirname(module) : os.homedir(),
    },
    deps,
    signal,
  )
}

async function connectStdio(
  config: StdioServiceConfig,
  deps: ConnectDependencies,
  signal: AbortSignal,
): Promise<Connected> {
  const { environment } = deps
  const cwd = config.cwd === undefined ? os.homedir() : filled(config.cwd, deps)
  const program = programOf(filled(config.command, deps), { environment, cwd })
  const args = [...program.args, ...config.args.map((argument) => filled(argument, deps))]
  const env = filledAll(config.env ?? {}, deps)
  return connectProgram({ file: program.file, args, env, cwd, ...pick(config) }, deps, signal)
}

const pick = ({ framing, dialect }: StdioServiceConfig): StdioWireOptions => ({
  ...(framing && { framing }),
  ...(dialect && { dialect }),
})

type StdioWireOptions = Pick<StdioServiceConfig, 'framing' | 'dialect'>

interface ProgramStart extends StdioWireOptions {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
}

function connectProgram(start: ProgramStart, deps: ConnectDependencies, signal: AbortSignal): Promise<Connected> {
  if (start.dialect === 'legacy') return startProgram(start, deps, signal, false)
  const { eras } = deps
  const program = [start.file, ...start.args].join('\0')
  return inEitherEra(program, { eras, signal }, (asks) => startProgram(start, deps, signal, asks))
}

async function startProgram(
  { file, args, env, cwd, framing, dialect }: ProgramStart,
  { environment, log, mark, guard, connectionOptions: terms }: ConnectDependencies,
  signal: AbortSignal,
  asks: boolean,
): Promise<Connected> {
  const started = await ServiceProcess.start({
    ...{ file, args, cwd, log, guard },
    env: { ...inheritedFrom(environment), ...env, [markName]: `${mark}:${randomUUID()}` },
  })
  const streams = new StdioTransport({ process: started, log, ...(framing && { framing }) })
  const transport = dialect === 'legacy' ? new LegacyDialect(streams) : streams
  try {
    const connected = await connect({ transport, signal, ...terms, ...(asks && asked(programProbeMs)) })
    return { ...connected, exit: () => started.exit, close: () => streams.close() }
  } catch (thrown) {
    const { exit } = started
    await streams.close()
    if (!exit || signal.aborted) throw thrown
    throw serviceError(2001, {
      message: `The program ended while it started (${exitText(exit)}).`,
      details: { reason: 'ended', exit },
      cause: thrown,
    })
  }
}
