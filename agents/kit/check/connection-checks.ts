/**
 * Connection checks: parallel calls, two gateways, reconnecting, and invalid input. See
 * docs/protocol.md#agents-registration and docs/protocol.md#frames.
 */
import { randomUUID } from 'node:crypto'
import { frameText, maxFrameBytes } from '@contract/frames.js'
import { product } from '@contract/product.js'
import { type AgentUnderCheck, Unreachable } from './agent-under-check.js'
import { type Probe, unoffered } from './call-checks.js'
import { type CheckCaller, callOn } from './caller.js'
import type { CheckId } from './expectations.js'
import type { Findings } from './findings.js'
import { type AgentResponse, codeOf, describeResponse } from './responses.js'
import type { FrameConnection } from './wire.js'

export async function checkConnections(
  agent: AgentUnderCheck,
  caller: CheckCaller,
  probe: Probe,
  findings: Findings,
): Promise<void> {
  await checkTwoAtOnce(caller, probe, findings)
  await checkSecondConnection(agent, caller, probe, findings)
  await checkReconnect(agent, caller, probe, findings)
}

/** An agent that becomes unreachable fails this check; later checks are skipped. */
const blaming = <T>(id: CheckId, reaching: Promise<T>, findings: Findings): Promise<T> =>
  reaching.catch((error: unknown) => {
    if (error instanceof Unreachable) findings.bad(id, `afterwards ${error.message}`)
    throw error
  })

const ask = (wire: FrameConnection, { capability, given }: Probe): Promise<AgentResponse> =>
  callOn(wire, capability, given)

async function checkTwoAtOnce(caller: CheckCaller, probe: Probe, findings: Findings): Promise<void> {
  const wire = await caller.wire()
  const alone = { known: await ask(wire, probe), unknown: await callOn(wire, unoffered, {}) }
  const [known, unknown] = await Promise.all([ask(wire, probe), callOn(wire, unoffered, {})])
  findings.good('two-at-once')
  for (const answer of [known, unknown]) {
    if (answer.kind !== 'answer') findings.bad('two-at-once', describeResponse(answer))
  }
  const differ = codeOf(alone.known) !== codeOf(alone.unknown)
  if (differ && codeOf(known) === codeOf(alone.unknown) && codeOf(unknown) === codeOf(alone.known)) {
    findings.bad('two-at-once', 'each got the response of the other')
  }
}

async function checkSecondConnection(
  agent: AgentUnderCheck,
  caller: CheckCaller,
  probe: Probe,
  findings: Findings,
): Promise<void> {
  const first = await caller.wire()
  const second = await blaming('second-connection', agent.connect(), findings)
  findings.good('second-connection')
  const answers = await Promise.all([ask(first, probe), ask(second, probe)])
  for (const [index, answer] of answers.entries()) {
    const which = index === 0 ? 'the first connection' : 'the second connection'
    if (answer.kind !== 'answer') findings.bad('second-connection', `${which}: ${describeResponse(answer)}`)
  }
  await second.close()
}

async function checkReconnect(
  agent: AgentUnderCheck,
  caller: CheckCaller,
  probe: Probe,
  findings: Findings,
): Promise<void> {
  await (await caller.wire()).close()
  const again = await blaming('reconnect', agent.connect(), findings)
  const answer = await ask(again, probe)
  if (answer.kind === 'answer') findings.good('reconnect')
  else findings.bad('reconnect', describeResponse(answer))
  await again.close()
}

/** Heartbeat interval in milliseconds; no agent disconnects at this rate. */
const beatMs = 5_000

/** Waits for events for the configured time. @throws Unreachable */
export async function listen({ options }: AgentUnderCheck, caller: CheckCaller): Promise<void> {
  for (let left = Math.max(options.settleMs, options.listenMs); left > 0; left -= beatMs) {
    const wire = await caller.wire()
    if (left > beatMs) wire.send(frameText('heartbeat', { gatewayId: product.id }, randomUUID()))
    await wire.pause(Math.min(left, beatMs))
  }
}

const invalidFrames = (): readonly (readonly [CheckId, string])[] => [
  ['not-json', '{"type":"request", this is not JSON'],
  ['unknown-frame', JSON.stringify({ id: randomUUID(), type: 'gatehouse_check', timestamp: new Date().toISOString() })],
  ['oversized-frame', JSON.stringify({ id: randomUUID(), type: 'event', padding: 'x'.repeat(maxFrameBytes) })],
]

/** An agent may disconnect a client that sends invalid input; the next connection must be served. */
export async function checkInvalidInput(
  agent: AgentUnderCheck,
  caller: CheckCaller,
  probe: Probe,
  findings: Findings,
): Promise<void> {
  for (const [id, text] of invalidFrames()) {
    const wire = await caller.wire()
    wire.send(text)
    await wire.pause(agent.options.settleMs)
    const asked = () => blaming(id, caller.call(probe.capability, probe.given), findings)
    const first = await asked()
    // It may disconnect only after the request was sent.
    const answer = first.kind === 'gone' ? await asked() : first
    if (!wire.isOpen) findings.good(id, 'the connection closed, and the next one was accepted')
    if (answer.kind === 'answer') findings.good(id)
    else findings.bad(id, `afterwards: ${describeResponse(answer)}`)
  }
}
