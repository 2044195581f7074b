/** Error checks: responses to calls with exactly one error. See docs/protocol.md#errors-codes. */
import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { parseVersion } from '@contract/versions.js'
import type { ArgumentChoice } from './argument-choice.js'
import { unoffered } from './call-checks.js'
import type { Call, CheckCaller } from './caller.js'
import type { CheckId } from './expectations.js'
import type { Findings } from './findings.js'
import type { FrameLog } from './frame-log.js'
import { type AgentResponse, codeOf, describeResponse, errorOf, isTemporaryRefusal } from './responses.js'
import { describeMissingResponse } from './wire.js'

export interface OfferedManifests {
  readonly contexts: readonly CapabilityManifest[]
  readonly actions: readonly CapabilityManifest[]
  readonly events: readonly CapabilityManifest[]
}

/**
 * @param mayAct whether actions are called with invalid arguments too: an agent that validates nothing might execute
 * them
 */
export async function checkErrors(
  { contexts, actions, events }: OfferedManifests,
  mayAct: boolean,
  call: Call,
  choice: ArgumentChoice,
  findings: Findings,
): Promise<void> {
  const answer = await call(unoffered, {})
  checkErrorCode('unknown-capability', unoffered.id, answer, ['PROTOCOL.CAPABILITY_NOT_FOUND'], findings)

  const callable = mayAct ? [...contexts, ...actions] : contexts
  const invalidCalls = new InvalidCalls(call, findings)
  await invalidCalls.each('version-mismatch', contexts.slice(0, 1), 'no context is offered', (context) => {
    const [given] = choice.fair(context)
    return given && { given, version: nextMajor(context.version), codes: ['PROTOCOL.VERSION_MISMATCH'] }
  })
  await invalidCalls.each('missing-argument', callable, 'no called capability has a required argument', (manifest) => {
    const missing = choice.missing(manifest)
    return missing && { ...missing, what: `without ${missing.name}`, codes: ['PROTOCOL.SCHEMA_VALIDATION_FAILED'] }
  })
  await invalidCalls.each('wrong-type', callable, 'no called capability has arguments', (manifest) => {
    const wrong = choice.mistyped(manifest)
    const what = wrong && `with ${wrong.name} ${JSON.stringify(wrong.given[wrong.name])}`
    return wrong && { ...wrong, what, codes: ['PROTOCOL.SCHEMA_VALIDATION_FAILED'] }
  })
  await invalidCalls.eachOf('forbidden-value', callable, 'no called capability limits its values', (manifest) =>
    choice.forbidden(manifest).map(({ path, keyword, given }) => ({
      given,
      what: `with a value at "${path}" that its ${keyword} forbids`,
      codes: ['PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    })),
  )
  await invalidCalls.each('event-request', events.slice(0, 1), 'no event is offered', () => ({
    given: {},
    codes: ['PROTOCOL.UNSUPPORTED_TYPE'],
  }))
  await invalidCalls.each('unknown-player', contexts, 'no context has a playerName', (manifest) => {
    const given = choice.withUnknownPlayer(manifest)
    return given && { given, codes: ['BUSINESS.PLAYER_NOT_FOUND', 'BUSINESS.PLAYER_OFFLINE'], ...ownWay(manifest) }
  })
  await invalidCalls.each('unknown-world', contexts, 'no context has a worldName', (manifest) => {
    const given = choice.withUnknownWorld(manifest)
    return given && { given, codes: ['BUSINESS.WORLD_NOT_FOUND'], ...ownWay(manifest) }
  })
}

/** Outside the core catalogue the meaning of an argument's name is not defined. */
const ownWay = ({ id }: CapabilityManifest) => ({ lenient: !coreCatalogue.has(id) })

const nextMajor = (version: string): string => `${(parseVersion(version)?.major ?? 0) + 1}.0.0`

interface InvalidCall {
  readonly given: JsonObject
  readonly version?: string
  /** Description of the error, when the arguments do not show it. */
  readonly what?: string | undefined
  readonly codes: readonly string[]
  /** Whether another result is only a warning. */
  readonly lenient?: boolean
}

/** Number of invalid calls per check. */
const maxProbes = 40

class InvalidCalls {
  readonly #call: Call
  readonly #findings: Findings

  constructor(call: Call, findings: Findings) {
    this.#call = call
    this.#findings = findings
  }

  async each(
    id: CheckId,
    manifests: readonly CapabilityManifest[],
    otherwise: string,
    wrong: (manifest: CapabilityManifest) => InvalidCall | undefined,
  ): Promise<void> {
    await this.eachOf(id, manifests, otherwise, (manifest) => [wrong(manifest) ?? []].flat())
  }

  /** At most `maxProbes` of them. */
  async eachOf(
    id: CheckId,
    manifests: readonly CapabilityManifest[],
    otherwise: string,
    wrong: (manifest: CapabilityManifest) => readonly InvalidCall[],
  ): Promise<void> {
    this.#findings.skip(id, otherwise)
    const all = manifests.flatMap((manifest) => wrong(manifest).map((wrongCall) => ({ manifest, wrongCall })))
    for (const { manifest, wrongCall } of all.slice(0, maxProbes)) {
      const { given, version = manifest.version, what, codes, lenient = false } = wrongCall
      const answer = await this.#call({ id: manifest.id, version }, given)
      const called = `${manifest.id} ${version} ${what ?? `with ${JSON.stringify(given)}`}`
      checkErrorCode(id, called, answer, codes, this.#findings, lenient)
    }
  }
}

/** A request without a capability. @throws Unreachable */
export async function checkMalformed(caller: CheckCaller, { requests }: FrameLog, findings: Findings): Promise<void> {
  const wire = await caller.wire()
  const id = randomUUID()
  requests.add(id)
  const coming = wire.next(({ claims }) => claims.correlationId === id || claims.type === 'error')
  wire.send(JSON.stringify({ id, type: 'request', timestamp: new Date().toISOString(), payload: { parameters: {} } }))
  const reply = await coming
  const error = reply.kind === 'answer' ? errorOf(reply.frame) : undefined
  if (error?.code === 'PROTOCOL.INVALID_REQUEST') return findings.good('malformed-request')
  if (reply.kind === 'gone')
    return findings.addWarning('malformed-request', 'the agent closed the connection without an error')
  const said = reply.kind === 'answer' ? (error?.code ?? 'it succeeded') : describeMissingResponse(reply)
  const seen = `a request without capabilityId: expected PROTOCOL.INVALID_REQUEST; ${said}`
  if (error) findings.addWarning('malformed-request', seen)
  else findings.bad('malformed-request', seen)
}

function checkErrorCode(
  id: CheckId,
  called: string,
  answer: AgentResponse,
  codes: readonly string[],
  findings: Findings,
  lenient = false,
): void {
  const code = codeOf(answer)
  if (code !== undefined && codes.includes(code)) return findings.good(id)
  const seen = `${called}: expected ${codes.join(' or ')}; ${describeResponse(answer)}`
  if (lenient || (code !== undefined && isTemporaryRefusal(code))) findings.addWarning(id, seen)
  else findings.bad(id, seen)
}
