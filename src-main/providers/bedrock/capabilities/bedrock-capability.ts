/**
 * Bedrock capability: implementation and requirements of a capability of a Bedrock game.
 *
 * A capability that a game cannot have is not offered, and says why (`MissingFeature`).
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { MissingFeature } from '@shared/servers/java-server.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { BedrockLink, BedrockReply } from '../link.js'
import type { ScriptApi } from '../script/script-api.js'
import { statusCodes } from '../wire/frame.js'

/** Results of probing a game. */
export interface Abilities {
  readonly link: BedrockLink
  /** Commands the game does not know. */
  readonly unknown: ReadonlySet<string>
  /** Read capabilities whose replies were tried and understood. */
  readonly reads: ReadonlySet<string>
  /** Undefined when the world does not have our behavior pack. */
  readonly script?: ScriptApi | undefined
}

export interface CapabilityCall {
  readonly given: JsonObject
  readonly signal: AbortSignal
}

export interface BedrockCapability {
  readonly id: string
  /** Why the game cannot have it; undefined when it can. */
  lack(abilities: Abilities): MissingFeature | undefined
  /** @throws GatewayError for every failure a caller can understand */
  run(call: CapabilityCall, abilities: Abilities): Promise<JsonObject>
}

/** A capability that needs these commands. */
export const capability = (
  id: string,
  commands: readonly string[],
  run: BedrockCapability['run'],
): BedrockCapability => ({
  id,
  run,
  lack: ({ unknown }) => (commands.some((name) => unknown.has(name)) ? { kind: 'version' } : undefined),
})

/** A context that is offered when its reply was tried and understood. */
export const reading = (id: string, run: BedrockCapability['run']): BedrockCapability => ({
  id,
  run,
  lack: ({ reads }) => (reads.has(id) ? undefined : { kind: 'unknown-reply' }),
})

/** A capability that no Bedrock game has over a WebSocket. */
export const unavailableCapability = (id: string, kind: MissingFeature['kind']): BedrockCapability => ({
  id,
  lack: () => ({ kind }),
  run: () => Promise.reject(new Error(`${id} is not offered`)),
})

/** Runs a command that must succeed. @throws GatewayError */
export async function done(
  { link }: Abilities,
  command: string,
  signal: AbortSignal,
  failure: 'BUSINESS.PLAYER_OFFLINE' | 'BUSINESS.OPERATION_FAILED' = 'BUSINESS.OPERATION_FAILED',
): Promise<BedrockReply> {
  const reply = await link.run(command, { signal })
  if (reply.statusCode >= 0) return reply
  throw failed(reply, failure)
}

interface Refusal {
  readonly message: string
  readonly suggestion: string
}

const cheats = 'Look at details.reply. Commands need cheats to be on in the world.'
const refusals: Readonly<Record<number, Refusal>> = {
  [statusCodes.syntax]: { message: 'The Bedrock game does not know this command.', suggestion: cheats },
  [statusCodes.unknownCommand]: { message: 'The Bedrock game does not know this command.', suggestion: cheats },
  [statusCodes.encryptionRequired]: {
    message: 'The Bedrock game requires an encrypted connection.',
    suggestion: 'Turn on "Encrypt connections" where Bedrock worlds are added, and type the /connect command again.',
  },
}
const refusedCommand: Refusal = { message: 'The Bedrock game refused the command.', suggestion: cheats }

/** A negative reply as an error, with the game's text. */
export function failed(
  { statusCode, statusMessage }: BedrockReply,
  failure: 'BUSINESS.PLAYER_OFFLINE' | 'BUSINESS.OPERATION_FAILED',
): GatewayError {
  const said = cleanText(statusMessage, 256)
  const details = { statusCode, ...(said !== '' && { reply: said }) }
  if (statusCode === statusCodes.tooManyPending)
    return new GatewayError('SYSTEM.RATE_LIMITED', { details: { ...details, retryAfterMs: 1_000 } })
  const code = statusCode === statusCodes.noTarget ? failure : 'BUSINESS.OPERATION_FAILED'
  return new GatewayError(code, {
    ...(code === 'BUSINESS.OPERATION_FAILED' && (refusals[statusCode] ?? refusedCommand)),
    details,
    hasProviderText: said !== '',
  })
}

export const unreadableReply = (what: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', { message: `The Bedrock game did not say ${what}.` })
