/**
 * Chat hints: the consumer's own texts to players.
 *
 * Enforces invariant 7: a player gets the same hint at most once a minute, and a server a bounded number of hints,
 * whoever they are for.
 */
import type { WrongChatCommand } from '../../policy/chat/chat-command.js'
import type { ChatDependencies } from './chat-dependencies.js'
import type { ChatLimits } from './chat-limits.js'
import type { ChatPlayer } from './chat-player.js'
import type { GameMessenger } from './game-messenger.js'
import { type GameTextKey, gameText } from './game-text.js'

type TextValues = Parameters<typeof gameText>[2]

export class ChatHints {
  readonly #deps: Pick<ChatDependencies, 'language' | 'settings'>
  readonly #voice: GameMessenger
  readonly #limits: ChatLimits

  constructor(deps: Pick<ChatDependencies, 'language' | 'settings'>, voice: GameMessenger, limits: ChatLimits) {
    this.#deps = deps
    this.#voice = voice
    this.#limits = limits
  }

  send(player: ChatPlayer, key: GameTextKey, values: TextValues = {}): void {
    this.#voice.send(player, gameText(this.#deps.language(), key, values))
  }

  /** Sends the same text to the same player at most once a minute. */
  hint(player: ChatPlayer, key: GameTextKey, values: TextValues = {}, isPrivate = false): void {
    if (!this.#mayHint(player, key)) return
    this.#voice.send(player, gameText(this.#deps.language(), key, values), isPrivate ? 'player-only' : 'player')
  }

  /** In the language of the command that the player tried. */
  help(player: ChatPlayer, { kind, isChinese }: WrongChatCommand): void {
    const { language, settings } = this.#deps
    if (!this.#mayHint(player, kind)) return
    const text = gameText(isChinese ? 'zh' : language(), kind, { name: settings().name })
    this.#voice.send(player, text, 'player-only')
  }

  /** To the player whose name a line of somebody else may show. */
  unproven(player: ChatPlayer, text: 'displayText' | 'accountUnproven'): void {
    const { key, serverId } = player
    if (this.#limits.take('displayHints', key) > 0 || this.#limits.take('serverDisplayHints', serverId) > 0) return
    this.send(player, text)
  }

  #mayHint({ key: player, serverId }: ChatPlayer, key: GameTextKey): boolean {
    return this.#limits.take('hints', `${key} ${player}`) === 0 && this.#limits.take('serverHints', serverId) === 0
  }
}
