/**
 * Behind server: the fixture as the only service behind Gatehouse, without a namespace, with the real HTTP listener, MCP
 * layer, gateway and provider. The suites send no token, so the route is open. Time is real. With `--http` the service
 * speaks revision 2026-07-28, over stdio the older era.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type ServiceConfig, withDefaults } from '@shared/servers/service.js'
import { mcpConsumer } from '../../src-main/consumers/mcp/mcp-consumer.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { openHttpListener } from '../../src-main/network/http/http-listener.js'
import type { HttpRoute } from '../../src-main/network/http/route.js'
import { McpServices } from '../../src-main/providers/mcp-service/mcp-services.js'
import { memoryStores } from '../../src-main/storage/stores.js'
import { systemClock as clock } from '../../src-main/storage/system-clock.js'
import { createAdmission } from '../../src-main/validation/admission.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { inlineSchemaThread } from '../../src-main/validation/schema-thread.js'
import { acceptEverything } from '../fakes/accepting-owner.js'
import { bridgeClient, onlyToken } from '../fakes/authenticated-client.js'
import { MemoryAuditLog } from '../fakes/memory-audit-log.js'
import { RecordingLog } from '../fakes/recording-log.js'

const fixture = process.argv[2]
if (fixture === undefined) throw new Error('Name the program of the fixture.')

const log = new RecordingLog()
const validator = new CapabilityValidator()
const gateway = new Gateway({
  ...{ clock, log },
  audit: new MemoryAuditLog(),
  validator,
  stores: memoryStores(),
})
acceptEverything(gateway)
// The owner agrees to whatever asks: the suite is about the protocol. `confirm_delete` is of high risk by its name.
gateway.approvals.attach()
gateway.approvals.onDidOpen(({ id }) => setImmediate(() => gateway.approvals.decide(id, 'approve', 'owner')))
const services = new McpServices({
  ...{ clock, log },
  // The fixture's manifests are ours: they need no thread that can be killed.
  admit: createAdmission(inlineSchemaThread(validator), clock),
  environment: process.env,
  secretOf: () => undefined,
  moduleHost: () => ({ node: 'none', file: 'none' }),
  mark: 'conformance',
})
gateway.provide(services.provider)
const { toolManager, ...defaults } = withDefaults({
  services: { fixture: await reached(fixture) },
})
await services.apply({ ...defaults, toolManager: { ...toolManager, namespaceEnabled: false } })

const consumer = mcpConsumer({ gateway, clock, log })
const route: HttpRoute = {
  path: consumer.path,
  ...(consumer.refuse && { refuse: consumer.refuse }),
  open: true,
  handle: (request, response) => consumer.handle(request, response, bridgeClient),
  close: () => consumer.close(),
}
const listener = await openHttpListener({ port: 0, keys: onlyToken('none'), clock, routes: [route], log })
process.stdout.write(`${JSON.stringify({ event: 'ready', url: `${listener.endpoint}/mcp` })}\n`)
process.stdin.resume().once('end', async () => {
  await gateway.stop()
  await listener.close()
  process.exit(0)
})

async function reached(program: string): Promise<ServiceConfig> {
  const named = { enabled: true, namespace: 'fixture' }
  if (!process.argv.includes('--http')) return { ...named, type: 'stdio', command: process.execPath, args: [program] }
  // Its stdin is a pipe of ours: it ends when we do.
  const child = spawn(process.execPath, [program, '--http'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { ...named, type: 'http', url: (JSON.parse(line) as { url: string }).url }
}
