/**
 * Discord: shows requests in a channel of the owner's own bot, and takes the answers of linked people there.
 *
 * Enforces invariant 6: an answer counts by the id of a linked account, on the card it was given for, in the channel that
 * the owner chose; bots, webhooks, namesakes and roles of Discord count for nothing. Enforces invariant 2: off by default,
 * and an approval counts only when its person is shown that it was accepted.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import {
  type DiscordSettings,
  type DiscordState,
  type DiscordView,
  discordPermissions,
} from '@shared/approvals/discord.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { CallEntry } from '@shared/trail/live.js'
import type { Approvers } from '../../gateway/ports/approvers.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { PersonDirectory } from '../../gateway/ports/person-directory.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { obstacleOnDiscord } from '../../policy/approvals/discord-approval.js'
import { shownBySchema } from '../../policy/redaction/schema-redaction.js'
import { AccountLink } from './account-link.js'
import { ActionLog } from './action-log.js'
import { Cards, type CardsDependencies } from './cards.js'
import { DiscordConnection } from './discord-connection.js'
import { actionLine, coded, fill, shownArguments, type TextMask, timeText, wordsIn } from './discord-text.js'
import { commandBody, maxContent } from './discord-wire.js'
import { type InteractionPlace, Interactions } from './interactions.js'
import { LinkedPeople } from './linked-people.js'

/** Milliseconds for cards to get their last state before the connection is closed. */
const lastCardsMs = 1_000

export interface DiscordDependencies {
  readonly approvals: Approvers
  readonly people: PersonDirectory
  readonly registry: Pick<ServerRegistry, 'offerBy'>
  readonly settings: {
    get(): Pick<Settings, 'discord' | 'answerPlaces'>
    /** @returns whether it was saved */
    change(change: Pick<Settings, 'discord'>): boolean
    onDidChange(listener: () => void): () => void
  }
  readonly token: {
    get(): string | undefined
    /** @returns whether it is stored for longer than the program runs */
    set(token: string): boolean
    delete(): void
  }
  readonly stream: {
    readonly on: boolean
    readonly language: AppLanguage
    /** Masks as stream-safe mode does, whether it is on or off. */
    mask(): TextMask
  }
  readonly panic: { readonly state: PanicState; pause(by: string): void }
  readonly clock: Clock
  readonly log: Log
  /** Address of Discord's REST interface, for tests. */
  readonly api?: string
}

/** Posts messages of Gatehouse in the channel. */
export interface DiscordPoster {
  /** @param markdown without mentions; it is split where it is long. @throws GatewayError when the channel cannot be used */
  post(markdown: string): Promise<void>
}

interface ActiveChannel {
  readonly id: string
  readonly guild: string
  readonly cards: Cards
}

export class Discord implements DiscordPoster {
  readonly #deps: DiscordDependencies
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  readonly #link: AccountLink
  readonly #people: LinkedPeople
  readonly #actions: ActionLog
  readonly #ends: readonly (() => void)[]
  #connection: { readonly token: string; readonly opened: DiscordConnection } | undefined
  #active: ActiveChannel | undefined
  /** Discord refused a message there, whatever it said about permissions. */
  #refusedChannel: string | undefined
  readonly #interactions: Interactions
  #isStopped = false

