/** Hostile games in this process, the program in another one: what is measured is the program alone. */
import { afterEach, expect, it } from 'vitest'
import { ModelGame } from '../../fakes/bedrock/model-game.js'
import { CleanUp } from '../../fixtures/programs.js'
import { watchedHeadless } from '../../fixtures/watched-loop.js'

let cleanUp = new CleanUp()
afterEach(async () => {
  await cleanUp.run()
  cleanUp = new CleanUp()
})

const perSecond = 10_000
const milliseconds = 2_000
const megabyte = 1_048_576

interface Flood {
  readonly what: string
  readonly encrypts: boolean
  readonly send: (game: ModelGame, count: number) => void
}

const chat = (text: string) => (game: ModelGame, count: number) => game.say('Steve', `${text} ${count}`)
const big = 'x'.repeat(100_000)
const deep = `{"header":${'[{},'.repeat(30_000)}`
const everyHundredth =
  (send: (game: ModelGame) => void) =>
  (game: ModelGame, count: number): void => {
    if (count % 100 === 0) send(game)
  }

const floods: readonly Flood[] = [
  { what: 'chat lines', encrypts: true, send: chat('x'.repeat(80)) },
  { what: 'chat lines', encrypts: false, send: chat('x'.repeat(80)) },
  { what: 'questions to the AI', encrypts: true, send: chat('@ai what is') },
  { what: 'logins', encrypts: false, send: chat('#login WRONG') },
  {
    what: 'joins',
    encrypts: false,
    send: (game, count) => game.event('PlayerJoin', { player: { name: `P${count}` } }),
  },
  { what: 'empty frames', encrypts: true, send: (game) => game.send({}) },
  { what: 'garbage', encrypts: true, send: (game) => game.raw('x') },
  {
    what: 'large frames',
    encrypts: true,
    send: everyHundredth((game) => game.send({ header: { eventName: 'PlayerMessage' }, body: { big } })),
  },
  { what: 'deep frames', encrypts: false, send: everyHundredth((game) => game.raw(deep)) },
]

async function start() {
  const program = await watchedHeadless(cleanUp, [
    ...['--bedrock-port', '0', '--control', 'stdin'],
    // Nothing listens there: questions fail soon.
    ...['--chat-base-url', 'http://127.0.0.1:9/v1', '--chat-model', 'none', '--chat-players', 'all'],
  ])
  const { port } = await program.process.until(({ event, state }) => event === 'bedrock' && state === 'listening')
  return { program, port: Number(port) }
}

/** Sends at the rate; what cannot be sent in time is left out. */
async function sendFor(send: (count: number) => void, game: ModelGame): Promise<number> {
  let isClosed = false
  void game.closed.then(() => {
    isClosed = true
  })
  const began = performance.now()
  let sent = 0
  for (let now = began; now - began < milliseconds && !isClosed; now = performance.now()) {
    for (const due = ((now - began) * perSecond) / 1_000; sent < due; sent++) send(sent)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return sent
}

it('the program, while a game sends 10,000 frames a second is not blocked and does not grow, whatever the frames contain', async () => {
  const { program, port } = await start()
  const { rss } = await program.measure()
  for (const [at, { what, encrypts, send }] of floods.entries()) {
    const game = await ModelGame.connect({ port, players: [`Player${at}`], encrypts })
    const isOf = ({ player, server }: { player?: unknown; server?: unknown }) =>
      player === `Player${at}` || server === `Bedrock · Player${at}`
    const line = await program.process.until((one) => one.event === 'connection' && isOf(one))
    program.process.send({ accept: line.server })
    await program.process.until((one) => one.event === 'server' && one.state === 'online' && isOf(one))
    const before = await program.measure()
    const sent = await sendFor((count) => send(game, count), game)
    const report = await program.measure()
    game.close()
    if (process.env.GATEHOUSE_SHOW) console.info(what, encrypts, sent, JSON.stringify(report))
    expect(sent, what).toBeGreaterThan(1_000)
    expect(report.p99, what).toBeLessThan(50)
    expect(report.cpuMs / report.milliseconds, what).toBeLessThan(0.5)
    expect(report.heapGrowth, what).toBeLessThan(16 * megabyte)
    expect(report.rss - before.rss, what).toBeLessThan(64 * megabyte)
    // The first floods fill the heap and the compiler's memory, which the process keeps.
    expect(report.rss - rss, what).toBeLessThan(128 * megabyte)
  }
})

it('the program, while games connect as fast as they can is not blocked and does not grow', async () => {
  const { program, port } = await start()
  const { rss } = await program.measure()
  let accepted = 0
  const until = performance.now() + milliseconds
  const dial = async (): Promise<void> => {
    while (performance.now() < until) {
      const game = await ModelGame.connect({ port }).catch(() => undefined)
      if (game) accepted += 1
      game?.close()
    }
  }
  await Promise.all(Array.from({ length: 8 }, dial))
  const report = await program.measure()
  if (process.env.GATEHOUSE_SHOW) console.info(accepted, JSON.stringify(report))
  expect(accepted).toBeGreaterThan(0)
  // 120 a minute from one address.
  expect(accepted).toBeLessThanOrEqual(130)
  expect(report.p99).toBeLessThan(50)
  expect(report.heapGrowth).toBeLessThan(16 * megabyte)
  expect(report.rss - rss).toBeLessThan(64 * megabyte)
})
