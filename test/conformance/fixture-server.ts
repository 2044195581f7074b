/**
 * Fixture server for the conformance suites: the real HTTP listener, MCP layer and gateway, with a provider that offers
 * what the suites call by name. The suites send no token, so the route is open. Time runs a hundred times as fast.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import type { Clock } from '../../src-main/gateway/ports/runtime.js'
import { openHttpListener } from '../../src-main/network/http/http-listener.js'
import type { HttpRoute } from '../../src-main/network/http/route.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { acceptEverything } from '../fakes/accepting-owner.js'
import { bridgeClient, onlyToken } from '../fakes/authenticated-client.js'
import { FakeProvider, FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { MemoryAuditLog } from '../fakes/memory-audit-log.js'
import { RecordingLog } from '../fakes/recording-log.js'
import { fixtureLibrary } from './fixture-library.js'

const speed = 100
const clock: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / speed, callback) }
/** Virtual milliseconds that the person thinks: long enough for three signs of life. */
const thinkingMs = 12_000

const log = new RecordingLog()
const gateway = new Gateway({
  clock,
  log,
  audit: new MemoryAuditLog(),
  validator: new CapabilityValidator(),
  stores: memoryStores(),
})
acceptEverything(gateway)
const provider = new FakeProvider()
gateway.provide(provider)
gateway.approvals.attach()
gateway.approvals.onDidOpen(({ id }) =>
  clock.after(thinkingMs, () => gateway.approvals.decide(id, 'approve', 'the fixture')),
)

const dialectSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the word is JSON Schema's
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const

const waits = { type: 'action', risk: { level: 'high', reasons: ['So that a person is asked'] } } as const
const slowParameters = {
  type: 'object',
  properties: { seconds: { type: 'number' }, label: { type: 'string' } },
} as const
const server = new FakeServer({
  id: 'fixture',
  capabilities: [
    manifestOf({ id: 'test.simple.text', name: 'Simple text' }),
    manifestOf({ id: 'test.error.handling', name: 'Fails' }),
    manifestOf({ id: 'test.logging.tool', name: 'Logs nothing to clients' }),
    manifestOf({ id: 'test.trigger.tool.change', name: 'Brings another tool' }),
    manifestOf({ id: 'test.tool.with.progress', name: 'Waits for a person', ...waits }),
    manifestOf({ id: 'test.streaming.elicitation', name: 'Waits for a person too', ...waits }),
    manifestOf({
      id: 'greet',
      name: 'Greets',
      parameters: { type: 'object', properties: { name: { type: 'string' } } },
    }),
    manifestOf({ id: 'slow.compute', name: 'Takes long', parameters: slowParameters, ...waits }),
    manifestOf({ id: 'failing.job', name: 'Waits for a person and fails', ...waits }),
    manifestOf({ id: 'protocol.error.job', name: 'Waits for a person and breaks', ...waits }),
    manifestOf({ id: 'json.schema.2020.12.tool', name: 'Speaks the newer dialect', parameters: dialectSchema }),
  ],
})
server.answers('test.simple.text', () => ({ data: { text: 'This is a simple text response for testing.' } }))
server.answers('test.error.handling', () => {
  throw new GatewayError('BUSINESS.OPERATION_FAILED', {
    message: 'This tool intentionally returns an error for testing',
  })
})
server.answers('failing.job', () => {
  throw new GatewayError('BUSINESS.OPERATION_FAILED', { message: 'This job always fails.' })
})
server.answers('protocol.error.job', () => {
  throw new GatewayError('SYSTEM.INTERNAL_ERROR', { message: 'This job always breaks.' })
})
server.answers(
  'slow.compute',
  ({ arguments: { seconds } }) =>
    new Promise((resolve) => clock.after(Number(seconds) * 1_000, () => resolve({ data: { seconds } }))),
)
let brought = 0
server.answers('test.trigger.tool.change', () => {
  brought += 1
  const capabilities = [manifestOf({ id: `test.brought.no${brought}` })]
  provider.host.present(new FakeServer({ id: `brought-${brought}`, capabilities }))
  return { data: {} }
})
provider.host.present(server)

const consumer = mcpConsumer({ gateway, clock, log, library: fixtureLibrary })
/** The suites send no token. */
const route: HttpRoute = {
  path: consumer.path,
  ...(consumer.refuse && { refuse: consumer.refuse }),
  open: true,
  handle: (request, response) => consumer.handle(request, response, bridgeClient),
  close: () => consumer.close(),
}
const listener = await openHttpListener({ port: 0, keys: onlyToken('none'), clock, routes: [route], log })
process.stdout.write(`${JSON.stringify({ event: 'ready', url: `${listener.endpoint}/mcp` })}\n`)
process.stdin.resume().once('end', () => void listener.close().then(() => process.exit(0)))
