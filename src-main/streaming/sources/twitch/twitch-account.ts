/**
 * Twitch account: the sign-in of the streamer by a device code, and the tokens that come of it.
 *
 * Guards invariant 8: tokens are in the credential store and go only to Twitch. A refresh token works once, so the new one
 * is stored before anything uses the new access token: a crash in between costs a sign-in, never more. Twitch wants
 * tokens to be validated at the start and every hour.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { TwitchAccountState } from '@shared/streaming/audience.js'
import type { SecretStore } from '../../../gateway/ports/client-access.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { frameIn, textIn } from '../frames.js'
import {
  type SendToTwitch,
  type TwitchAnswer,
  type TwitchHosts,
  type TwitchRequest,
  unanswered,
} from './twitch-http.js'

/** Name in the credential store. */
const secretName = 'twitch:tokens'
const readScope = 'user:read:chat'
/** Starts and ends polls, and reads them. */
const pollScope = 'channel:manage:polls'
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

const validateMs = 3_600_000
/** Milliseconds before another attempt when Twitch did not answer. */
const againMs = 60_000
/** Bounds of what Twitch says about a code, in seconds. */
const interval = { least: 1, most: 60, normal: 5 }
const maxCodeSeconds = 1_800

interface Tokens {
  readonly clientId: string
  readonly access: string
  readonly refresh: string
}

export interface TwitchUser {
  readonly id: string
  readonly login: string
  readonly mayManagePolls: boolean
}

export interface TwitchAccountOptions {
  readonly clock: Clock
  readonly log: Log
  readonly secrets: SecretStore
  readonly clientId: () => string
  readonly hosts: TwitchHosts
  readonly send: SendToTwitch
}

export class TwitchAccount {
  readonly #options: TwitchAccountOptions
  readonly #onDidChange = new Emitter<TwitchAccountState>()
  readonly onDidChange = this.#onDidChange.on
  #state: TwitchAccountState = { kind: 'signed-out' }
  #tokens: Tokens | undefined
  #user: TwitchUser | undefined
  #isKept = true
  #refreshing: Promise<boolean> | undefined
  #cancelTimer = (): void => {}

  constructor(options: TwitchAccountOptions) {
    this.#options = options
    this.#tokens = tokensIn(options.secrets.get(secretName))
  }

  get state(): TwitchAccountState {
    return this.#state
  }

  /** Known once the tokens were validated. */
  get user(): TwitchUser | undefined {
    return this.#user
  }

