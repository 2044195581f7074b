/** Call checks: results of valid calls. See docs/protocol.md#frames-response. */
import type { JsonObject } from '@contract/call.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Validator } from '../../../src-main/gateway/ports/provider.js'
import type { ArgumentChoice, KnownObjects } from './argument-choice.js'
import type { Call } from './caller.js'
import type { Findings } from './findings.js'
import { type AgentResponse, codeOf, dataOf, describeResponse, isTemporaryRefusal } from './responses.js'

/** A capability that no agent offers. */
export const unoffered = { id: 'ext.gatehouse.check.nothing', version: '1.0.0' } as const

/** The call that shows whether an agent still responds. */
export interface Probe {
  readonly capability: Pick<CapabilityManifest, 'id' | 'version'>
  readonly given: JsonObject
}

/** A context with the fewest arguments, or an unknown capability: that gets a response too. */
export function probeOf(contexts: readonly CapabilityManifest[], choice: ArgumentChoice): Probe {
  const [easiest] = contexts
    .flatMap((capability) => choice.fair(capability).map((given) => ({ capability, given })))
    .sort((one, other) => Object.keys(one.given).length - Object.keys(other.given).length)
  return easiest ?? { capability: unoffered, given: {} }
}

/** Whether requests get responses at all. Without that, no response can be checked. */
export async function checkRequest(call: Call, { capability, given }: Probe, findings: Findings): Promise<boolean> {
  const answer = await call(capability, given)
  if (answer.kind === 'answer') findings.good('request')
  else findings.bad('request', `${capability.id}: ${describeResponse(answer)}`)
  return answer.kind === 'answer'
}

/** Existing players and worlds, if the agent can report them. */
export async function knownObjectsOf(contexts: readonly CapabilityManifest[], call: Call): Promise<KnownObjects> {
  const list = contexts.find(({ id }) => id === 'player.list')
  const players = list ? dataOf(await call(list, {}))?.players : undefined
  const present = (Array.isArray(players) ? players : []).map((one) => Object(one) as Record<string, unknown>)
  return {
    players: named(present.map(({ name }) => name)),
    worlds: named(present.map(({ location }) => (Object(location) as Record<string, unknown>).world)),
  }
}

const named = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string' && value !== '')),
]

/** Calls each with all valid arguments; `id` is the check that it counts for. */
export async function checkCalls(
  id: 'contexts' | 'actions',
  manifests: readonly CapabilityManifest[],
  call: Call,
  { choice, validator }: { choice: ArgumentChoice; validator: Validator },
  findings: Findings,
): Promise<void> {
  if (manifests.length === 0) findings.skip(id, `no ${id} are offered`)
  for (const manifest of manifests) {
    const fair = choice.fair(manifest)
    if (fair.length === 0) findings.addWarning(id, `${manifest.id}: no arguments could be generated; add an example`)
    const answers: AgentResponse[] = []
    for (const given of fair) {
      const answer = await call(manifest, given)
      answers.push(answer)
      checkCallResult(id, manifest, given, answer, findings)
      const data = dataOf(answer)
      if (data) checkReturnedData(manifest, data, validator, findings)
    }
    if (id === 'contexts' && answers.length > 0 && answers.every(isRefusedForItsOwnReasons)) {
      const seen = `${manifest.id} never returned data, so its returns were not checked`
      // An agent's author cannot change the catalogue's examples.
      if (coreCatalogue.has(manifest.id)) findings.good(id, seen)
      else findings.addWarning(id, seen, giveAnExample)
    }
  }
}

const isRefusedForItsOwnReasons = (answer: AgentResponse): boolean => codeOf(answer)?.startsWith('BUSINESS.') === true

const giveAnExample = 'Add an example to the manifest for which the agent returns data.'

function checkCallResult(
  id: 'contexts' | 'actions',
  manifest: CapabilityManifest,
  given: JsonObject,
  answer: AgentResponse,
  findings: Findings,
): void {
  const seen = `${manifest.id} with ${JSON.stringify(given)}: ${describeResponse(answer)}`
  const code = codeOf(answer)
  if (dataOf(answer)) findings.good(id)
  else if (code?.startsWith('BUSINESS.')) findings.good(id, seen)
  else if (code !== undefined && isTemporaryRefusal(code)) findings.addWarning(id, seen)
  else findings.bad(id, seen)
}

function checkReturnedData(
  manifest: CapabilityManifest,
  data: Readonly<Record<string, unknown>>,
  validator: Validator,
  findings: Findings,
): void {
  // Without `returns` every result is valid, which proves nothing.
  if (!manifest.returns) return
  findings.good('returns')
  const checked = validator.checkReturns(manifest, data)
  if (checked.ok) return
  for (const { path, expected, given } of checked.problems) {
    findings.bad('returns', `${manifest.id} returned ${given} at "${path}"; its manifest requires: ${expected}`)
  }
}
