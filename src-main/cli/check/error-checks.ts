/** Error checks: what comes of calls that are wrong in one way. Specification 1, sections 4.2, 5.2, 7.1. */

import type { JsonObject } from '../../contract/call.js'
import { coreCatalogue } from '../../contract/core-catalogue.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import { parseVersion } from '../../contract/versions.js'
import { type Answer, codeOf, inWords, isReluctant } from './answers.js'
import type { ArgumentChoice } from './argument-choice.js'
import { unoffered } from './call-checks.js'
import type { Call } from './caller.js'
import type { CheckId } from './expectations.js'
import type { Findings } from './findings.js'

export interface Offered {
  readonly contexts: readonly CapabilityManifest[]
  readonly actions: readonly CapabilityManifest[]
  readonly events: readonly CapabilityManifest[]
}

/** @param mayAct whether actions are called wrongly too: one that validates nothing might do something */
export async function checkErrors(
  { contexts, actions, events }: Offered,
  mayAct: boolean,
  call: Call,
  choice: ArgumentChoice,
  findings: Findings,
): Promise<void> {
  const answer = await call(unoffered, {})
  judge('unknown-capability', unoffered.id, answer, ['PROTOCOL.CAPABILITY_NOT_FOUND'], findings)

  const callable = mayAct ? [...contexts, ...actions] : contexts
  const wrongly = new WrongCalls(call, findings)
  await wrongly.each('version-mismatch', contexts.slice(0, 1), 'no context is offered', (context) => {
    const [given] = choice.fair(context)
    return given && { given, version: nextMajor(context.version), codes: ['PROTOCOL.VERSION_MISMATCH'] }
  })
  await wrongly.each('missing-argument', callable, 'nothing that is called needs an argument', (manifest) => {
    const missing = choice.missing(manifest)
    return missing && { ...missing, what: `without ${missing.name}`, codes: ['PROTOCOL.SCHEMA_VALIDATION_FAILED'] }
  })
  await wrongly.each('wrong-type', callable, 'nothing that is called takes an argument', (manifest) => {
    const wrong = choice.mistyped(manifest)
    const what = wrong && `with ${wrong.name} ${JSON.stringify(wrong.given[wrong.name])}`
    return wrong && { ...wrong, what, codes: ['PROTOCOL.SCHEMA_VALIDATION_FAILED'] }
  })
  await wrongly.each('event-request', events.slice(0, 1), 'no event is offered', () => ({
    given: {},
    codes: ['PROTOCOL.UNSUPPORTED_TYPE'],
  }))
  await wrongly.each('unknown-player', contexts, 'no context takes a playerName', (manifest) => {
    const given = choice.aboutNobody(manifest)
    return given && { given, codes: ['BUSINESS.PLAYER_NOT_FOUND', 'BUSINESS.PLAYER_OFFLINE'], ...ownWay(manifest) }
  })
  await wrongly.each('unknown-world', contexts, 'no context takes a worldName', (manifest) => {
    const given = choice.aboutNowhere(manifest)
    return given && { given, codes: ['BUSINESS.WORLD_NOT_FOUND'], ...ownWay(manifest) }
  })
}

/** Beyond the core catalogue nobody has said what an argument of that name means. */
const ownWay = ({ id }: CapabilityManifest) => ({ lenient: !coreCatalogue.has(id) })

const nextMajor = (version: string): string => `${(parseVersion(version)?.major ?? 0) + 1}.0.0`

interface WrongCall {
  readonly given: JsonObject
  readonly version?: string
  /** What is wrong about it, where the arguments do not show it. */
  readonly what?: string | undefined
  readonly codes: readonly string[]
  /** Whether another answer is only worth a warning. */
  readonly lenient?: boolean
}

class WrongCalls {
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
    wrong: (manifest: CapabilityManifest) => WrongCall | undefined,
  ): Promise<void> {
    this.#findings.skip(id, otherwise)
    for (const manifest of manifests) {
      const wrongCall = wrong(manifest)
      if (!wrongCall) continue
      const { given, version = manifest.version, what, codes, lenient = false } = wrongCall
      const answer = await this.#call({ id: manifest.id, version }, given)
      const called = `${manifest.id} ${version} ${what ?? `with ${JSON.stringify(given)}`}`
      judge(id, called, answer, codes, this.#findings, lenient)
    }
  }
}

function judge(
  id: CheckId,
  called: string,
  answer: Answer,
  codes: readonly string[],
  findings: Findings,
  lenient = false,
): void {
  const code = codeOf(answer)
  if (code !== undefined && codes.includes(code)) return findings.good(id)
  const seen = `${called}: expected ${codes.join(' or ')}; ${inWords(answer)}`
  if (lenient || (code !== undefined && isReluctant(code))) findings.odd(id, seen)
  else findings.bad(id, seen)
}
