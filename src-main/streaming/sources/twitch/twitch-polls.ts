/**
 * Twitch polls: a poll that Twitch shows and counts itself, one at a time.
 *
 * What Twitch notifies is counted; when the end is not notified, for example as a session was lost, Twitch is asked once.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import { Emitter } from '../../../gateway/ports/emitter.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { NativePolls, RunningPoll } from '../../ports.js'
import { type Frame, textIn } from '../frames.js'
import type { TwitchAccount } from './twitch-account.js'

/** Milliseconds after the end of a poll until Twitch is asked how it ended. */
const endGraceMs = 10_000

type Ended = Awaited<RunningPoll['ended']>

interface Poll {
  readonly id: string
  readonly choices: readonly string[]
  votes: readonly number[]
  readonly onDidCount: Emitter<readonly number[]>
  readonly settle: (kind: Ended['kind']) => void
}

export interface TwitchPollsOptions {
  readonly clock: Clock
  readonly account: TwitchAccount
}

export class TwitchPolls implements NativePolls {
  readonly platform = 'twitch'
  readonly #options: TwitchPollsOptions
  #poll: Poll | undefined

  constructor(options: TwitchPollsOptions) {
    this.#options = options
  }

  async start(wanted: {
    readonly title: string
    readonly choices: readonly string[]
    readonly seconds: number
  }): Promise<RunningPoll> {
    const { account, clock } = this.#options
    const answer = await account.call('POST', '/helix/polls', {
      broadcaster_id: account.user?.id,
      title: wanted.title.slice(0, 60),
      choices: wanted.choices.slice(0, 5).map((choice) => ({ title: choice.slice(0, 25) })),
      duration: Math.min(1_800, Math.max(15, Math.round(wanted.seconds))),
    })
    const [poll] = Array.isArray(answer.body.data) ? answer.body.data : []
    const id = isObject(poll) ? textIn(poll, 'id') : ''
    if (answer.status !== 200 || !isObject(poll) || id === '') throw refusal(answer.status)
    const choices = choicesIn(poll).map((choice) => textIn(choice, 'id'))
    const onDidCount = new Emitter<readonly number[]>()
    let settle: Poll['settle'] = () => {}
    const ended = new Promise<Ended>((resolve) => {
      settle = (kind) => {
        cancel()
        if (this.#poll?.id === id) this.#poll = undefined
        resolve({ kind, votes: running.votes })
      }
    })
    const running: Poll = { id, choices, votes: choices.map(() => 0), onDidCount, settle: (kind) => settle(kind) }
    const cancel = clock.after(wanted.seconds * 1_000 + endGraceMs, () => void this.#ask(running))
    this.#poll = running
    return { onDidCount: onDidCount.on, ended, end: () => this.#end(running) }
  }

  notified(type: string, event: Frame): void {
    const poll = this.#poll
    if (!poll || textIn(event, 'id') !== poll.id) return
    this.#count(poll, event)
    if (type !== 'channel.poll.end') return
    poll.settle(textIn(event, 'status') === 'completed' ? 'completed' : 'ended')
  }

  stop(): void {
    this.#poll?.settle('lost')
  }

  async #end(poll: Poll): Promise<void> {
    const { account } = this.#options
    if (this.#poll !== poll) return
    const body = { broadcaster_id: account.user?.id, id: poll.id, status: 'TERMINATED' }
    const answer = await account.call('PATCH', '/helix/polls', body)
    if (answer.status !== 200) await this.#ask(poll)
    else this.#settleBy(poll, answer.body)
  }

  async #ask(poll: Poll): Promise<void> {
    const { account } = this.#options
    const query = new URLSearchParams({ broadcaster_id: account.user?.id ?? '', id: poll.id })
    const answer = await account.call('GET', `/helix/polls?${query}`)
    if (this.#poll === poll) this.#settleBy(poll, answer.body)
  }

  #settleBy(poll: Poll, body: Frame): void {
    const all = Array.isArray(body.data) ? body.data : []
    const found = all.find((one): one is Frame => isObject(one) && textIn(one, 'id') === poll.id)
    if (!found) return poll.settle('lost')
    this.#count(poll, found)
    const status = textIn(found, 'status')
    if (status === 'COMPLETED') return poll.settle('completed')
    poll.settle(status === 'ACTIVE' ? 'lost' : 'ended')
  }

  #count(poll: Poll, event: Frame): void {
    const counted = choicesIn(event)
    poll.votes = poll.choices.map((id) => {
      const { votes } = counted.find((choice) => textIn(choice, 'id') === id) ?? {}
      return typeof votes === 'number' && Number.isSafeInteger(votes) && votes > 0 ? votes : 0
    })
    poll.onDidCount.emit(poll.votes)
  }
}

const choicesIn = ({ choices }: Frame): readonly Frame[] =>
  Array.isArray(choices) ? choices.slice(0, 5).filter(isObject) : []

function refusal(status: number): GatewayError {
  if (status === 0 || status >= 500) return new GatewayError('PROTOCOL.INVALID_REQUEST', noAnswer)
  if (status === 403) return new GatewayError('PROTOCOL.INVALID_REQUEST', notAllowed)
  return new GatewayError('PROTOCOL.INVALID_REQUEST', refused)
}

const noAnswer = { message: 'Twitch does not answer.', suggestion: 'Let viewers vote in the chat instead.' }
const notAllowed = {
  message: 'Twitch allows polls only to affiliates and partners.',
  suggestion: 'Let viewers vote in the chat instead.',
}
const refused = {
  message: 'Twitch did not start the poll.',
  suggestion: 'End the poll that runs, or let viewers vote in the chat instead.',
}
