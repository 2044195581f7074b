/** Compose services: other MCP servers, from the profile's file or that of the command line. */

import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import { serviceCodeOf } from '@contract/service-error.js'
import { type LoggingConfig, type Services, type ServicesConfig, serviceId } from '@shared/servers/service.js'
import type { Ajv } from 'ajv'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import { Emitter } from '../gateway/ports/emitter.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { personOf } from '../owner/orders/giver.js'
import { type ReferenceValues, resolveServiceReferences } from '../policy/services/service-references.js'
import { identityOf } from '../providers/mcp-service/identity.js'
import { McpServices } from '../providers/mcp-service/mcp-services.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import { type FollowedServices, followServices } from '../storage/services/follow-services.js'
import { ServicesStore, servicesFileOf } from '../storage/services/services-store.js'
import type { Admit } from '../validation/admission.js'
import { createServicesReader } from '../validation/services-reader.js'
import { nodeRuntimeOf } from './node-runtime.js'

export interface ComposeServicesOptions {
  readonly profile: string
  readonly gateway: Gateway
  readonly gatewayId: string
  readonly ajv: Ajv
  readonly admit: Admit
  readonly clock: Clock
  readonly log: ProgramLog
  /** A file given on the command line, whose services are trusted. Default: the profile's own. */
  readonly file?: string | undefined
  /** From the system's key store, by `SERVICE/NAME`. */
  readonly secretOf?: ((name: string) => string | undefined) | undefined
  /** Where tokens of sign-ins are stored. */
  readonly secrets?: SecretStore | undefined
  /** Whether services only start at the release. */
  readonly deferred?: boolean | undefined
}

export interface ComposedServices {
  readonly services: Services
  readonly store: ServicesStore
  /** Of a service of the file; undefined while it is not known. */
  identityOf(name: string): string | undefined
  /** Notifies when another program or address has the name. */
  onDidReplaceProgram(listener: (name: string) => void): () => void
  /** Resolves once every service of the file has started or failed. */
  settled(): Promise<void>
  /** Starts the deferred services. */
  release(): void
  stop(): Promise<void>
}

export function composeServices(options: ComposeServicesOptions): ComposedServices {
  const { profile, gateway, gatewayId, ajv, admit, clock, file, secretOf, secrets, deferred } = options
  const log = options.log.component('services')
  const sources = { environment: process.env, secretOf: secretOf ?? (() => undefined) }
  const programReplaced = new Emitter<string>()
  const services = new McpServices({
    clock,
    log,
    admit,
    ...sources,
    ...(secrets && { secrets }),
    mark: gatewayId,
    moduleHost: () => {
      const { node, programs } = nodeRuntimeOf(import.meta.dirname)
      return { node, file: path.join(programs, 'embedded-service.cjs') }
    },
    onFirst(serverId, identity) {
      // Services that are added to the file later, or changed to another program, need an acceptance.
      if (atStart.get(serverId) === identity) gateway.trust.trustServer(serverId, personOf('command-line').name)
      atStart.delete(serverId)
    },
    onProgramReplaced: (name) => programReplaced.emit(name),
  })
  gateway.provide(services.provider)
  const store = new ServicesStore({
    file: file ?? servicesFileOf(profile),
    required: file !== undefined,
    read: createServicesReader(ajv),
    clock,
    log,
  })
  const endLogging = followLogging(store, options.log, {
    environment: sources.environment,
    secret: sources.secretOf,
  })
  const named = file === undefined ? {} : store.get().services
  const identityIn = (known: ServicesConfig['services'], name: string): string | undefined => {
    const config = Object.hasOwn(known, name) ? known[name] : undefined
    return config && identityOf(config, sources)
  }
  const atStart = new Map(
    Object.keys(named).flatMap((name) => {
      const identity = identityIn(named, name)
      return identity === undefined ? [] : [[serviceId(name), identity] as const]
    }),
  )
  const endComparing = store.onDidChange(({ services: now }) => {
    for (const name of Object.keys(named)) {
      if (atStart.get(serviceId(name)) !== identityIn(now, name)) atStart.delete(serviceId(name))
    }
  })
  // The services of an invalid file are unknown, and so are those of a lost one.
  if (file === undefined && store.isPresent && store.problems.length === 0) {
    void services.signOutOthers(new Set(Object.keys(store.get().services)))
  }
  const following: FollowedServices = followServices(store, services, log, deferred)
  return {
    services,
    store,
    identityOf: (name) => identityIn(store.get().services, name),
    onDidReplaceProgram: programReplaced.on,
    settled: () => following.settled(),
    release: () => following.release(),
    async stop() {
      endComparing()
      endLogging()
      following.stop()
      await services.close()
    },
  }
}

/**
 * Applies `logging` of the services file to the log of the program, at the start and after each change.
 *
 * A part that can't be read leaves the log as it is. @returns the function that stops it
 */
function followLogging(
  store: Pick<ServicesStore, 'get' | 'onDidChange' | 'problems' | 'file'>,
  log: ProgramLog,
  values: ReferenceValues,
): () => void {
  const apply = ({ level, format, file }: LoggingConfig): void => {
    const place = file === undefined ? undefined : placeOf(file)
    log.configure({ level, format, ...(place !== undefined && { file: place }) })
  }

  /** A relative path begins at the folder of the services file. */
  function placeOf(file: string): string | undefined {
    try {
      return path.resolve(path.dirname(store.file), resolveServiceReferences({ file }, values).file)
    } catch (thrown) {
      log.error('the log file of the configuration is not used', {
        reason: asGatewayError(thrown).message,
        code: serviceCodeOf(thrown),
      })
      return undefined
    }
  }

  apply(store.get().logging)
  return store.onDidChange(({ logging }) => {
    if (!store.problems.some(({ part }) => part === 'logging')) apply(logging)
  })
}
