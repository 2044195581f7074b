/**
 * Bedrock worlds, for the window: accepts games, and shows what a player must type. The key that accepts a game is
 * copied to the clipboard, or sent to the page when the person asks to see it (invariant 8).
 */

import { GatewayError } from '@contract/gateway-error.js'
import { type BedrockSetup, likelyCommand, windowsLoopbackCommand } from '@shared/servers/bedrock.js'
import type { Server } from '@shared/servers/server.js'
import type { Handlers } from '../answer.js'
import { refuseOnStream } from './refuse-on-stream.js'

export interface BedrockHandlerParts {
  readonly setup: () => BedrockSetup
  /** @returns the id of its server. @throws GatewayError when no such connection waits */
  readonly accept: (id: string) => string
  readonly reject: (id: string) => void
  readonly logins: { readonly connectionKey: string; renewConnectionKey(): string }
  readonly stream: { readonly on: boolean }
  readonly registry: { link(id: string): { readonly server: Server } | undefined }
  readonly installPack: () => Promise<{ readonly file: string; readonly wasOpened: boolean }>
  readonly copy: (text: string) => Promise<void>
}

type Topic = Extract<keyof Handlers, `bedrock:${string}`>

export const bedrockHandlers = (parts: BedrockHandlerParts): Pick<Handlers, Topic> => ({
  'bedrock:setup': () => parts.setup(),
  'bedrock:accept': ({ id }) => {
    const server = parts.registry.link(parts.accept(id))?.server
    if (!server) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return server
  },
  'bedrock:reject': ({ id }) => parts.reject(id),
  'bedrock:show-key': () => {
    refuseOnStream(parts.stream)
    return { key: parts.logins.connectionKey }
  },
  'bedrock:renew-key': () => {
    refuseOnStream(parts.stream)
    return { key: parts.logins.renewConnectionKey() }
  },
  'bedrock:install-pack': () => parts.installPack(),
  'bedrock:copy': async ({ what }) => {
    await parts.copy(textOf(what, parts))
  },
})

function textOf(what: 'connect' | 'login' | 'windows', { setup, logins }: BedrockHandlerParts): string {
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
