/**
 * The cable is pulled while the built program governs a container of a real Docker engine over OpenSSH's own server: no
 * line of the log is lost, nothing happens twice, and nothing counts as done without evidence.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { RealEngine } from '../../fakes/java/docker/real-engine.js'
import { Cable } from '../../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { freePort } from '../../fixtures/free-port.mjs'
import { CleanUp, callTool, connectClient, type Headless, startHeadless } from '../../fixtures/programs.js'

const missing = sshdMissing()
const prepared = missing ?? (await RealEngine.prepare())
if (typeof prepared === 'string') console.log(`Docker over a cut cable is not tested here: ${prepared}`)

describe.skipIf(typeof prepared === 'string')(
  'a container over SSH whose cable is pulled',
  { timeout: 240_000 },
  () => {
    const engine = prepared as RealEngine
    const cleanUp = new CleanUp()
    let sshd: Sshd
    let cable: Cable
    let program: Headless

    beforeAll(async () => {
      sshd = await Sshd.start({ settings: [`SetEnv DOCKER_HOST=unix://${engine.socket} PATH=${process.env.PATH}`] })
      await engine.container('mc', await freePort())
    }, 60_000)
    beforeEach(async () => {
      cable = cleanUp.add(await Cable.to(sshd.port), (one) => one.stop())
      const address = `docker://mc?engine=${encodeURIComponent(`ssh://${sshd.user}@127.0.0.1:${cable.port}`)}`
      program = await startHeadless(cleanUp, [
        ...['--control', 'stdin', '--server', address],
        ...['--server-key-file', sshd.keyFile, '--server-host-key', sshd.fingerprint],
      ])
      await became('online', 0)
    })
    afterEach(() => cleanUp.run())
    afterAll(async () => {
      await sshd?.stop()
      await engine.remove()
    }, 60_000)

    const became = (wanted: string, after: number) =>
      program.process.until(({ event, state }) => event === 'server' && state === wanted, {
        after,
        milliseconds: 100_000,
      })

    /** A player says it, in the output of the container. */
    const say = (...texts: readonly string[]) => {
      const lines = texts.map((text) => `[12:00:00] [Server thread/INFO]: <Steve> ${text}\n`).join('')
      return engine.docker(
        'exec',
        'mc',
        process.execPath,
        '-e',
        `fs.appendFileSync('/proc/1/fd/1', ${JSON.stringify(lines)})`,
      )
    }
    const said = () =>
      program.process.lines
        .filter(({ event }) => event === 'game')
        .map(({ data }) => (data as { readonly message?: string }).message)
        .filter((message) => message !== 'ready')
    const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `${from + at}`)

    it('reports each line of the log once, in order, also those written meanwhile', async () => {
      // What was written before the log is followed is no news.
      await vi.waitFor(
        async () => {
          await say('ready')
          expect(program.process.lines.some(({ event }) => event === 'game')).toBe(true)
        },
        { timeout: 20_000, interval: 500 },
      )
      await say(...numbers(0, 20))
      await expect.poll(() => said().length, { timeout: 20_000 }).toBe(20)
      const after = program.process.lines.length
      cable.pull()
      await say(...numbers(20, 40))
      await became('offline', after)
      await say(...numbers(40, 60))
      cable.plugIn()
      await became('online', after)
      await say('60')
      await expect.poll(said, { timeout: 60_000 }).toEqual(numbers(0, 61))
    })

    it('says that a command whose reply was lost may have run, and does not repeat it', async () => {
      const { client } = await connectClient(cleanUp, program.profile)
      const after = program.process.lines.length
      const answer = callTool(client, 'chat_broadcast', { message: 'wait for ever' })
      const times = async () => (await engine.docker('logs', 'mc')).split('wait for ever').length - 1
      await expect.poll(times, { timeout: 20_000 }).toBe(1)
      cable.pull()
      expect(await answer).toMatchObject({ success: false, error: { details: { mayHaveRun: true } } })
      await became('offline', after)
      cable.plugIn()
      await became('online', after)
      expect(await callTool(client, 'player_list', {})).toMatchObject({ success: true })
      expect(await times()).toBe(1)
    })
  },
)
