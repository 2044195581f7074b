/**
 * Registration checks: authentication, the response to it, and whether the connection stays open. See
 * docs/protocol.md#agents-registration.
 */
import { randomUUID } from 'node:crypto'
import { frameText } from '@contract/frames.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { AgentConfig, Health, RegisterAckFrame } from '@contract/generated/message-frame.js'
import { contractVersion, product } from '@contract/product.js'
import { compatibilityOf } from '@contract/versions.js'
import type { Admit } from '../../../src-main/validation/admission.js'
import { type AgentUnderCheck, isRegistered } from './agent-under-check.js'
import type { Findings } from './findings.js'
import type { CheckManifest } from './manifest-check.js'
import { codeOf, describeResponse, errorOf } from './responses.js'
import { describeMissingResponse, type FrameConnection, type FrameReply } from './wire.js'

export interface Registered {
  readonly wire: FrameConnection
  readonly welcome: RegisterAckFrame
}

/** @param connection an unregistered connection. @throws Unreachable */
export async function checkUnauthenticated(
  connection: FrameConnection,
  agent: AgentUnderCheck,
  findings: Findings,
): Promise<void> {
  checkRefusal((await agent.register(connection, `wrong-${randomUUID()}`)).reply, findings)
  await connection.close()

  const unregistered = await agent.dial()
  const answer = await unregistered.request({ capabilityId: 'player.list', version: '1.0.0', parameters: {} })
  await unregistered.close()
  if (answer.kind === 'gone') findings.good('unregistered-request', 'the agent closed the connection')
  else if (answer.kind === 'silence') findings.good('unregistered-request', 'the agent did not respond')
  else if (codeOf(answer)?.startsWith('AUTH.')) findings.good('unregistered-request')
  else findings.bad('unregistered-request', `expected AUTH.UNAUTHORIZED; ${describeResponse(answer)}`)
}

function checkRefusal(reply: FrameReply, findings: Findings): void {
  if (reply.kind === 'gone')
    return findings.addWarning('wrong-token', 'the agent closed the connection without an error')
  if (reply.kind !== 'answer') return findings.bad('wrong-token', describeMissingResponse(reply))
  if (isRegistered(reply)) return findings.bad('wrong-token', 'it was accepted')
  const code = errorOf(reply.frame)?.code
  if (code?.startsWith('AUTH.')) findings.good('wrong-token')
  else findings.bad('wrong-token', code ? `it was refused with ${code}` : 'it was refused without an error')
}

/** @returns undefined when nothing more can be checked. @throws Unreachable */
export async function checkRegistration(agent: AgentUnderCheck, findings: Findings): Promise<Registered | undefined> {
  const wire = await agent.dial()
  const { id, reply } = await agent.register(wire)
  if (!isRegistered(reply)) {
    const error = reply.kind === 'answer' ? errorOf(reply.frame) : undefined
    if (error?.code.startsWith('AUTH.')) {
      const said = `the agent refused your --token: ${error.code}: ${error.message}`
      findings.bad('registration', said, 'Use the token that the agent was started with.')
      return undefined
    }
    const refusal = `it was refused${error ? `: ${error.code}: ${error.message}` : ' without an error'}`
    findings.bad('registration', reply.kind === 'answer' ? refusal : describeMissingResponse(reply))
    return undefined
  }
  const welcome = reply.frame
  const { correlationId, sessionId, gatewayId } = welcome
  findings.good('registration')
  if (correlationId !== undefined && correlationId !== id) {
    findings.bad('registration', `its correlationId is "${correlationId}", but the id of the registration is "${id}"`)
  }
  if (gatewayId !== undefined && gatewayId !== product.id) {
    findings.addWarning('registration', `its gatewayId is "${gatewayId}", but the gateway sent "${product.id}"`)
  }
  if (sessionId) findings.good('session')
  else findings.bad('session', 'there is no sessionId')
  checkAgentVersion(welcome.agentInfo?.version ?? '', findings)
  checkAgentConfig(welcome.config, findings)
  return { wire, welcome }
}

