/**
 * A way on which everything is lost and nothing is closed: each kind of connection notices it in a bounded time, a command
 * that was sent ends as unknown, and the connection comes back by itself.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Clock } from '../../../src-main/gateway/ports/runtime.js'
import type { ConsoleConnection, ServerWay } from '../../../src-main/providers/java/ports.js'
import { mcsManagerWayOf } from '../../../src-main/providers/java/ways/mcsmanager/mcsmanager-way.js'
import { panelWayOf } from '../../../src-main/providers/java/ways/panel/panel-way.js'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { FakeClock } from '../../fakes/fake-clock.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { McsManagerModel } from '../../fakes/java/mcsmanager-model.js'
import { PanelScene } from '../../fakes/java/panel/panel-scene.js'
import { RconScene } from '../../fakes/java/rcon-scene.js'
import { Cable } from '../../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { SshScene } from '../../fakes/java/ssh/ssh-scene.js'
import { RecordingLog } from '../../fakes/recording-log.js'

const log = new RecordingLog()
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** The process says nothing while it is held. */
class Held {
  isHeld = false
  readonly commands: string[] = []
  readonly #model = new ModelConsole({ version: '1.21.4', world: new MemoryWorld() })
  readonly run = async (command: string): Promise<readonly string[]> => {
    this.commands.push(command)
    if (this.isHeld) await vi.waitFor(() => expect(this.isHeld).toBe(false), { timeout: 60_000 })
    return this.#model.messages(command)
  }
}

interface Running {
  readonly console: ConsoleConnection
  readonly cable: Cable
  readonly game: Held
  /** Lets so many milliseconds pass. */
  readonly pass: (milliseconds: number) => Promise<void>
  readonly now: () => number
}

async function becomes(kind: ConsoleConnection['state']['kind'], { console, pass }: Running): Promise<void> {
  await vi.waitFor(
    async () => {
      await pass(250)
      expect(console.state.kind).toBe(kind)
    },
    { timeout: 60_000, interval: 20 },
  )
}

/** @param mostMs until it is noticed */
async function isSurvived(running: Running, mostMs: number): Promise<void> {
  const { console, cable, game, pass, now } = running
  console.start()
  await becomes('online', running)
  // The console has found its end mark.
  await settledOf(console.run('list'), pass)
  game.isHeld = true
  const sent = game.commands.length
  const outcome = console.run('list').then(
    () => 'done',
    (error) => error.details?.mayHaveRun === true,
  )
  await vi.waitFor(() => expect(game.commands.slice(sent)).toContain('list'))
  cable.silence()
  const since = now()
  await becomes('offline', running)
  expect(now() - since).toBeLessThan(mostMs)
  expect(await settledOf(outcome, pass)).toBe(true)
  game.isHeld = false
  cable.plugIn()
  await becomes('online', running)
  expect(await settledOf(console.run('list'), pass)).toContain('of a max of 20 players')
}

async function settledOf<Value>(work: Promise<Value>, pass: Running['pass']): Promise<Value> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  work.then(settle, settle)
  while (!isSettled) await pass(25)
  return work
}

const consoleOf = ({ console }: ServerWay): ConsoleConnection => {
  if (!console) throw new Error('This way has a console.')
  return console
}

/** The sockets are real also where the clock is not: they get their turns. */
const timeOf = (clock: FakeClock | Clock) => ({
  async pass(milliseconds: number) {
    if (clock instanceof FakeClock) await clock.advance(milliseconds)
    await new Promise<void>((done) => void systemClock.after(clock instanceof FakeClock ? 5 : 20, done))
  },
  now: () => clock.elapsed(),
})

describe('a way that swallows everything', { timeout: 120_000 }, () => {
  let game: Held
  beforeEach(() => {
    game = new Held()
  })
  const cableTo = async (port: number) => {
    const cable = await Cable.to(port)
    closers.push(() => cable.stop())
    return cable
  }

  it.each(['pterodactyl', 'pelican'] as const)('is noticed by the console of %s', async (kind) => {
    const clock = new FakeClock()
    const scene = await PanelScene.start({ clock, kind, run: game.run })
    closers.push(() => scene.close())
    scene.node.process.start()
    const cable = await cableTo(scene.node.port)
    scene.node.publicPort = cable.port
    const way = panelWayOf(scene.address, scene.deps)
    closers.push(() => way.stop())
    await isSurvived({ console: consoleOf(way), cable, game, ...timeOf(clock) }, 35_000)
  })

  it('is noticed by MCSManager, as often as its daemon sends pings', async () => {
    const model = await McsManagerModel.start(game.run)
    closers.push(() => model.stop())
    const port = Number(model.address.node.split(':')[1])
    const cable = await cableTo(port)
    model.publicNodePort = cable.port
    Object.assign(model.ping, { everyMs: 300, answerMs: 500 })
    const way = mcsManagerWayOf(model.address, { clock: systemClock, log })
    closers.push(() => way.stop())
    await isSurvived({ console: consoleOf(way), cable, game, ...timeOf(systemClock) }, 15_000)
  })

  it('is noticed by RCON with the next command', async () => {
    const clock = new FakeClock()
    const games = new RconScene()
    closers.push(() => games.end())
    const server = await games.server({ run: game.run })
    const cable = await cableTo(server.port)
    const console = games.connection({ port: cable.port }, { clock, explain: async () => ({}) })
    await isSurvived({ console, cable, game, ...timeOf(clock) }, 25_000)
  })

  describe.skipIf(sshdMissing() !== undefined)('over SSH', () => {
    it('is noticed by the files and by RCON in the tunnel', async () => {
      const sshd = await Sshd.start()
      closers.push(() => sshd.stop())
      const [scene, games] = [new SshScene(), new RconScene()]
      closers.push(() => games.end())
      closers.push(() => scene.end())
      const server = await games.server({ run: game.run })
      const properties = `enable-rcon=true\nrcon.port=${server.port}\nrcon.password=secret\n`
      const folder = scene.folder({ 'server.properties': properties })
      const cable = await scene.cable(sshd.port)
      const way = scene.trusted(sshd, folder, { port: cable.port, keepAliveMs: 1_000 })
      const files = await way.openFiles()
      let reading: Promise<unknown> = Promise.resolve()
      const silenced = cable.silence.bind(cable)
      vi.spyOn(cable, 'silence').mockImplementation(() => {
        silenced()
        reading = files.read('server.properties', 1_000).catch(({ code }) => code)
      })
      await isSurvived({ console: consoleOf(way), cable, game, ...timeOf(systemClock) }, 15_000)
      expect(await reading).toBe('SYSTEM.SERVICE_UNAVAILABLE')
      expect((await files.read('server.properties', 1_000)).toString()).toBe(properties)
    })
  })
})
