/**
 * Discord connection: one session of the owner's bot with Discord, which the program opens and nobody can open to it.
 *
 * Guards invariant 8: the token is in no message, log or error. Guards against silence: a connection that Discord ended
 * for good is a state with a reason, and any other is tried again.
 */
import { randomBytes } from 'node:crypto'
import type { DiscordPermission } from '@shared/approvals/discord.js'
import { discordLimits, discordPermissions } from '@shared/approvals/discord.js'
import type { Client, Guild, GuildTextBasedChannel, Interaction } from 'discord.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { plainName } from '../../policy/text/untrusted-text.js'
import {
  type DiscordCommand,
  type DiscordMessage,
  type DiscordPress,
  isButtonPress,
  messageBody,
  readCommand,
  readPress,
} from './discord-wire.js'

/** Milliseconds after which a connection that was not resumed is opened again. */
const resumeMs = 60_000
/** Milliseconds between two attempts, which grow with each. */
const retryMs = { first: 5_000, longest: 300_000 } as const
/** Milliseconds for one request to Discord, without what its limits of rate make it wait. */
const requestMs = 10_000
/** Milliseconds for the connection to close. */
const closingMs = 1_000

export type SessionState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'wrong-token' }
  | { readonly kind: 'refused'; readonly code: number }

/** What the bot may do in a channel. */
export type ChannelFacts =
  | { readonly kind: 'gone' }
  | { readonly kind: 'missing'; readonly permissions: readonly DiscordPermission[] }
  | { readonly kind: 'usable'; readonly guild: string; readonly isPublic: boolean }

/** A message that Discord will never take: the channel or the message is gone, or the bot may not write. */
export class RefusedMessage extends Error {}

export interface DiscordConnectionOptions {
  readonly token: string
  /** Address of the REST interface, for tests. */
  readonly api?: string | undefined
  readonly clock: Pick<Clock, 'after'>
  readonly log: Log
}

export class DiscordConnection {
  readonly #options: DiscordConnectionOptions
  readonly #onDidChange = new Emitter<void>()
  readonly #onDidPress = new Emitter<DiscordPress>()
  readonly #onDidCommand = new Emitter<DiscordCommand>()
  /** Notifies when the state, a channel or what the bot may do changes. */
  readonly onDidChange = this.#onDidChange.on
  readonly onDidPress = this.#onDidPress.on
  readonly onDidCommand = this.#onDidCommand.on
  #state: SessionState = { kind: 'connecting' }
  #client: Client<true> | undefined
  #endTimer: () => void = () => {}
  #attempts = 0
  #isStopped = false

  constructor(options: DiscordConnectionOptions) {
    this.#options = options
    void this.#connect()
  }

  get state(): SessionState {
    return this.#state
  }

  /** Id of the bot's application; undefined until it has connected. */
  get applicationId(): string | undefined {
    return this.#client?.application?.id
  }

