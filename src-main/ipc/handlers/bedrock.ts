/**
 * Bedrock worlds, for the window: accepts games, and shows the command that a player must type. The key that accepts a
 * game is copied to the clipboard, or sent to the page when the person asks to see it (invariant 8).
 */

import { GatewayError } from '@contract/gateway-error.js'
import { type BedrockSetup, likelyCommand, windowsLoopbackCommand } from '@shared/servers/bedrock.js'
import type { Server } from '@shared/servers/server.js'
import type { Handlers } from '../request-handling.js'
import { refuseOnStream } from './refuse-on-stream.js'

export interface BedrockHandlerDependencies {
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

type Topic = Extract<keyof Handlers, `bedrock:${string}`>

export const bedrockHandlers = (deps: BedrockHandlerDependencies): Pick<Handlers, Topic> => ({
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

function textOf(what: 'connect' | 'login' | 'windows', { setup, logins }: BedrockHandlerDependencies): string {
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
