/**
 * Fake bridge: simulates main inside the page, with its own servers, questions and settings.
 *
 * It behaves like the real one: lists are pushed whole, live entries only when new, and a decision removes its question.
 */

import type { Server } from '@shared/servers/server.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import {
  type Carried,
  type GatehouseApi,
  mayGive,
  type PageEvent,
  type PageName,
  type PageOrder,
  receives,
} from '../../../src-main/owner/table/table.js'
import { approvalsOf } from './fake-approvals.js'
import { audienceOf } from './fake-audience.js'
import { backupsOf } from './fake-backups.js'
import { bedrockOf } from './fake-bedrock.js'
import { buildsOf } from './fake-builds.js'
import { chatOf } from './fake-chat.js'
import { clientsOf } from './fake-clients.js'
import { gatewaysOf } from './fake-gateways.js'
import type { Handlers, Push } from './fake-handlers.js'
import { javaOf } from './fake-java.js'
import { neuroOf } from './fake-neuro.js'
import { panicOf } from './fake-panic.js'
import { peopleOf } from './fake-people.js'
import { programOf } from './fake-program.js'
import { remoteAccessOf } from './fake-remote-access.js'
import { rulesOf } from './fake-rules.js'
import { careOf } from './fake-server-care.js'
import { serverChangesOf } from './fake-server-changes.js'
import { serverPageOf } from './fake-server-page.js'
import { FakeServers } from './fake-servers.js'
import { servicesOf } from './fake-services.js'
import { createFakeShell, type FakeShell } from './fake-shell.js'
import { trailOf } from './fake-trail.js'
import { votesOf } from './fake-votes.js'
import { xiaozhiOf } from './fake-xiaozhi.js'

export interface FakeBridge extends GatehouseApi {
  readonly shell: FakeShell
  /** Every request, in order. */
  readonly asked: { readonly channel: PageOrder; readonly payload: unknown }[]
  push<C extends PageEvent>(channel: C, message: Carried<C>): void
}

/** Logged as an error, so that a screenshot fails when its page sends a request that is not for it. */
const complaint = (page: PageName, channel: string): Error => {
  console.error(`The ${page} has no channel ${channel}.`)
  return new Error('No such channel')
}

/** @param page what it is a bridge to; to any page when left out */
export const createFakeBridge = (part: Partial<FakeShell> = {}, page?: PageName): FakeBridge => {
  const shell = createFakeShell(part)
  const listeners = new Map<PageEvent, Set<(message: never) => void>>()
  const asked: FakeBridge['asked'] = []

  const push: Push = <C extends PageEvent>(channel: C, message: Carried<C>): void => {
    for (const listener of listeners.get(channel) ?? []) (listener as (sent: Carried<C>) => void)(message)
  }
  const sent = new FakeServers(() => shell.servers)
  const pushServers = (): void => {
    push('servers:changed', sent.next())
    push('servers:states-changed', sent.states())
  }
  const add = (server: Server): Result<Server> => {
    shell.servers = [...shell.servers, server]
    pushServers()
    return { ok: true, value: server }
  }

  const handlers: Handlers = {
    ...approvalsOf(shell, push),
    ...buildsOf(shell, push),
    ...rulesOf(shell, push),
    ...serverChangesOf({ shell, sent, push, pushServers, add }),
    ...clientsOf(shell, push),
    ...peopleOf(shell, push),
    ...remoteAccessOf(shell, push),
    ...trailOf(shell),
    ...chatOf(shell, push),
    ...panicOf(shell, push),
    ...programOf(shell, push),
    ...votesOf(shell, push),
    ...javaOf(add, push),
    ...bedrockOf(add),
    ...servicesOf(
      () => shell.services,
      (services) => {
        shell.services = services
      },
      () => shell.importSources,
      push,
    ),
    ...backupsOf(
      () => shell.backups,
      (view) => {
        shell.backups = view
      },
      push,
    ),
    ...careOf(shell, (servers) => {
      shell.servers = servers
      pushServers()
    }),
    ...serverPageOf(),
    ...xiaozhiOf(shell, push),
    ...gatewaysOf(shell),
    ...audienceOf(shell, push),
    ...neuroOf(shell, push),
  }

  return {
    shell,
    asked,
    push,
    request: async (channel, payload) => {
      if (page && !mayGive(page, channel)) throw complaint(page, channel)
      asked.push({ channel, payload })
      return (shell.failing[channel] as never) ?? handlers[channel](payload)
    },
    subscribe: (channel, listener) => {
      if (page && !receives(page, channel)) throw complaint(page, channel)
      const set = listeners.get(channel) ?? new Set()
      set.add(listener as (message: never) => void)
      listeners.set(channel, set)
      return () => set.delete(listener as (message: never) => void)
    },
  }
}
