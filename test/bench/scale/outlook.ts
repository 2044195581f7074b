/**
 * What happens with each capability of 500 servers when an AI client asks, as the window shows it: the longest turn that it
 * takes of the event loop. Floor: a turn without this computation.
 */
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { bridge, normalRights } from '@shared/clients/client.js'
import { defaultSettings } from '@shared/program/settings.js'
import { ApprovalRules } from '../../../src-main/gateway/approvals/approval-rules.js'
import { outlookOf } from '../../../src-main/gateway/trust/capability-outlook.js'
import { defaultQuorum } from '../../../src-main/policy/approvals/quorum.js'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { FakeServer } from '../../fakes/fake-provider.js'
import { MemoryAuditLog } from '../../fakes/memory-audit-log.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { cost, median, printFigures, sized } from '../contract/timing.js'

const servers = sized({ full: 500, quick: 50, once: 10 })
const rounds = sized({ full: 9, quick: 9, once: 1 })
const desktop = { kind: 'desktop', id: 'desktop', name: 'You' } as const

const rules = new ApprovalRules({
  store: memoryStores().rules,
  audit: new MemoryAuditLog(),
  clock: systemClock,
  log: new RecordingLog(),
})
for (const capability of ['world.time.*', 'player.teleport', 'chat.broadcast']) {
  rules.create({ effect: 'ask', capability, maxRisk: 'critical' }, desktop)
}
const manifests = [...coreCatalogue.values()].slice(0, 23)
/** Each agent sends its own manifests, even where they are alike. */
const connect = () =>
  Array.from(
    { length: servers },
    (_, at) => new FakeServer({ id: `s-${at}`, capabilities: structuredClone(manifests) }),
  )
const gatehouse = { rules, quorums: () => defaultQuorum, governance: () => defaultSettings, clock: systemClock }
const question = { known: { clients: [], bridge: { ...bridge, ...normalRights } }, gatehouse }

/** The processor time of the turn of the event loop that takes most, in milliseconds: other programs hardly touch it. */
async function maxTurn(work: () => unknown): Promise<number> {
  let longest = 0
  let ended = false
  const sampled = (async () => {
    for (let before = process.cpuUsage(); !ended; before = process.cpuUsage()) {
      await nextTurn()
      const { user, system } = process.cpuUsage(before)
      longest = Math.max(longest, (user + system) / 1_000)
    }
  })()
  await work()
  ended = true
  await sampled
  return longest
}

/** Milliseconds of processor time: of the longest turn, and in all. */
async function measured(work: () => unknown): Promise<{ readonly turn: number; readonly whole: number }> {
  globalThis.gc?.()
  const before = process.cpuUsage()
  const turn = await maxTurn(work)
  const { user, system } = process.cpuUsage(before)
  return { turn, whole: (user + system) / 1_000 }
}

const taken: Record<'idle' | 'json' | 'first' | 'again', { turn: number; whole: number }[]> = {
  idle: [],
  json: [],
  first: [],
  again: [],
}
for (let round = 0; round < rounds; round++) {
  const links = connect()
  taken.idle.push(await measured(() => after(50)))
  taken.json.push(await measured(() => JSON.stringify(links.map(({ server }) => server.capabilities))))
  taken.first.push(await measured(() => outlookOf(links, question)))
  taken.again.push(await measured(() => outlookOf(links, question)))
}
const turn = (which: keyof typeof taken) => median(taken[which].map((one) => one.turn))
const whole = (which: keyof typeof taken) => median(taken[which].map((one) => one.whole))
const many = `the outlook of ${servers} servers with ${manifests.length} capabilities each`
printFigures([
  cost(`processor time of the longest turn for ${many}`, 'ms', turn('first'), turn('idle')),
  cost('the same, for the next change', 'ms', turn('again'), turn('idle')),
  cost(`processor time for all of ${many}`, 'ms', whole('first'), whole('json')),
  cost('the same, for the next change', 'ms', whole('again'), whole('json')),
])
