/**
 * Trial: runs one call through the real gateway and reports the result.
 *
 * The decision is taken from the normal call path (invariant 1). Only the sandbox gives the approvals.
 */

import { isDeepStrictEqual } from 'node:util'
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { isObject } from '@contract/json/json-object.js'
import type { SandboxDecision, SandboxTrial, WorldDifference } from '@shared/approvals/sandbox.js'
import type { Server } from '@shared/servers/server.js'
import { Gateway } from '../../../src-main/gateway/gateway.js'
import { errorOf, isRefusal } from '../../../src-main/gateway/ports/call-response.js'
import type {
  Provider,
  ProviderHost,
  ProviderRequest,
  ProviderResponse,
} from '../../../src-main/gateway/ports/provider.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { quietLog, systemClock } from '../../../src-main/storage/system-clock.js'
import { createAdmission } from '../../../src-main/validation/admission.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { inlineSchemaThread } from '../../../src-main/validation/schema-thread.js'
import type { Capability } from '../sdk/index.js'
import type { SandboxWorld } from './sandbox-world.js'

export class NotAdmitted extends Error {}

/** @throws NotAdmitted when a gateway would reject the capability */
export async function runTrial(id: string, given: unknown, playground: SandboxWorld): Promise<SandboxTrial> {
  const validator = new CapabilityValidator()
  const manifest = await admit(id, playground, validator)
  const provider = new SandboxProvider(playground.capabilities, manifest.all)
  const trail: AuditEvent[] = []
  const audit = inMemory(trail)
  const stores = memoryStores()
  const gateway = new Gateway({
    audit,
    clock: systemClock,
    log: quietLog,
    validator,
    stores,
  })
  gateway.provide(provider)
  const people = agreeAlways(gateway)
  const before = playground.snapshot()
  const report = await gateway.invoke({
    capabilityId: id,
    arguments: given,
    caller: { type: 'system', id: 'sandbox', name: 'Sandbox' },
    signal: new AbortController().signal,
  })
  await gateway.stop()
  stores.close()

  const last = provider.exchanges.findLast(({ request }) => request.requestId === report.requestId)
  const returned = last?.answer && validator.checkReturns(manifest.one, structuredClone(last.answer))
  const error = isRefusal(report.outcome) ? errorOf(report.outcome).toContract() : undefined
  return {
    capabilityId: id,
    version: manifest.one.version,
    against: playground.kind,
    ...(last && { sent: last.request.arguments }),
    decision: decisionOf(manifest.one, trail, people()),
    outcome: error ? 'failed' : 'done',
    ...(last?.answer && { answer: last.answer }),
    ...(error && { error }),
    ...(returned && { obeys: returned.ok }),
    problems: returned && !returned.ok ? returned.problems : [],
    changes: differencesOf(before, playground.snapshot()),
    happened: playground.events,
  }
}

async function admit(id: string, { capabilities }: SandboxWorld, validator: CapabilityValidator) {
  const offered = capabilities.map(({ manifest }) => manifest)
  const admitted = await createAdmission(inlineSchemaThread(validator), systemClock)(offered)
  const one = admitted.capabilities.find((manifest) => manifest.id === id)
  if (one) return { one, all: admitted.capabilities }
  const refusal = admitted.refused.find((refused) => refused.id === id)
  throw new NotAdmitted(`A gateway would refuse ${id}: ${refusal?.reason ?? 'it is not offered'}`)
}

/** Approves every request. @returns the function that returns the number of approvals so far */
function agreeAlways({ approvals }: Gateway): () => number {
  const names = ['sandbox (first person)', 'sandbox (second person)']
  let agreed = 0
  for (const _name of names) approvals.attach()
  approvals.onDidOpen(({ id }) => {
    queueMicrotask(() => {
      for (const name of names) if (approvals.decide(id, 'approve', name)) agreed += 1
    })
  })
  return () => agreed
}

function decisionOf(manifest: CapabilityManifest, trail: readonly AuditEvent[], people: number): SandboxDecision {
  const { risk, permissions = [], rateLimit } = manifest
  const level = trail.findLast(({ riskLevel }) => riskLevel !== undefined)?.riskLevel ?? risk?.level
  return {
    ...(level && { risk: level }),
    ...(risk?.reason && { riskReason: risk.reason }),
    people,
    permissions,
    ...(rateLimit && { rateLimit }),
    readBefore: trail.some(({ rollbackInfo }) => rollbackInfo !== undefined),
  }
}

const inMemory = (events: AuditEvent[]) => ({
  append: (event: AuditEvent) => void events.push(event),
  recent: (limit: number) => events.slice(-limit).reverse(),
  // A trial has no earlier run that could have left an intent without an outcome.
  openIntents: () => [],
  outcomeOf: () => undefined,
  close: () => {},
})

interface RecordedExchange {
  readonly request: ProviderRequest
  /** The response before the gateway processed it; absent when the call failed. */
  readonly answer?: JsonObject
}

class SandboxProvider implements Provider {
  readonly exchanges: RecordedExchange[] = []
  readonly #capabilities: ReadonlyMap<string, Capability>
  readonly #server: Server

  /** @param admitted the manifests that the gateway uses */
  constructor(capabilities: readonly Capability[], admitted: readonly CapabilityManifest[]) {
    this.#capabilities = new Map(capabilities.map((capability) => [capability.manifest.id, capability]))
    this.#server = {
      id: 'sandbox',
      name: 'Sandbox',
      kind: 'simulator',
      state: 'online',
      capabilities: admitted,
      refused: [],
    }
  }

  start(host: ProviderHost): void {
    host.present({ server: this.#server, invoke: (request) => this.#invoke(request) })
  }

  async stop(): Promise<void> {}

  async #invoke(request: ProviderRequest): Promise<ProviderResponse> {
    const run = this.#capabilities.get(request.capabilityId)?.run
    if (!run) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
    const index = this.exchanges.push({ request }) - 1
    const answer = await run(structuredClone(request.arguments), { caller: request.caller })
    this.exchanges[index] = { request, answer }
    return { data: answer }
  }
}

/** @param before JSON, as is `after`; lists are compared as a whole */
export function differencesOf(before: unknown, after: unknown, path: readonly string[] = []): WorldDifference[] {
  if (isDeepStrictEqual(before, after)) return []
  if (!isObject(before) || !isObject(after)) {
    return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((name) => differencesOf(own(before, name), own(after, name), [...path, name]))
}

const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
