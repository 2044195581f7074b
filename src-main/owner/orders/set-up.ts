/**
 * Orders that prepare a server: search and setup of Java servers, and Bedrock games.
 *
 * Guards invariant 8: the only password sent to a page is one that a setup generated, and the only key the one that
 * accepts a game; each when the person asks to see it, and none on a stream.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { type BedrockSetup, likelyCommand, windowsLoopbackCommand } from '@shared/servers/bedrock.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { FoundServers } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { logReport } from '../../policy/program/log-report.js'
import type { JavaTrial } from '../servers/java-check.js'
import type { JavaSetUps } from '../servers/java-set-ups.js'
import type { Orders, OrdersAbout } from '../table/table.js'

/** @param check tests the connection of a server, from any computer */
export const javaCheckOrders = (
  check: (id: string) => Promise<readonly JavaFinding[]>,
): Pick<Orders, 'java:check'> => ({
  'java:check': ({ id }) => check(id),
})

export interface JavaOrdersDependencies {
  /** The servers found so far; continues the search for a while. */
  readonly search: () => FoundServers
  /** The system's dialog; undefined when it was cancelled. */
  readonly chooseFolder: () => Promise<string | undefined>
  readonly setUps: Pick<JavaSetUps, 'list' | 'plan' | 'password' | 'apply' | 'checkNow' | 'restoreFile' | 'written'>
  /** Tests the connection of a server that is not added yet. */
  readonly tryNew: (trial: JavaTrial) => Promise<readonly JavaFinding[]>
  /** Ports on this computer that other servers use, with their names. */
  readonly takenPorts: () => ReadonlyMap<number, string | undefined>
  readonly registry: { link(id: string): { readonly server: Server } | undefined }
  readonly copy: (text: string) => Promise<void>
}

export function javaOrders({
  search,
  chooseFolder,
  setUps,
  takenPorts,
  tryNew,
  registry,
  copy,
}: JavaOrdersDependencies): Omit<OrdersAbout<'java'>, 'java:check'> {
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
    'java:try': (trial) => tryNew(trial),
    'java:copy-log-report': async ({ id }) => {
      const server = registry.link(id)?.server
      if (!server?.log) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      await copy(logReport(server, server.log))
    },
    'java:written': async ({ id }) => (await setUps.written(id)) ?? null,
  }
}

export interface BedrockOrdersDependencies {
  readonly setup: () => BedrockSetup
  /** @returns the id of its server. @throws GatewayError when there is no such waiting connection */
  readonly accept: (id: string) => string
  readonly reject: (id: string) => void
  readonly logins: { readonly connectionKey: string; renewConnectionKey(): string }
  readonly stream: { readonly on: boolean }
  readonly registry: { link(id: string): { readonly server: Server } | undefined }
  readonly installPack: () => Promise<{ readonly file: string; readonly wasOpened: boolean }>
  readonly copy: (text: string) => Promise<void>
}

export const bedrockOrders = (deps: BedrockOrdersDependencies): OrdersAbout<'bedrock'> => ({
  'bedrock:setup': () => deps.setup(),
  'bedrock:accept': ({ id }) => {
    const server = deps.registry.link(deps.accept(id))?.server
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  },
  'bedrock:reject': ({ id }) => deps.reject(id),
  'bedrock:show-key': () => {
    refuseOnStream(deps.stream)
    return { key: deps.logins.connectionKey }
  },
  'bedrock:renew-key': () => {
    refuseOnStream(deps.stream)
    return { key: deps.logins.renewConnectionKey() }
  },
  'bedrock:install-pack': () => deps.installPack(),
  'bedrock:copy': async ({ what }) => {
    await deps.copy(textOf(what, deps))
  },
})

function textOf(what: 'connect' | 'login' | 'windows', { setup, logins }: BedrockOrdersDependencies): string {
  switch (what) {
    case 'windows':
      return windowsLoopbackCommand
    case 'login':
      return `#login ${logins.connectionKey}`
    case 'connect': {
      const command = likelyCommand(setup())
      if (command === undefined) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
      return command
    }
  }
}

/** Refuses data that no page may receive in stream-safe mode (invariant 8). @throws GatewayError while it is on */
export function refuseOnStream(stream: { readonly on: boolean }): void {
  if (stream.on) throw new GatewayError('PROTOCOL.INVALID_REQUEST', keyHidden)
}

const keyHidden = {
  message: 'This key is hidden in stream-safe mode.',
  suggestion: 'Copy it, or turn stream-safe mode off first.',
}
