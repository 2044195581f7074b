/** Compose Bedrock: the provider, with its persistent settings. */

import { networkInterfaces } from 'node:os'
import { GatewayError } from '@contract/gateway-error.js'
import type { BedrockSetup } from '@shared/servers/bedrock.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { personOf } from '../owner/orders/giver.js'
import {
  type BedrockListenOptions,
  BedrockProvider,
  type BedrockProviderOptions,
  type KnownGame,
} from '../providers/bedrock/bedrock-provider.js'
import type { SettingsStore } from '../storage/settings-store.js'

/** Folder of the builds of games, inside the profile. */
export const bedrockFolder = 'bedrock-games'

/** Where games connect; overrides the settings. */
export type BedrockTerms = Pick<BedrockListenOptions, 'port'> & { readonly host?: string }

export interface ComposeBedrockOptions {
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly language: () => AppLanguage
  readonly clock: Clock
  readonly log: Log
  readonly terms: BedrockTerms | undefined
  readonly building: NonNullable<BedrockProviderOptions['building']>
}

export interface ComposedBedrock {
  readonly provider: BedrockProvider
  /** State for the window. */
  setup(): BedrockSetup
  /** @throws GatewayError when there is no such game, or it could not be saved */
  rename(id: string, name: string): void
  /** @throws GatewayError when it could not be saved */
  remove(id: string): void
  /** Undoes a removal. @throws GatewayError when it is not known any more */
  restore(id: string): string
  /** Resolves when the first attempt to listen has ended. */
  readonly opened: Promise<void>
  stop(): void
}

/** Maximum number of stored games; the one unused longest is dropped first. */
const maxGames = 100

export function composeBedrock(options: ComposeBedrockOptions): ComposedBedrock {
  const { gateway, settings, language, clock, log, terms, building } = options
  const removed = new Map<string, KnownGame>()
  // Options of a command line say where games connect only where there is no window.
  const owner = personOf(terms ? 'command-line' : 'window')
  const provider = new BedrockProvider({
    clock,
    log,
    language,
    building,
    logins: gateway.logins,
    onAccept(game, isRecognized) {
      const before = settings.get().bedrockGames
      const known = before.find(({ id }) => id === game.id)
      if (!known) gateway.rules.removeAllows(game.id, owner)
      gateway.trust.trustServer(game.id, owner.name, 'defaults')
      if (!isRecognized) return
      const stored = known ?? game
      const others = before.filter(({ id }) => id !== game.id)
      if (before.at(-1)?.id !== game.id) settings.change({ bedrockGames: [...others, stored].slice(-maxGames) })
    },
  })
  gateway.provide(provider)
  const listenTerms = (): BedrockListenOptions => ({
    ...settings.get().bedrock,
    ...(terms && { enabled: true, ...terms }),
  })
  provider.remember(settings.get().bedrockGames)
  const opened = provider.listen(listenTerms())
  let applied = JSON.stringify(listenTerms())
  const stop = settings.onDidChange(() => {
    const next = listenTerms()
    if (JSON.stringify(next) === applied) return
    applied = JSON.stringify(next)
    void provider.listen(next)
  })

  function write(games: readonly KnownGame[]): void {
    if (!settings.change({ bedrockGames: games })) throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  }

  return {
    provider,
    opened,
    stop,
    setup: () => ({
      ...provider.state,
      settings: settings.get().bedrock,
      addresses: addressesOf(networkInterfaces()),
    }),
    rename(id, name) {
      const games = settings.get().bedrockGames
      if (!games.some((game) => game.id === id)) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      write(games.map((game) => (game.id === id ? { id, name } : game)))
      provider.rename(id, name)
    },
    remove(id) {
      const games = settings.get().bedrockGames
      const game = games.find((one) => one.id === id)
      write(games.filter((one) => one.id !== id))
      if (game) removed.set(id, game)
      provider.remove(id)
    },
    restore(id) {
      const game = removed.get(id)
      if (!game) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      write([...settings.get().bedrockGames, game])
      removed.delete(id)
      provider.remember([game])
      return id
    },
  }
}

type Interfaces = ReturnType<typeof networkInterfaces>

/** IPv4 addresses of this computer; home networks first. */
function addressesOf(interfaces: Interfaces): readonly string[] {
  const all = Object.values(interfaces).flatMap((ofOne) =>
    (ofOne ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  )
  const isHome = (address: string) => address.startsWith('192.168.') || address.startsWith('10.')
  return [...new Set(all)].sort((one, other) => Number(isHome(other)) - Number(isHome(one)))
}
