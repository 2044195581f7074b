/** Compose Discord: the owner's bot, its token, and the actions of AI that its channel gets. */
import { Discord, type DiscordDependencies } from '../approvers/discord/discord.js'
import type { StreamSafe } from '../gateway/feeds/stream-safe.js'
import type { Gateway } from '../gateway/gateway.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import { isActionOfAi } from './obs.js'

/** Name of the token in the credential store. */
const tokenName = 'discord:token'

export interface ComposeDiscordOptions extends Omit<DiscordDependencies, 'registry' | 'panic' | 'stream' | 'token'> {
  readonly gateway: Pick<Gateway, 'feed' | 'panic' | 'registry'>
  readonly stream: StreamSafe
  readonly secrets: SecretStore
}

export function composeDiscord({ gateway, secrets, ...parts }: ComposeDiscordOptions): Discord {
  const discord = new Discord({
    ...parts,
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
  return discord
}