  /** Validates what is stored. */
  async start(): Promise<void> {
    this.#cancelTimer()
    const tokens = this.#tokens
    if (!tokens) return this.#end()
    if (tokens.clientId !== this.#options.clientId()) return this.#forget()
    await this.#validate(tokens)
  }

  /** @throws GatewayError when Twitch gives no code */
  async signIn(wanted: { readonly polls: boolean }): Promise<void> {
    const { hosts, clientId } = this.#options
    const scopes = wanted.polls ? `${readScope} ${pollScope}` : readScope
    const client = clientId()
    await this.signOut()
    const { status, body } = await this.#post(`${hosts.id}/oauth2/device`, { client_id: client, scopes })
    const device = textIn(body, 'device_code')
    const code = textIn(body, 'user_code')
    const address = textIn(body, 'verification_uri')
    if (status !== 200 || !isToken(device) || !isUserCode(code) || !isOfTwitch(address)) {
      throw new GatewayError('PROTOCOL.INVALID_REQUEST', status === 0 || status >= 500 ? noAnswer : badClient)
    }
    this.#cancelTimer()
    const seconds = Math.min(maxCodeSeconds, numberIn(body.expires_in, maxCodeSeconds))
    const until = this.#options.clock.elapsed() + seconds * 1_000
    this.#set({ kind: 'signing-in', code, address })
    const every = Math.min(interval.most, Math.max(interval.least, numberIn(body.interval, interval.normal)))
    this.#poll({ client, device, scopes, until, milliseconds: every * 1_000 })
  }

  /** Ends a sign-in that was begun. */
  cancel(): void {
    if (this.#state.kind !== 'signing-in') return
    this.#cancelTimer()
    this.#end()
  }

  /** Also at Twitch, where it can be reached. */
  async signOut(): Promise<void> {
    const tokens = this.#tokens
    this.#forget()
    if (tokens) await this.#revoke(tokens.clientId, tokens.access)
  }

  /** Twitch said that the person removed the connection. */
  revoked(): void {
    this.#forget('ended')
  }

  stop(): void {
    this.#cancelTimer()
  }

  /** Requests something as the streamer; refreshes the token once when it has ended. */
  async call(method: TwitchRequest['method'], path: string, body?: object): Promise<TwitchAnswer> {
    const { hosts, send } = this.#options
    const once = (): Promise<TwitchAnswer> => {
      const tokens = this.#tokens
      if (!tokens) return Promise.resolve({ ...unanswered, status: 401 })
      const headers = { authorization: `Bearer ${tokens.access}`, 'client-id': tokens.clientId }
      return send({ method, url: `${hosts.api}${path}`, headers, ...(body && { body }) })
    }
    const used = this.#tokens?.access
    const answer = await once()
    if (answer.status !== 401 || used === undefined) return answer
    const isNew = this.#tokens !== undefined && this.#tokens.access !== used
    return isNew || (await this.#refresh()) ? once() : { ...answer, status: this.#tokens ? 0 : 401 }
  }

  #poll(asked: {
    readonly client: string
    readonly device: string
    readonly scopes: string
    readonly until: number
    readonly milliseconds: number
  }): void {
    const { clock, hosts } = this.#options
    const { client, device, scopes, until, milliseconds } = asked
    this.#cancelTimer = clock.after(milliseconds, async () => {
      if (clock.elapsed() >= until) return this.#end('expired')
      const isCancelled = (): boolean => this.#state.kind !== 'signing-in' || this.#state.code !== shown
      const shown = this.#state.kind === 'signing-in' ? this.#state.code : ''
      const form = { client_id: client, scopes, device_code: device, grant_type: deviceGrant }
      const answer = await this.#post(`${hosts.id}/oauth2/token`, form)
      if (isCancelled()) return this.#revokeLate(client, answer)
      if (answer.status === 200) return this.#accept(client, answer)
      const message = textIn(answer.body, 'message').toLowerCase()
      if (message === 'slow_down') return this.#poll({ ...asked, milliseconds: milliseconds + 5_000 })
      const isPending = message === 'authorization_pending' || answer.status === 0 || answer.status >= 500
      if (isPending || answer.status === 429) return this.#poll(asked)
      this.#end(message === 'invalid device code' ? 'expired' : 'refused')
    })
  }

  async #accept(clientId: string, answer: TwitchAnswer): Promise<void> {
    const tokens = this.#store(clientId, answer)
    if (tokens) await this.#validate(tokens)
    else this.#end('refused')
  }

  /** Before they are used: the tokens before them work no more. */
  #store(clientId: string, { body }: TwitchAnswer): Tokens | undefined {
    const access = textIn(body, 'access_token')
    const refresh = textIn(body, 'refresh_token')
    if (!isToken(access) || !isToken(refresh)) return undefined
    this.#tokens = { clientId, access, refresh }
    this.#isKept = this.#options.secrets.set(secretName, JSON.stringify(this.#tokens))
    return this.#tokens
  }

  async #validate(tokens: Tokens): Promise<void> {
    const { hosts, send, clock, clientId } = this.#options
    this.#cancelTimer()
    const authorization = `OAuth ${tokens.access}`
    const answer = await send({ method: 'GET', url: `${hosts.id}/oauth2/validate`, headers: { authorization } })
    if (this.#tokens !== tokens) return
    const again = (milliseconds: number): void => {
      this.#cancelTimer = clock.after(milliseconds, () => {
        if (this.#tokens) void this.#validate(this.#tokens)
      })
    }
    if (answer.status === 401) {
      // It validates the new tokens itself.
      if (!(await this.#refresh()) && this.#tokens) again(againMs)
      return
    }
    if (answer.status !== 200) return again(againMs)
    const id = textIn(answer.body, 'user_id')
    const login = textIn(answer.body, 'login')
    const { scopes } = answer.body
    const granted = Array.isArray(scopes) ? scopes : []
    const isOurs = textIn(answer.body, 'client_id') === clientId() && granted.includes(readScope)
    if (!isUserId(id) || !isOurs) return this.#forget('refused')
    this.#user = { id, login: login.slice(0, 64), mayManagePolls: granted.includes(pollScope) }
    again(validateMs)
    this.#set({ kind: 'signed-in', login: this.#user.login, isKept: this.#isKept })
  }

  /** @returns whether there are new tokens. One at a time, as the token works once */
  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  async #refreshOnce(): Promise<boolean> {
    const { hosts, log } = this.#options
    const tokens = this.#tokens
    if (!tokens) return false
    const { clientId, refresh } = tokens
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: clientId }
    const answer = await this.#post(`${hosts.id}/oauth2/token`, form)
    if (this.#tokens !== tokens) {
      await this.#revokeLate(clientId, answer)
      return false
    }
    if (answer.status === 200) {
      const next = this.#store(clientId, answer)
      if (next) await this.#validate(next)
      else this.#forget('ended')
      return next !== undefined && this.#tokens === next
    }
    if (answer.status !== 400 && answer.status !== 401 && answer.status !== 403) return false
    const needsSecret = textIn(answer.body, 'message').toLowerCase().includes('client secret')
    log.warn('the sign-in at Twitch has ended', { status: answer.status })
    this.#forget(needsSecret ? 'not-public' : 'ended')
    return false
  }

  /** The person signed out before these tokens came. */
  async #revokeLate(clientId: string, { status, body }: TwitchAnswer): Promise<void> {
    const access = textIn(body, 'access_token')
    if (status === 200 && isToken(access)) await this.#revoke(clientId, access)
  }

  async #revoke(clientId: string, token: string): Promise<void> {
    await this.#post(`${this.#options.hosts.id}/oauth2/revoke`, { client_id: clientId, token })
  }

  #post(url: string, fields: Readonly<Record<string, string>>): Promise<TwitchAnswer> {
    return this.#options.send({ method: 'POST', url, body: new URLSearchParams(fields) })
  }

  #forget(why?: 'ended' | 'not-public' | 'refused'): void {
    this.#cancelTimer()
    this.#options.secrets.delete(secretName)
    this.#end(why)
  }

  #end(why?: Extract<TwitchAccountState, { kind: 'signed-out' }>['why']): void {
    this.#tokens = undefined
    this.#user = undefined
    this.#set({ kind: 'signed-out', ...(why && { why }) })
  }

  #set(state: TwitchAccountState): void {
    if (JSON.stringify(state) === JSON.stringify(this.#state)) return
    this.#state = state
    this.#onDidChange.emit(state)
  }
}

