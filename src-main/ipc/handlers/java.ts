/**
 * Java servers, for the window: discovery and setup. The only password sent to a page is one that a setup generated,
 * when the person asks to see it (invariant 8).
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { FoundServers, SetupPlan, SetupState, WrittenSetup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { logReport } from '../../policy/program/log-report.js'
import type { Handlers } from '../request-handling.js'

export interface JavaHandlerDependencies {
  /** The servers found so far; continues the search for a while. */
  readonly search: () => FoundServers
  /** The system's dialog; undefined when it was cancelled. */
  readonly chooseFolder: () => Promise<string | undefined>
  readonly setUps: {
    list(): readonly SetupState[]
    plan(folder: string, takenPorts: ReadonlyMap<number, string | undefined>): Promise<SetupPlan>
    password(planId: string): string
    apply(planId: string): Promise<SetupState>
    checkNow(id: string): void
    restoreFile(id: string): Promise<void>
    written(id: string): Promise<WrittenSetup | undefined>
  }
  /** Tests the connection of a server. */
  readonly check: (id: string) => Promise<readonly JavaFinding[]>
  /** Ports on this computer that other servers use, with their names. */
  readonly takenPorts: () => ReadonlyMap<number, string | undefined>
  readonly registry: { link(id: string): { readonly server: Server } | undefined }
  readonly copy: (text: string) => Promise<void>
}

type Topic = Extract<keyof Handlers, `java:${string}`>

export function javaHandlers({
  search,
  chooseFolder,
  setUps,
  takenPorts,
  check,
  registry,
  copy,
}: JavaHandlerDependencies): Pick<Handlers, Topic> {
  return {
    'java:search': () => search(),
    'java:choose-folder': async () => {
      const folder = await chooseFolder()
      return folder === undefined ? null : { folder }
    },
    'java:plan': ({ folder }) => setUps.plan(folder, takenPorts()),
    'java:show-password': ({ id }) => ({ password: setUps.password(id) }),
    'java:apply': ({ id }) => setUps.apply(id),
    'java:setups': () => setUps.list(),
    'java:check-now': ({ id }) => setUps.checkNow(id),
    'java:restore-file': ({ id }) => setUps.restoreFile(id),
    'java:check': ({ id }) => check(id),
    'java:copy-log-report': async ({ id }) => {
      const server = registry.link(id)?.server
      if (!server?.log) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      await copy(logReport(server, server.log))
    },
    'java:written': async ({ id }) => (await setUps.written(id)) ?? null,
  }
}
