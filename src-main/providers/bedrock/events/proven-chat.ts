/**
 * Proven chat: decides whether the sender of a chat message is an account.
 *
 * Enforces invariant 6: authority belongs to the exact name that the game's own list of players has, never to a cleaned,
 * shortened or similar one. A player who joined after the last list is looked up before the message is passed on.
 */
import type { PlayerIdentity } from '../../../gateway/ports/provider.js'
import { isAccountName } from '../command-text.js'
import type { BedrockChat } from '../link.js'

/** Maximum messages that wait for a list. */
const maxWaiting = 64
/** Maximum names that a list did not contain. */
const maxAbsent = 256

export interface ProvenChatDependencies {
  /** Names in the game's list of players; undefined when it cannot be read. Never rejects. */
  readonly readAccounts: () => Promise<ReadonlySet<string> | undefined>
  readonly emit: (chat: BedrockChat, identity: PlayerIdentity | undefined) => void
}

export class ProvenChat {
  readonly #deps: ProvenChatDependencies
  #accounts: ReadonlySet<string> = new Set()
  /** Names that the newest list does not contain. */
  readonly #absent = new Set<string>()
  #waiting: BedrockChat[] = []
  #isReading = false

  constructor(deps: ProvenChatDependencies) {
    this.#deps = deps
  }

  /** A new list of the game. */
  update(accounts: ReadonlySet<string>): void {
    this.#accounts = accounts
    this.#absent.clear()
  }

  /** Call when the connection ends. */
  reset(): void {
    this.update(new Set())
    this.#waiting = []
  }

  receive(chat: BedrockChat): void {
    const { player } = chat
    const needsList = isAccountName(player) && !this.#accounts.has(player) && !this.#absent.has(player)
    if (!needsList || this.#waiting.length >= maxWaiting) return this.#emit(chat)
    this.#waiting.push(chat)
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    const accounts = await this.#deps.readAccounts()
    this.#isReading = false
    if (accounts) this.update(accounts)
    const waiting = this.#waiting
    this.#waiting = []
    for (const chat of waiting) {
      if (!this.#accounts.has(chat.player) && this.#absent.size < maxAbsent) this.#absent.add(chat.player)
      this.#emit(chat)
    }
  }

  #emit(chat: BedrockChat): void {
    const isAccount = this.#accounts.has(chat.player)
    this.#deps.emit(chat, isAccount ? (chat.isUntyped ? 'untyped' : undefined) : 'display')
  }
}