  get hasGuild(): boolean {
    return (this.#client?.guilds.cache.size ?? 0) > 0
  }

  /** Channels with text, by server and name. */
  channels(): readonly { readonly id: string; readonly name: string; readonly guild: string }[] {
    const guilds: Guild[] = [...(this.#client?.guilds.cache.values() ?? [])]
    return guilds
      .flatMap((guild) =>
        [...guild.channels.cache.values()]
          .filter(isPlainChannel)
          .map(({ id, name }) => ({ id, name: plainName(name, 100), guild: plainName(guild.name, 100) })),
      )
      .sort((one, other) => one.guild.localeCompare(other.guild) || one.name.localeCompare(other.name))
      .slice(0, discordLimits.channels)
  }

  channel(id: string): ChannelFacts {
    const channel = this.#channel(id)
    const client = this.#client
    if (!channel || !client) return { kind: 'gone' }
    const own = channel.permissionsFor(client.user)
    const permissions = discordPermissions.filter((permission) => own?.has(permission) !== true)
    if (permissions.length > 0) return { kind: 'missing', permissions }
    const isPublic = channel.permissionsFor(channel.guild.roles.everyone).has('ViewChannel')
    return { kind: 'usable', guild: channel.guild.id, isPublic }
  }

  /**
   * @param nonce a message with the same one is not posted twice
   * @returns the id of the message
   * @throws RefusedMessage, Error when it may be tried again
   */
  post(channelId: string, message: DiscordMessage, nonce = newNonce()): Promise<string> {
    return this.#attempt(async () => {
      const channel = this.#channelOrThrow(channelId)
      const posted = await channel.send({ ...messageBody(message), nonce, enforceNonce: true })
      return posted.id
    })
  }

  /** @throws RefusedMessage, Error when it may be tried again */
  edit(channelId: string, messageId: string, message: DiscordMessage): Promise<void> {
    return this.#attempt(async () => {
      await this.#channelOrThrow(channelId).messages.edit(messageId, messageBody(message))
    })
  }

  /** Adds the command of the bot to a server, beside others that it has there. Never rejects. */
  async addCommand(guildId: string, command: Parameters<Guild['commands']['create']>[0]): Promise<void> {
    try {
      await this.#client?.guilds.cache.get(guildId)?.commands.create(command)
    } catch (error) {
      this.#options.log.warn('the command of the bot could not be added', { error: causeOf(error) })
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endTimer()
    await this.#drop()
  }

  async #connect(): Promise<void> {
    const { token, clock } = this.#options
    this.#endTimer()
    try {
      const client = await this.#open()
      if (this.#isStopped) return void (await client.destroy())
      // Set at once: an interaction may arrive before anything else.
      this.#client = client as Client<true>
      this.#endTimer = clock.after(resumeMs, () => void this.#again())
      await client.login(token)
    } catch (error) {
      if (this.#isStopped || this.#state.kind === 'wrong-token' || this.#state.kind === 'refused') return
      if (isInvalidToken(error)) return this.#end({ kind: 'wrong-token' })
      this.#options.log.info('Discord cannot be reached', { error: causeOf(error) })
      void this.#again()
    }
  }

  async #open(): Promise<Client> {
    const { Client, Events, GatewayIntentBits, Options, SimpleShardingStrategy } = await import('discord.js')
    const { api, log } = this.#options
    const isCurrent = () => client === this.#client
    const client: Client = new Client({
      intents: [GatewayIntentBits.Guilds],
      allowedMentions: { parse: [] },
      makeCache: Options.cacheWithLimits({
        ...Options.DefaultMakeCacheSettings,
        MessageManager: 0,
        UserManager: 50,
        GuildMemberManager: { maxSize: 1, keepOverLimit: (member) => member.id === client.user?.id },
        GuildEmojiManager: 0,
        GuildStickerManager: 0,
        VoiceStateManager: 0,
        ThreadManager: 0,
      }),
      ws: {
        // A shard that waits before its next attempt does not notice that its manager was destroyed.
        buildStrategy: (manager) => {
          const { retrieveSessionInfo } = manager.options
          manager.options.retrieveSessionInfo = (shard) => (isCurrent() ? retrieveSessionInfo(shard) : never())
          return new SimpleShardingStrategy(manager)
        },
      },
      rest: { timeout: requestMs, ...(api !== undefined && { api }) },
    })
    const changed = () => void (isCurrent() && this.#onDidChange.emit())
    client.on(Events.ClientReady, () => isCurrent() && this.#ready())
    client.on(Events.ShardResume, () => isCurrent() && this.#ready())
    client.on(Events.ShardReady, () => isCurrent() && this.#state.kind === 'disconnected' && this.#ready())
    client.on(Events.ShardReconnecting, () => isCurrent() && this.#lost())
    client.on(Events.ShardDisconnect, ({ code }) => {
      if (isCurrent()) this.#end(code === 4004 ? { kind: 'wrong-token' } : { kind: 'refused', code })
    })
    client.on(Events.ShardError, (error) => log.info('the connection to Discord failed', { error: causeOf(error) }))
    client.on(Events.Error, (error) => log.warn('an error of the bot', { error: causeOf(error) }))
    client.on(Events.InteractionCreate, (interaction) => isCurrent() && this.#receive(interaction))
    for (const event of [
      Events.ChannelCreate,
      Events.ChannelDelete,
      Events.ChannelUpdate,
      Events.GuildCreate,
      Events.GuildDelete,
      Events.GuildMemberUpdate,
      Events.GuildRoleCreate,
      Events.GuildRoleDelete,
      Events.GuildRoleUpdate,
      Events.GuildUpdate,
    ] as const)
      client.on(event, changed)
    return client
  }

  #receive(interaction: Interaction): void {
    if (isButtonPress(interaction)) return this.#onDidPress.emit(readPress(interaction))
    const command = readCommand(interaction)
    if (command) this.#onDidCommand.emit(command)
  }

  #ready(): void {
    this.#endTimer()
    this.#attempts = 0
    this.#set({ kind: 'ready' })
  }

  /** The library resumes by itself; what takes long is started again. */
  #lost(): void {
    if (this.#state.kind !== 'ready') return
    this.#set({ kind: 'disconnected' })
    this.#endTimer()
    this.#endTimer = this.#options.clock.after(resumeMs, () => void this.#again())
  }

  async #again(): Promise<void> {
    this.#endTimer()
    this.#set({ kind: 'disconnected' })
    const wait = Math.min(retryMs.first * 2 ** this.#attempts, retryMs.longest)
    this.#attempts += 1
    this.#endTimer = this.#options.clock.after(wait, () => void this.#connect())
    await this.#drop()
  }

  #end(state: SessionState): void {
    this.#endTimer()
    this.#options.log.warn('Discord ended the connection for good', { state: state.kind })
    this.#set(state)
    void this.#drop()
  }

  async #drop(): Promise<void> {
    const { clock } = this.#options
    const client = this.#client
    this.#client = undefined
    try {
      await Promise.race([client?.destroy(), new Promise<void>((resolve) => void clock.after(closingMs, resolve))])
    } catch (error) {
      this.#options.log.info('the connection to Discord could not be closed', { error: causeOf(error) })
    }
  }

  #set(state: SessionState): void {
    if (this.#isStopped) return
    this.#state = state
    this.#onDidChange.emit()
  }

  async #attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const status = statusOf(error)
      if (status === 401) this.#end({ kind: 'wrong-token' })
      if (status === 401 || status === 403 || status === 404) throw new RefusedMessage(causeOf(error))
      throw error
    }
  }

  /** @throws RefusedMessage, Error while there is no connection */
  #channelOrThrow(id: string): GuildTextBasedChannel {
    const channel = this.#channel(id)
    if (channel) return channel
    throw this.#client ? new RefusedMessage('there is no such channel') : new Error('there is no connection')
  }

  #channel(id: string): GuildTextBasedChannel | undefined {
    const channel = this.#client?.channels.cache.get(id)
    return channel && isPlainChannel(channel) ? (channel as GuildTextBasedChannel) : undefined
  }
}

const never = (): Promise<never> => new Promise(() => {})

/** Unguessable, and short enough for a nonce of Discord. */
export const newNonce = (): string => randomBytes(16).toString('base64url')

/** An ordinary channel of a server, no thread or voice channel. */
const isPlainChannel = ({ type }: { readonly type: number }): boolean => type === 0

const isInvalidToken = (error: unknown): boolean =>
  statusOf(error) === 401 || (error instanceof Error && 'code' in error && error.code === 'TokenInvalid')

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : undefined

/** Without the request, whose header has the token. */
const causeOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown')
