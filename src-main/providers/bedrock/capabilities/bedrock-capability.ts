/** Bedrock capability: what probing found out about a game, and how its capabilities run commands. */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { BuildFacts, BuildPreview, Turn } from '@shared/build/build-preview.js'
import type { Scene } from '../../../painter/painter.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { BuildCall } from '../../minecraft/build/build-jobs.js'
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
  readonly builds?: BedrockBuilder
  readonly sight?: BedrockSight
}

/** What capabilities need of the builds of a game; see `build/bedrock-builds.ts`. */
export interface BedrockBuilder {
  /** Plans the group that holds the blocks before a build. @throws GatewayError that names the part that is wrong */
  begin(given: JsonObject, signal: AbortSignal): Promise<string>
  /** The group for the blocks before an undo; undefined unless that is the undo of a build. */
  beginRedo(groupId: string): string | undefined
  /** Resolves when the build is over. @throws GatewayError when it failed or was stopped */
  build(call: BuildCall, signal: AbortSignal): Promise<JsonObject>
  hasGroup(groupId: string): boolean
  /** The group was planned for a request that is about to run. */
  take(requestId: string, groupId: string): void
  /** That of a request that runs now. */
  taken(requestId: string): string | undefined
  /** Puts back what a build changed; one that is not over is stopped first. @throws GatewayError */
  undo(groupId: string, redoId: string | undefined, signal: AbortSignal): Promise<JsonObject>
}

/** What capabilities need to show builds; see `build/bedrock-sight.ts`. */
export interface BedrockSight {
  /** Structure files, as an AI may know them. */
  readonly structures: readonly JsonObject[]
  /** @throws GatewayError as the build itself would */
  see(given: JsonObject, abilities: BedrockAbilities, signal: AbortSignal): Promise<SeenBedrockBuild>
  /** For people. @throws GatewayError as the build itself would */
  preview(given: JsonObject, turn: Turn, abilities: BedrockAbilities, signal: AbortSignal): Promise<BuildPreview>
  /** For a model. */
  pictureOf(scene: Scene, turn: Turn, signal: AbortSignal): Promise<ResultPicture>
}

export interface SeenBedrockBuild {
  readonly facts: BuildFacts
  readonly after: Scene
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
