/**
 * Server news: the cost in main of pushing the heartbeats of 500 servers to the pages, in bytes and in processor time to
 * serialize them as Electron does. Baseline: the former way, which pushed all servers to both pages every 60 ms. Each
 * server sends a heartbeat every 30 seconds; one push of one second is measured.
 */
import { serialize } from 'node:v8'
import type { Server } from '@shared/servers/server.js'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { ServerUpdates } from '../../../src-main/ipc/server-updates.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { FakeServer } from '../../fakes/fake-provider.js'
import { goodManifests } from './manifest-maker.js'
import { alternately, cost, type Figure, median, printFigures, sized } from './timing.js'

const servers = sized({ full: 500, quick: 50, once: 10 })
const ofEach = 60
const beatsEveryMs = 30_000
const batchMs = 60
const rounds = 3
const made = goodManifests(ofEach)

const beats = Math.ceil((servers * 1_000) / beatsEveryMs)
/** Heartbeats that arrive separately are in separate batches, as long as there are enough batches. */
const batches = Math.min(beats, Math.floor(1_000 / batchMs))

/** @param isShared all servers run the same plugin */
async function figures(which: string, isShared: boolean): Promise<Figure[]> {
  const registry = new Registry()
  const all = Array.from({ length: servers }, (_, number): Server => {
    // Each agent sends its own, even where they are alike.
    const name = `Server ${number}`
    const capabilities = structuredClone(made).map((one) =>
      isShared ? one : { ...one, description: `${one.description} ${name}` },
    )
    return { id: `s-${number}`, name, kind: 'agent', state: 'online', capabilities, refused: [] }
  })
  for (const server of all) registry.present(new FakeServer(server))

  let bytes = 0
  const clock = new FakeClock()
  const send = (message: unknown) => {
    bytes += serialize(message).length
  }
  const news = new ServerUpdates({ registry, clock, sendServers: send, sendStates: send })
  const sentBy = async (work: () => unknown): Promise<number> => {
    bytes = 0
    await work()
    return bytes
  }
  let next = 0
  const beat = () => {
    const server = all[next++ % all.length]
    const at = new Date(next).toISOString()
    if (server) {
      registry.present(new FakeServer({ ...server, heartbeat: { at, latencyMs: next % 50 }, health: { tps: 20 } }))
    }
  }
  /** One of the batches; all are alike. */
  const before = () => {
    beat()
    for (const _page of ['window', 'pop-up']) send(registry.servers())
  }
  const now = async () => {
    for (let one = 0; one < beats; one++) beat()
    await clock.advance(1_000)
  }
  const wholeBefore = () => send(registry.servers())
  const wholeNow = () => send(news.whole())

  await now()
  const [pushedBefore, pushedNow, begunBefore, begunNow] = [
    batches * (await sentBy(before)),
    await sentBy(now),
    await sentBy(wholeBefore),
    await sentBy(wholeNow),
  ]
  const taken = await alternately(rounds, { before, now, wholeBefore, wholeNow })
  const { before: old, now: new_, wholeBefore: oldWhole, wholeNow: newWhole } = taken
  const kibibytes = (count: number) => count / 1_024
  return [
    cost(`a second of ${beats} beats, ${which}: pushed`, 'KiB', kibibytes(pushedNow), kibibytes(pushedBefore)),
    cost('the same: processor time', 'ms', median(new_.processor), batches * median(old.processor)),
    cost('a page that begins: answered', 'KiB', kibibytes(begunNow), kibibytes(begunBefore)),
    cost('the same: processor time', 'ms', median(newWhole.processor), median(oldWhole.processor)),
  ]
}

printFigures([
  ...(await figures(`${servers} servers of one plugin`, true)),
  ...(await figures(`${servers} servers, each its own`, false)),
])
