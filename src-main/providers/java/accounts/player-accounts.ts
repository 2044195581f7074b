/**
 * Player accounts: which account a player of a Java server has, and what only that account is shown or may answer.
 *
 * Enforces invariant 6: an account is a UUID that the server itself reports while it checks accounts. A line of the log
 * proves its author only where nothing can give a player the name of another one.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { Server } from '@shared/servers/server.js'
import type { PlayerIdentity, PlayerNumbers as PlayerNumbersPort } from '../../../gateway/ports/provider.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { touchesEveryScore } from '../../../policy/console-command/score-lists.js'
import type { JavaAbilities } from '../capabilities/java-capability.js'
import { isNamed } from '../capabilities/player-states.js'
import { whisper, whoIsOnline } from '../capabilities/whisper.js'
import type { ListedPlayer, PlayerList } from '../dialects/player-list.js'
import type { JavaProbeResult } from '../dialects/probe.js'
import type { SoftwareFacts } from '../folder/server-software.js'
import type { JavaLogEvent } from '../log/log-events.js'
import { PlayerNumbers } from './player-numbers.js'

export interface PlayerAccountsDependencies {
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  readonly log: Log
  readonly server: () => Pick<Server, 'accounts' | 'chatNames'>
  /** Of a server that is not connected. */
  readonly offline: () => GatewayError
  /** The UUID of a player who is online, as far as the log or a list said it. */
  readonly uuidOf: (player: string) => string | undefined
}

const scoresInUse = new GatewayError('RISK.OPERATION_BLOCKED', {
  message: 'A player answers a request of Gatehouse with a score, so the scores of a player cannot be listed or reset.',
  suggestion: 'Name an objective in the command, or try again in a few minutes.',
})

/** What players type before a number. */
const command = '/trigger gatehouse set'

export class PlayerAccounts {
  readonly #deps: PlayerAccountsDependencies
  readonly #numbers: PlayerNumbers
  /** The same for the lifetime of the server's entry. */
  readonly #port: PlayerNumbersPort
  #abilities: JavaAbilities | undefined

  constructor(deps: PlayerAccountsDependencies) {
    const { clock, log } = deps
    this.#deps = deps
    this.#numbers = new PlayerNumbers({
      clock,
      log,
      accountOf: async (player, signal) =>
        this.accountOf((await this.#online(signal)).find((one) => one.name === player)),
      nameOf: async (player, signal) => {
        const players = await this.#online(signal)
        return (players.find((one) => one.name === player) ?? players.find(isNamed(player)))?.name
      },
    })
    this.#port = { command, watch: (watch) => this.#numbers.watch(watch) }
  }

  /** @param signal aborts when the connection ends */
  connect(abilities: JavaAbilities, signal: AbortSignal): void {
    this.#abilities = abilities
    this.#numbers.connect({ dialect: abilities.dialect, signal })
  }

  disconnect(): void {
    this.#abilities = undefined
    this.#numbers.disconnect()
  }

  /** Leaves nothing on the server. Call it before `disconnect`. Never rejects. */
  stop(): Promise<void> {
    return this.#numbers.stop()
  }

  /** Undefined where the server has no triggers, or proves no accounts. */
  get numbers(): PlayerNumbersPort | undefined {
    const isOffered = this.#deps.server().accounts === 'checked' && this.#abilities?.reads.has('objectives')
    return isOffered ? this.#port : undefined
  }

  /** @throws GatewayError when a command of a client would read or reset the number that a player sets */
  check(command: string | undefined): void {
    if (command !== undefined && this.#numbers.isWatching && touchesEveryScore(command)) throw scoresInUse
  }

  /** Undefined when nothing proves it. */
  accountOf(listed: ListedPlayer | undefined): string | undefined {
    const { server, uuidOf } = this.#deps
    const uuid = listed && (listed.uuid ?? uuidOf(listed.name))
    return server().accounts === 'checked' && isAccountId(uuid) ? uuid : undefined
  }

  /** Of a line of chat; undefined when the account in it wrote it. */
  identityOf(event: Extract<JavaLogEvent, { kind: 'chat' }>): PlayerIdentity | undefined {
    const { accounts, chatNames } = this.#deps.server()
    if (event.isDisplayText) return 'display'
    const isOfGame = chatNames === undefined && event.hasLogger === undefined
    return accounts === 'checked' && isOfGame && isAccountId(event.uuid) ? undefined : 'name-only'
  }

  /** @throws GatewayError when the player is not online, or is another account */
  async whisper(
    to: { readonly player: string; readonly lines: readonly string[]; readonly uuid: string | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const abilities = this.#abilities
    if (!abilities) throw this.#deps.offline()
    await whisper({ ...to, accountOf: (listed) => this.accountOf(listed) }, abilities, signal)
  }

  async #online(signal: AbortSignal): Promise<PlayerList['players']> {
    if (!this.#abilities) throw this.#deps.offline()
    return (await whoIsOnline(this.#abilities, signal)).players
  }
}

/**
 * Only the game itself, without plugins and mods, shows each player under their own name in the chat: what is not known
 * to be the game alone may change it.
 *
 * @param files of the server's folder
 */
export function chatNamesOf(
  files: Pick<SoftwareFacts, 'software'> | undefined,
  { dialect, software }: Pick<JavaProbeResult, 'dialect' | 'software'>,
): Pick<Server, 'chatNames'> {
  const { prefix, manner } = dialect.traits
  const isGame = files?.software === 'Vanilla' && software === undefined && prefix === '' && manner === undefined
  return isGame ? {} : { chatNames: 'changeable' }
}

/** Whether the id is of an account: servers in offline mode make ids of version 3 from names. */
const isAccountId = (uuid: string | undefined): uuid is string => uuid !== undefined && uuid[14] !== '3'
