import { afterEach, expect, it } from 'vitest'
import type { GatewayError } from '../../../../../../src-main/contract/gateway-error.js'
import { DockerConsole } from '../../../../../../src-main/providers/java/ways/docker/docker-console.js'
import { DockerFiles } from '../../../../../../src-main/providers/java/ways/docker/docker-files.js'
import { DockerEngine } from '../../../../../../src-main/providers/java/ways/docker/engine.js'
import { systemClock } from '../../../../../../src-main/storage/system-clock.js'
import { ModelEngine, type ProgramOutput } from '../../../../../fakes/java/docker/model-engine.js'
import { RecordingLog } from '../../../../../fakes/recording-log.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function scene() {
  const engine = await ModelEngine.start()
  endings.push(() => engine.stop())
  const client = new DockerEngine({ isLocal: true, target: { socketPath: engine.socket } }, systemClock)
  const console = new DockerConsole({
    clock: systemClock,
    log: new RecordingLog(),
    engine: async () => client,
    container: 'mc',
  })
  endings.push(() => console.stop())
  const shows = (wanted: string) =>
    new Promise<void>((resolve) => {
      const stop = console.onDidChangeState((state) => {
        if (state.kind !== wanted) return
        stop()
        resolve()
      })
    })
  return { engine, client, console, shows }
}

const failure = (promise: Promise<unknown>): Promise<GatewayError> =>
  promise.then(
    () => expect.fail('It succeeded.'),
    (error) => error,
  )

it('sends the command as one argument behind the end of the options', async () => {
  const { engine, console, shows } = await scene()
  const isOnline = shows('online')
  console.start()
  await isOnline
  await console.run('say --host $(id) "; stop')
  expect(engine.argv.at(-1)).toEqual(['rcon-cli', '--', 'say --host $(id) "; stop'])
})

it('sends nothing that is more than one line of text', async () => {
  const { engine, console, shows } = await scene()
  const isOnline = shows('online')
  console.start()
  await isOnline
  for (const end of ['\n', '\r', '\0', '\u2028', '\u0085', '\ud800'])
    expect((await failure(console.run(`say hi${end}stop`))).details?.reason).toBe('control-character')
  expect(engine.argv).toEqual([['rcon-cli', '--', 'list']])
})

it.each<[string, ProgramOutput]>([
  ['ends with 0 and no line, because the server is gone', { exitCode: 0 }],
  ['could not read the reply', { exitCode: 0, errors: 'Failed to read command: i/o timeout\n' }],
  ['got the reply of another', { exitCode: 0, output: 'Weird. This response is for another request.\nDone\n' }],
  ['was killed', { exitCode: 137 }],
  ['was cut off', { exitCode: 0, output: 'Killed ', isCut: true }],
])('says that the command may have run when rcon-cli %s', async (_case, output) => {
  const { engine, console, shows } = await scene()
  const isOnline = shows('online')
  console.start()
  await isOnline
  engine.program = () => output
  expect((await failure(console.run('kill @e'))).details).toMatchObject({ mayHaveRun: true })
})

it('says that nothing ran when the server does not take the connection', async () => {
  const { engine, console, shows } = await scene()
  engine.program = () => ({
    exitCode: 1,
    errors:
      '2026/11/26 16:20:23 Failed to connect to RCON serverdial tcp 127.0.0.1:25575: connect: connection refused\n',
  })
  const isOffline = shows('offline')
  console.start()
  await isOffline
  expect(console.state).toMatchObject({ problem: { details: { reason: 'docker-rcon-off' } } })
  expect((await failure(console.run('list'))).details).not.toHaveProperty('mayHaveRun')
})

it('takes an empty reply for a reply', async () => {
  const { engine, console, shows } = await scene()
  const isOnline = shows('online')
  console.start()
  await isOnline
  engine.program = () => ({ exitCode: 0, output: '\n' })
  expect(await console.run('say')).toBe('')
})

it('reads no file of an archive that holds something else or ends early', async () => {
  const { engine, client } = await scene()
  const files = new DockerFiles({ engine: client, clock: systemClock, name: 'mc', container: 'mc', folder: '/data' })
  const tar = (kind: string, size: string, content: string) => {
    const header = Buffer.alloc(512)
    header.write(size, 124)
    header.write(kind, 156)
    // As real ones have it: the sum of all bytes, its own counted as spaces.
    header.write(
      header
        .reduce((sum, byte) => sum + byte, 8 * 32)
        .toString(8)
        .padStart(6, '0'),
      148,
    )
    return Buffer.concat([header, Buffer.from(content)])
  }
  engine.archives = {
    '/data/good': Buffer.concat([
      tar('x', '00000000002', ''.padEnd(512, 'x')),
      tar('0', '00000000004', 'abcd'.padEnd(512, '\0')),
    ]),
    '/data/link': tar('2', '00000000000', ''),
    '/data/short': tar('0', '00000000004', 'ab'),
    '/data/size': tar('0', 'many', 'ab'),
    '/data/empty': Buffer.alloc(0),
  }
  expect((await files.read('good', 10)).toString()).toBe('abcd')
  for (const name of ['link', 'short', 'size', 'empty'])
    expect((await failure(files.read(name, 10))).details?.why).toBe('folder-not-a-file')
})
