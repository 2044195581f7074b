/**
 * Read back: a change whose reply proves nothing is judged by the state of the server, where that can be read.
 *
 * A reply proves nothing when it is empty although the game sends one, or when a plugin wrote it. The wanted state then
 * counts as done. Any other state does not count as failed, because a plugin may act later: the outcome stays unknown.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { type CommandReply, isUnknownOutcome } from '../dialects/dialect.js'

export interface ReadableState<Value> {
  /** The state before the change, where it was read just before. */
  readonly before?: Value | undefined
  /** @throws GatewayError when it cannot be read */
  read(): Promise<Value | undefined>
  isWanted(value: Value): boolean
}

export interface ConfirmedChange<Value> {
  /** The server was not in the wanted state before. Undefined when neither the reply nor the state showed it. */
  readonly changed: boolean | undefined
  readonly before?: Value
  /** The state after it; only where the reply did not say it. */
  readonly after?: Value
  /** Absent when the reply proved nothing. */
  readonly reply?: CommandReply
}

/**
 * @param state undefined when this server has no way to read it
 * @param read `after`: the state before it does not matter
 * @throws GatewayError when it failed, or when neither the reply nor the state shows that it was done
 */
export async function changeState<Value>(
  state: ReadableState<Value> | undefined,
  change: () => Promise<CommandReply>,
  read: 'both' | 'after' = 'both',
): Promise<ConfirmedChange<Value>> {
  const before = read === 'both' ? (state?.before ?? (await state?.read().catch(() => undefined))) : undefined
  const known = before === undefined ? {} : { before }
  let unknown: GatewayError | undefined
  try {
    const reply = await change()
    // The game's own silence is a claim to check where that is possible.
    if (reply.text !== '' || !state) return { changed: reply.outcome === 'done', reply, ...known }
  } catch (thrown) {
    if (!isUnknownOutcome(thrown)) throw thrown
    unknown = thrown
  }
  const after = await state?.read().catch(() => undefined)
  if (state && after !== undefined && state.isWanted(after)) {
    return { changed: before === undefined ? undefined : !state.isWanted(before), after, ...known }
  }
  throw notConfirmed(unknown, after !== undefined)
}

/**
 * Whether the change changed anything: an undo relies on it.
 *
 * @throws GatewayError as `changeState`, and when the state before is unknown and the reply does not say it
 */
export async function hasChanged<Value>(
  state: ReadableState<Value> | undefined,
  change: () => Promise<CommandReply>,
): Promise<boolean> {
  return knownChange(await changeState(state, change))
}

/** @throws GatewayError when it is unknown */
export function knownChange({ changed }: ConfirmedChange<unknown>): boolean {
  if (changed !== undefined) return changed
  throw new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: 'The server now has the wanted state. Whether it had it before is not known.',
    suggestion: 'Do not undo it without reading the state.',
    details: { reason: 'unknown-reply', mayHaveRun: true },
  })
}

/** Like the error of the reply, with what the state showed. */
function notConfirmed(unknown: GatewayError | undefined, isRead: boolean): GatewayError {
  const details = unknown?.details ?? { reason: 'empty-reply', mayHaveRun: true }
  const said = details.reply === undefined ? 'The server answered nothing' : 'The reply of the server is not known'
  return new GatewayError('PROTOCOL.INVALID_RESPONSE', {
    message: isRead
      ? `${said}, and so far its state has not changed. It may still run.`
      : `${said}. Whether the command ran is not known.`,
    suggestion: 'Read the state before you try again. Some plugins answer later, in the log of the server.',
    details,
    hasProviderText: details.reply !== undefined,
    ...(unknown && { cause: unknown }),
  })
}
