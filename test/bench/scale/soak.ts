/**
 * A day in fast motion: events, reads, approved actions, heartbeats and one-time callers, on a gateway with
 * its real trail. The figure is the memory in use after each of the last hours, beside that after the first ones: flat is 1.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAuditLog } from '../../../src-main/storage/audit-log.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { core } from '../../fakes/fake-provider.js'
import { caller, GatewayUnderTest, noon } from '../../fakes/gateway-under-test.js'
import { cost, median, printFigures, sized } from '../contract/timing.js'

const hours = sized({ full: 24, quick: 8, once: 4 })
const minutes = sized({ full: 60, quick: 10, once: 2 })
/** More than the live feed keeps: what it holds is all there before the first hour. */
const eventsBefore = sized({ full: 12_000, quick: 12_000, once: 500 })
const minuteMs = 60_000
const server = 'overworld'

const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-bench-'))
const trailClock = new FakeClock()
const trail = openAuditLog(folder, { clock: trailClock })
const under = new GatewayUnderTest({ audit: trail })
const { clock, gateway, provider, log } = under
const world = under
  .serve(server, ['world.time.get', 'world.time.set', 'player.list', 'player.chat'])
  .answers('world.time.get', () => ({ data: { ...noon } }))
  .answers('player.list', () => ({ data: { players: [], online: 0, max: 20 } }))
  .answers('world.time.set', ({ arguments: { time } }) => ({ data: { worldName: 'world', previousTime: 6_000, time } }))

let made = 0
function chat(): void {
  made += 1
  const data = {
    playerName: `Player_${made % 5_000}`,
    playerUuid: '069a79f4-4821-4bd7-8b3c-5a6f1a2b3c4d',
    message: `Line ${made}`,
  }
  provider.host.event(server, { id: `event-${made}`, eventId: 'player.chat', at: clock.now().toISOString(), data })
}

gateway.approvals.attach()
gateway.approvals.onDidOpen(({ id }) => setImmediate(() => gateway.approvals.decide(id, 'approve', 'desktop')))

function done({ outcome }: { readonly outcome: { readonly kind: string } }): void {
  if (outcome.kind !== 'done') throw new Error(`A call ended with ${outcome.kind}.`)
}

async function minute(): Promise<void> {
  for (let one = 0; one < 20; one++) chat()
  made += 1
  const guest = { ...caller, id: `mcp:guest-${made}`, name: `Guest ${made}` }
  done(await under.call('world.time.get', { worldName: 'world' }, { caller: guest }))
  done(await under.call('player.list', {}))
  done(await under.setTime())
  provider.host.present(
    Object.assign(world, {
      server: { ...world.server, capabilities: world.server.capabilities.map(({ id }) => core(id)) },
    }),
  )
  await Promise.all([clock.advance(minuteMs), trailClock.advance(minuteMs)])
  // The fakes keep everything.
  world.requests.length = 0
  under.questions.length = 0
  log.lines.length = 0
}

/** MiB in use. */
async function inUse(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed / 1024 ** 2
}

for (let one = 0; one < eventsBefore; one++) {
  chat()
  if (one % 1_000 === 999) await clock.advance(1_000)
}
const afterHours: number[] = []
for (let hour = 0; hour < hours; hour++) {
  for (let one = 0; one < minutes; one++) await minute()
  afterHours.push(await inUse())
}
trail.close()
rmSync(folder, { recursive: true, force: true })
const part = Math.max(2, Math.floor(hours / 6))
printFigures([
  cost(
    `memory in use after the last ${part} of ${hours} hours`,
    'MiB',
    median(afterHours.slice(-part)),
    median(afterHours.slice(1, 1 + part)),
  ),
])
process.exit(0)
