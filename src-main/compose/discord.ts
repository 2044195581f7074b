/** Compose Discord: the owner's bot, its token, the actions of AI that its channel gets, and the daily digest. */
import { Discord, type DiscordDependencies } from '../approvers/discord/discord.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { ProgramLog } from '../storage/log/program-log.js'
import { composeDigest, type DigestParts } from './digest.js'
import { isActionOfAi } from './obs.js'

/** Name of the token in the credential store. */
const tokenName = 'discord:token'

export interface ComposeDiscordOptions extends Omit<DigestParts, 'discord' | 'log'> {
  readonly gateway: Pick<Gateway, 'feed' | 'panic' | 'registry' | 'undo'>
  readonly people: DiscordDependencies['people']
  readonly approvals: DiscordDependencies['approvals']
  readonly secrets: SecretStore
  readonly log: ProgramLog
}

export function composeDiscord({ secrets, log, people, approvals, ...parts }: ComposeDiscordOptions) {
  const { gateway, settings, stream, clock } = parts
  const discord = new Discord({
    people,
    approvals,
    settings,
    stream,
    clock,
    log: log.component('discord'),
    registry: gateway.registry,
    panic: gateway.panic,
    token: {
      get: () => secrets.get(tokenName),
      set: (token) => secrets.set(tokenName, token),
      delete: () => secrets.delete(tokenName),
    },
  })
  gateway.feed.onDidArrive((entry) => {
    if (isActionOfAi(entry, gateway)) discord.acted(entry)
  })
  const digests = composeDigest({
    ...parts,
    discord: () => (discord.state.kind === 'on' ? discord : undefined),
    log: log.component('digest'),
  })
  return { discord, digests }
}