  constructor(deps: DiscordDependencies) {
    this.#deps = deps
    const { approvals, people, settings, clock, log, stream } = deps
    this.#people = new LinkedPeople({ people, approvals, clock })
    this.#link = new AccountLink({ people, clock, log, onDidChange: () => this.#onDidChange.emit() })
    this.#actions = new ActionLog({
      post: (message) => this.#postNow(message),
      moreText: (count) => fill(wordsIn(stream.language).log.more, { count }),
      clock,
      log,
    })
    this.#interactions = new Interactions({
      approvals,
      people: this.#people,
      link: this.#link,
      panic: deps.panic,
      stream,
      place: () => this.#place(),
      onPause: (name) => this.#notePause(name),
      log,
    })
    this.#ends = [
      approvals.onDidOpen((approval) => this.#active?.cards.show(approval)),
      approvals.onDidChange((approval) => this.#changed(approval)),
      approvals.onDidClose((resolution) => this.#active?.cards.end(resolution)),
      people.onDidChange(() => this.#peopleChanged()),
      settings.onDidChange(() => this.#apply()),
    ]
    this.#apply()
  }

  get state(): DiscordState {
    const { enabled, channel } = this.#deps.settings.get().discord
    if (!enabled) return { kind: 'off' }
    const connection = this.#connection?.opened
    if (!connection) return { kind: 'no-token' }
    const session = connection.state
    if (session.kind !== 'ready') return session
    if (!connection.hasGuild) return { kind: 'no-guild' }
    if (channel === '') return { kind: 'no-channel' }
    const facts = connection.channel(channel)
    if (facts.kind === 'gone') return { kind: 'channel-gone' }
    if (facts.kind === 'missing') return { kind: 'missing-permission', permissions: facts.permissions }
    if (this.#refusedChannel === channel) return { kind: 'missing-permission', permissions: discordPermissions }
    return { kind: 'on', isPublic: facts.isPublic }
  }

  /** State for the window. */
  get view(): DiscordView {
    const { settings, token, stream } = this.#deps
    const connection = this.#connection?.opened
    const application = connection?.applicationId
    return {
      ...settings.get().discord,
      state: this.state,
      hasToken: token.get() !== undefined,
      ...(application !== undefined && { invite: inviteOf(application) }),
      channels: connection?.channels() ?? [],
      people: this.#people.list(),
      linking: this.#link.shown(!stream.on),
      problem: this.#link.problem,
    }
  }

  /** @param token none when empty. @returns whether it is stored for longer than the program runs */
  keepToken(token: string): boolean {
    const isKept = token !== '' && this.#deps.token.set(token)
    if (token === '') this.#deps.token.delete()
    this.#drop()
    this.#apply()
    this.#onDidChange.emit()
    return isKept
  }

  /** @throws GatewayError when the settings cannot be saved */
  change(change: Partial<DiscordSettings>): void {
    const { settings } = this.#deps
    if (!settings.change({ discord: { ...settings.get().discord, ...change } })) {
      throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
    }
  }

  /** Makes a one-time code for a person. @throws GatewayError */
  link(person: string, by: Person): void {
    if (this.state.kind !== 'on') throw notConnected()
    this.#link.start(person, by)
  }

  cancelLink(): void {
    this.#link.cancel()
  }

  /** @param way its id @throws GatewayError */
  unlink(way: string, by: Person): void {
    if (!way.startsWith('discord:')) throw new GatewayError('PROTOCOL.INVALID_REQUEST')
    this.#deps.people.removeWay(way, by)
  }

  async post(markdown: string): Promise<void> {
    for (const content of partsOf(markdown)) await this.#postNow({ content, isQuiet: false })
  }

  /** An action of an AI was done, or perhaps done. */
  acted(entry: CallEntry): void {
    const { registry, settings, stream } = this.#deps
    if (!this.#active || !settings.get().discord.log) return
    const schema = registry.offerBy(entry.server?.id ?? '', entry.capabilityId)?.manifest.parameters
    const given = shownBySchema(schema, entry.arguments)
    this.#actions.add(actionLine(entry, given, { language: stream.language, mask: stream.mask() }))
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const end of this.#ends) end()
    this.#link.stop()
    this.#actions.stop()
    this.#people.leave(false)
    const { cards } = this.#active ?? {}
    this.#active = undefined
    cards?.retire()
    await Promise.race([cards?.settled(), this.#pause(lastCardsMs)])
    cards?.stop()
    await this.#connection?.opened.stop()
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => void this.#deps.clock.after(milliseconds, resolve))
  }

  /** Makes everything as the settings, the token and the connection say. */
  #apply(): void {
    if (this.#isStopped) return
    const { settings, token, clock, log, api } = this.#deps
    const { enabled, channel } = settings.get().discord
    const wanted = enabled ? token.get() : undefined
    if (wanted !== this.#connection?.token) {
      this.#drop()
      if (wanted !== undefined) {
        const opened = new DiscordConnection({ token: wanted, api, clock, log })
        this.#connection = { token: wanted, opened }
        opened.onDidChange(() => this.#connectionChanged(opened))
        opened.onDidPress((press) => void this.#interactions.pressed(press))
        opened.onDidCommand((command) => void this.#interactions.commanded(command))
      }
    }
    const { state } = this
    if (this.#active && this.#active.id !== channel) this.#deactivate()
    if (state.kind === 'on') this.#activate(channel)
    else if (state.kind === 'disconnected' || state.kind === 'connecting') this.#people.leave(true)
    else this.#deactivate()
    this.#onDidChange.emit()
  }

  #connectionChanged(connection: DiscordConnection): void {
    if (connection !== this.#connection?.opened) return
    this.#refusedChannel = undefined
    this.#apply()
  }

  #activate(id: string): void {
    const { approvals, stream } = this.#deps
    this.#people.arrive()
    if (this.#active) return
    const connection = this.#connection?.opened
    const facts = connection?.channel(id)
    if (!connection || facts?.kind !== 'usable') return
    const cards = new Cards(this.#cardsFor(id, connection))
    this.#active = { id, guild: facts.guild, cards }
    void connection.addCommand(facts.guild, commandBody(wordsIn(stream.language).commands))
    for (const approval of approvals.open()) cards.show(approval)
  }

  #cardsFor(channel: string, connection: DiscordConnection): CardsDependencies {
    const { clock, log, registry, stream, settings } = this.#deps
    return {
      channel,
      connection,
      clock,
      log,
      partsOf: (approval) => {
        const schema = registry.offerBy(approval.server.id, approval.capabilityId)?.manifest.parameters
        const mask = stream.mask()
        const shown = shownArguments(approval.capabilityId, shownBySchema(schema, approval.arguments), mask)
        const why = obstacleOnDiscord(approval, settings.get().answerPlaces) ?? shown.lacks
        return { parts: { approval, shown, language: stream.language, mask }, why }
      },
      onPosted: (id) => this.#people.shown([id]),
      onRefused: () => this.#refused(channel),
    }
  }

  #refused(channel: string): void {
    if (this.#active?.id !== channel) return
    this.#refusedChannel = channel
    this.#apply()
  }

  /** The channel is not used any more: its cards lose their buttons. */
  #deactivate(): void {
    this.#people.leave(false)
    this.#actions.stop()
    const { cards } = this.#active ?? {}
    this.#active = undefined
    cards?.retire()
  }

  #drop(): void {
    const connection = this.#connection?.opened
    this.#connection = undefined
    const cards = this.#active?.cards
    this.#deactivate()
    if (!connection) return
    void Promise.race([cards?.settled(), this.#pause(lastCardsMs)]).then(() => {
      cards?.stop()
      return connection.stop()
    })
  }

  #changed(approval: OpenApproval): void {
    const { approvals } = this.#deps
    if (approvals.open().some(({ id }) => id === approval.id)) this.#active?.cards.show(approval)
  }

  #peopleChanged(): void {
    this.#people.refresh()
    if (this.#active) this.#people.shown(this.#active.cards.posted)
    this.#onDidChange.emit()
  }

  #place(): InteractionPlace | undefined {
    const application = this.#connection?.opened.applicationId
    return this.#active && application !== undefined ? { ...this.#active, application } : undefined
  }

  #notePause(name: string): void {
    const { stream, settings, clock } = this.#deps
    const line = fill(wordsIn(stream.language).log.paused, { name: coded(stream.mask().text(name)) })
    if (settings.get().discord.log) this.#actions.add(`${timeText(clock.now(), 't')} · ${line}`)
  }

  async #postNow(message: Parameters<DiscordConnection['post']>[1]): Promise<void> {
    const connection = this.#connection?.opened
    if (!connection || !this.#active) throw notConnected()
    await connection.post(this.#active.id, message)
  }
}

const notConnected = (): GatewayError =>
  new GatewayError('SYSTEM.SERVICE_UNAVAILABLE', {
    message: 'The channel on Discord cannot be used now.',
    suggestion: 'Check Discord in Settings.',
  })

/** With the permissions of `discordPermissions`: to see channels and to send messages. */
const inviteOf = (application: string): string =>
  `https://discord.com/oauth2/authorize?client_id=${application}&scope=bot+applications.commands&permissions=3072`

/** Parts that Discord takes, split at the ends of lines where there are any. */
function partsOf(markdown: string): readonly string[] {
  const parts: string[] = []
  for (const line of markdown.split('\n').flatMap((one) => one.match(/.{1,1900}/gsu) ?? [''])) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + line.length + 1 <= maxContent) parts[parts.length - 1] = `${last}\n${line}`
    else parts.push(line)
  }
  return parts.filter((part) => part.trim() !== '')
}
