/** Bedrock capability: what probing found out about a game, and how its capabilities run commands. */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Capability } from '../../minecraft/capability.js'
import type { BedrockLink, BedrockReply } from '../link.js'
import type { ScriptApi } from '../script/script-api.js'
import { statusCodes } from '../wire/frame.js'

/** Results of probing a game. */
export interface BedrockAbilities {
  readonly link: BedrockLink
  /** Commands the game does not know. */
  readonly unknown: ReadonlySet<string>
  /** Read capabilities that were probed and whose replies could be parsed. */
  readonly reads: ReadonlySet<string>
  /** Undefined when the world does not have our behavior pack. */
  readonly script?: ScriptApi | undefined
}

export type BedrockCapability = Capability<BedrockAbilities>

/** A capability that needs these commands. */
export const capability = (
  id: string,
  commands: readonly string[],
  run: BedrockCapability['run'],
): BedrockCapability => ({
  id,
  run,
  missingFeature: ({ unknown }) => (commands.some((name) => unknown.has(name)) ? { kind: 'version' } : undefined),
})

/** A context that is offered when its reply could be parsed during probing. */
export const reading = (id: string, run: BedrockCapability['run']): BedrockCapability => ({
  id,
  run,
  missingFeature: ({ reads }) => (reads.has(id) ? undefined : { kind: 'unknown-reply' }),
})

/** Runs a command that must succeed. @throws GatewayError */
export async function runOrThrow(
  { link }: BedrockAbilities,
  command: string,
  signal: AbortSignal,
  failure: 'BUSINESS.PLAYER_OFFLINE' | 'BUSINESS.OPERATION_FAILED' = 'BUSINESS.OPERATION_FAILED',
): Promise<BedrockReply> {
  const reply = await link.run(command, { signal })
  if (reply.statusCode >= 0) return reply
  throw failureOf(reply, failure)
}

interface Refusal {
  readonly message: string
  readonly suggestion: string
}

const cheatsSuggestion = 'Read details.reply. Commands need cheats to be on in the world.'
const refusals: Readonly<Record<number, Refusal>> = {
  [statusCodes.syntax]: { message: 'The Bedrock game does not know this command.', suggestion: cheatsSuggestion },
  [statusCodes.unknownCommand]: {
    message: 'The Bedrock game does not know this command.',
    suggestion: cheatsSuggestion,
  },
  [statusCodes.encryptionRequired]: {
    message: 'The Bedrock game requires an encrypted connection.',
    suggestion: 'Turn on "Encrypt connections" where Bedrock worlds are added, and type the /connect command again.',
  },
}
const refusedCommand: Refusal = { message: 'The Bedrock game refused the command.', suggestion: cheatsSuggestion }

/** Converts a failed reply to an error that includes the game's text. */
export function failureOf(
  { statusCode, statusMessage }: BedrockReply,
  failure: 'BUSINESS.PLAYER_OFFLINE' | 'BUSINESS.OPERATION_FAILED',
): GatewayError {
  const text = cleanText(statusMessage, 256)
  const details = { statusCode, ...(text !== '' && { reply: text }) }
  if (statusCode === statusCodes.tooManyPending)
    return new GatewayError('SYSTEM.RATE_LIMITED', { details: { ...details, retryAfterMs: 1_000 } })
  const code = statusCode === statusCodes.noTarget ? failure : 'BUSINESS.OPERATION_FAILED'
  return new GatewayError(code, {
    ...(code === 'BUSINESS.OPERATION_FAILED' && (refusals[statusCode] ?? refusedCommand)),
    details,
    hasProviderText: text !== '',
  })
}

export const unreadableReply = (what: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_RESPONSE', { message: `The Bedrock game did not report ${what}.` })