function checkAgentVersion(version: string, findings: Findings): void {
  const compatibility = compatibilityOf(contractVersion, version)
  const said = `the agent has ${version}, the gateway has ${contractVersion}`
  if (compatibility === 'full') findings.good('agent-version', said)
  else if (compatibility === 'degraded') findings.addWarning('agent-version', `${said}: partly compatible`)
  else findings.bad('agent-version', said)
}

/** Milliseconds. */
const sensible = { heartbeatInterval: [5_000, 60_000], reconnectDelay: [500, 60_000] } as const

function checkAgentConfig(config: AgentConfig | undefined, findings: Findings): void {
  if (!config) return findings.addWarning('settings', 'there is no config')
  findings.good('settings')
  for (const name of ['heartbeatInterval', 'reconnectDelay'] as const) {
    const [least, most] = sensible[name]
    const value = config[name]
    if (value === undefined) findings.addWarning('settings', `there is no ${name}`)
    else if (value < least || value > most) findings.addWarning('settings', `${name} is ${value} ms`)
  }
}

/** @returns the capabilities a gateway would accept */
export async function checkCapabilities(
  { capabilities = [] }: RegisterAckFrame,
  admit: Admit,
  checkManifest: CheckManifest,
  findings: Findings,
): Promise<readonly CapabilityManifest[]> {
  const admitted = await admit(capabilities)
  findings.good('capabilities', `${admitted.capabilities.length} of ${capabilities.length} accepted`)
  if (capabilities.length === 0) findings.bad('capabilities', 'no capabilities are offered')
  for (const { id, reason } of admitted.refused) findings.bad('capabilities', `${id}: ${reason}`)

  const taken = new Set(admitted.capabilities.map(({ id }) => id))
  const manifests = capabilities.filter(({ id, name }) => name !== undefined && taken.has(String(id)))
  if (manifests.length === 0) findings.skip('manifests', 'the agent sent only references, no manifests')
  else findings.good('manifests')
  for (const manifest of manifests) {
    for (const { path, problem, severity } of checkManifest(manifest)) {
      const seen = `${manifest.id}${path}: ${problem}`
      if (severity === 'error') findings.bad('manifests', seen)
      else findings.addWarning('manifests', seen)
    }
  }
  return admitted.capabilities
}

const badAcknowledgement =
  'The heartbeat_ack is not valid. Correct the named value; see heartbeat_ack in message-frame-v1.json.'

const healthFields = ['healthy', 'tps', 'onlinePlayers', 'memoryUsage'] as const satisfies (keyof Health)[]

export async function checkHeartbeat({ wire, welcome }: Registered, findings: Findings): Promise<void> {
  const id = randomUUID()
  const coming = wire.next(({ claims }) => claims.type === 'heartbeat_ack')
  wire.send(frameText('heartbeat', { gatewayId: product.id, sessionId: welcome.sessionId ?? '' }, id))
  const reply = await coming
  if (reply.kind !== 'answer' || reply.frame.type !== 'heartbeat_ack') {
    const seen = reply.kind === 'answer' ? 'no heartbeat_ack' : describeMissingResponse(reply)
    findings.bad('heartbeat', seen, reply.kind === 'bad' ? badAcknowledgement : undefined)
    return findings.skip('health', 'there was no heartbeat_ack')
  }
  const { correlationId, status } = reply.frame
  if (correlationId === undefined || correlationId === id) findings.good('heartbeat')
  else
    findings.bad(
      'heartbeat',
      `its correlationId is "${correlationId}", but the id of the heartbeat is "${id}"`,
      'The correlationId of a heartbeat_ack is the id of the heartbeat.',
    )
  findings.good('health')
  if (correlationId === undefined) findings.addWarning('health', 'there is no correlationId')
  if (!status) return findings.addWarning('health', 'there is no status')
  const missing = healthFields.filter((name) => status[name] === undefined)
  if (missing.length > 0) findings.good('health', `the status does not have ${missing.join(', ')}`)
}