function tokensIn(text: string | undefined): Tokens | undefined {
  const stored = text === undefined ? undefined : frameIn(text)
  if (!stored) return undefined
  const [clientId, access, refresh] = [textIn(stored, 'clientId'), textIn(stored, 'access'), textIn(stored, 'refresh')]
  return clientId !== '' && isToken(access) && isToken(refresh) ? { clientId, access, refresh } : undefined
}

const numberIn = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : otherwise

const isToken = (text: string): boolean => /^[!-~]{1,1024}$/u.test(text)
const isUserCode = (text: string): boolean => /^[A-Za-z0-9-]{4,32}$/u.test(text)
const isUserId = (text: string): boolean => /^[0-9]{1,20}$/u.test(text)

/** Where the person is sent: nowhere but to Twitch. */
export const isOfTwitch = (text: string): boolean => {
  if (text.length > 512 || !URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  return protocol === 'https:' && username === '' && (hostname === 'twitch.tv' || hostname.endsWith('.twitch.tv'))
}

const noAnswer = { message: 'Twitch does not answer.', suggestion: 'Try again in a minute.' }
const badClient = {
  message: 'Twitch does not know this client ID.',
  suggestion: 'Copy the client ID from dev.twitch.tv/console, and choose the client type "Public" there.',
}
