/** A gateway that dials agents, and the floor beside it: WebSockets that register and read JSON, and nothing else. */

import { frameText } from '@contract/frames.js'
import { contractVersion, product } from '@contract/product.js'
import WebSocket from 'ws'
import { Gateway } from '../../../src-main/gateway/gateway.js'
import { AgentProvider } from '../../../src-main/providers/agent/agent-provider.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import { acceptEverything } from '../../fakes/accepting-owner.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { admissionWithWorker } from './admission.js'
import { token } from './agents-process.js'

/** Resolves once all agents are online. @throws Error with what the log has to say when they are not in time */
export async function connectGateway(addresses: readonly string[]): Promise<Gateway> {
  const [ajv, validator, log] = [createContractAjv(), new CapabilityValidator(), new RecordingLog()]
  const gateway = new Gateway({
    audit: new MemoryAuditLog(),
    clock: systemClock,
    log,
    validator,
    stores: memoryStores(),
  })
  acceptEverything(gateway)
  const agents = new AgentProvider({
    clock: systemClock,
    log,
    readFrame: createFrameReader(ajv),
    admit: admissionWithWorker().admit,
  })
  gateway.provide(agents)
  const online = new Set<string>()
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`Not all are online: ${JSON.stringify(log.lines)}`)), 60_000)
    gateway.registry.onDidChangeServer(({ server }) => {
      if (server.state !== 'online' || server.capabilities.length === 0) return
      online.add(server.id)
      if (online.size < addresses.length) return
      clearTimeout(late)
      resolve()
    })
    for (const address of addresses) agents.add({ id: address, kind: 'agent', address, token })
  })
  return gateway
}

export interface Line {
  onEvent: () => void
  close(): void
}

/** Resolves once the agent's acknowledgement was read. */
export function connectBare(address: string): Promise<Line> {
  const socket = new WebSocket(address, { perMessageDeflate: false })
  const line: Line = { onEvent: () => {}, close: () => socket.close() }
  const registration = {
    version: contractVersion,
    gateway: { ...product },
    authentication: { type: 'token', token },
  } as const
  socket.on('open', () => socket.send(frameText('register', registration, 'register')))
  return new Promise((resolve, reject) => {
    socket.on('error', reject)
    socket.on('message', (data) => {
      const frame = JSON.parse(data.toString()) as { type: string }
      if (frame.type === 'register_ack') resolve(line)
      else if (frame.type === 'event') line.onEvent()
    })
  })
}
