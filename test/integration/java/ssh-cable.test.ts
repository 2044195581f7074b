/**
 * The cable is pulled while the built program governs a server over OpenSSH's own server: nothing happens twice, nothing
 * counts as done without evidence, and it continues by itself. Skipped where sshd is missing.
 */
import { spawn } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { Cable } from '../../fakes/java/ssh/cable.js'
import { Sshd, sshdMissing } from '../../fakes/java/ssh/real-sshd.js'
import { CleanUp, callTool, connectClient, dist, type Headless, startHeadless } from '../../fixtures/programs.js'

const aboutBlocks = /^(?:setblock|fill|save-|data )/u
const planks = 'minecraft:oak_planks'
const stone = 'minecraft:stone_bricks'
/** Every other block of the wall, so that its undo needs many commands. */
const wasPlanks = (x: number, y: number) => (x + y) % 2 === 0

describe.skipIf(sshdMissing() !== undefined)('a server over SSH whose cable is pulled', { timeout: 120_000 }, () => {
  const cleanUp = new CleanUp()
  let folder: string
  let cable: Cable
  let regions: RegionWorld
  let program: Headless
  let client: Awaited<ReturnType<typeof connectClient>>['client']
  let id: string

  beforeEach(async () => {
    folder = path.join(cleanUp.folder(), 'survival')
    const regionFolder = path.join(folder, 'world', 'region')
    mkdirSync(regionFolder, { recursive: true })
    mkdirSync(path.join(folder, 'logs'))
    writeFileSync(path.join(folder, 'logs', 'latest.log'), '')
    regions = new RegionWorld({ regions: regionFolder })
    for (let x = 2; x < 12; x++) for (let y = 2; y < 12; y++) if (wasPlanks(x, y)) regions.put(x, y, 5, planks)
    await regions.save()
    const model = new ModelConsole({ version: '1.20.5', world: new MemoryWorld() })
    const run = async (command: string) => [await (aboutBlocks.test(command) ? regions : model).run(command)]
    const rcon = cleanUp.add(await RconServer.start({ password: 'secret', run }), (one) => one.stop())
    const properties = `level-name=world\nenable-rcon=true\nrcon.port=${rcon.port}\nrcon.password=secret\n`
    writeFileSync(path.join(folder, 'server.properties'), properties)
    const sshd = cleanUp.add(await Sshd.start(), (one) => one.stop())
    cable = cleanUp.add(await Cable.to(sshd.port), (one) => one.stop())
    program = await startHeadless(cleanUp, [
      ...['--control', 'stdin', '--server', `ssh://${sshd.user}@127.0.0.1:${cable.port}${folder}`],
      ...['--server-key-file', sshd.keyFile, '--server-host-key', sshd.fingerprint],
    ])
    id = String((await became('online', 0)).id)
    client = (await connectClient(cleanUp, program.profile)).client
  })
  afterEach(() => cleanUp.run())

  const became = (wanted: string, after: number) =>
    program.process.until(({ event, state }) => event === 'server' && state === wanted, { after })

  async function approveNext(after: number) {
    const { id: question } = await program.process.until(({ event }) => event === 'approval', { after })
    program.process.send({ approve: question })
  }

  const wall = { from: { world: 'world', x: 2, y: 2, z: 5 }, to: { x: 11, y: 11, z: 5 }, type: 'stone_bricks' }

  async function fill() {
    const after = program.process.lines.length
    const [answer] = await Promise.all([callTool(client, 'ext_java_blocks_fill', wall), approveNext(after)])
    return answer
  }

  /** The request to fill the wall, once it can be undone. */
  async function undoable() {
    const { requestId, state } = await program.process.until(
      ({ event, capabilityId }) => event === 'undoable' && capabilityId === 'ext.java.blocks.fill',
    )
    return { requestId: String(requestId), state }
  }

  async function undo(requestId: string) {
    const after = program.process.lines.length
    program.process.send({ undo: requestId, force: true })
    return program.process.until(({ event, undo: of }) => event === 'undone' || of === requestId, { after })
  }

  async function backups(...args: string[]) {
    const all = [path.join(dist, 'cli.cjs'), 'backups', ...args, '--profile', program.profile]
    const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
      })
    const [code] = await once(child, 'close')
    return { code, said }
  }

  const blocksOf = (state: (x: number, y: number) => string) =>
    Array.from({ length: 100 }, (_, at) => state(2 + (at % 10), 2 + Math.floor(at / 10)))
  const blocks = () => blocksOf((x, y) => regions.stateAt(x, y, 5))
  const before = blocksOf((x, y) => (wasPlanks(x, y) ? planks : 'minecraft:air'))
  const filled = blocksOf(() => stone)
  const fills = () => regions.commands.filter((command) => command.includes('stone_bricks')).length

  it('reports each line of the log once, in order, also those written meanwhile', async () => {
    const said = () =>
      program.process.lines
        .filter(({ event }) => event === 'game')
        .map(({ data }) => (data as { readonly message?: string }).message)
        .filter((message) => message !== 'ready')
    const write = (text: string) =>
      appendFileSync(path.join(folder, 'logs/latest.log'), `[12:00:00] [Server thread/INFO]: <Steve> ${text}\n`)
    const say = (from: number, to: number) => {
      for (let number = from; number < to; number++) write(`${number}`)
    }
    // What was written before the log is followed is no news.
    await vi.waitFor(
      () => {
        write('ready')
        expect(program.process.lines.some(({ event }) => event === 'game')).toBe(true)
      },
      { timeout: 20_000, interval: 250 },
    )
    say(0, 20)
    await expect.poll(() => said().length, { timeout: 20_000 }).toBe(20)
    const after = program.process.lines.length
    cable.pull()
    say(20, 40)
    await became('offline', after)
    say(40, 60)
    cable.plugIn()
    await became('online', after)
    say(60, 61)
    await expect.poll(() => said().length, { timeout: 20_000 }).toBe(61)
    expect(said()).toEqual(Array.from({ length: 61 }, (_, number) => `${number}`))
  })

  it('does not report a fill as done whose reply was lost, runs it once, and offers to undo it', async () => {
    regions.beforeCommand = (command) => {
      if (command.startsWith('fill')) cable.pull()
    }
    const after = program.process.lines.length
    expect(await fill()).toMatchObject({
      success: false,
      error: { details: { mayHaveRun: true }, suggestion: 'Read the state of the server before trying again.' },
    })
    await became('offline', after)
    const { requestId, state } = await undoable()
    regions.beforeCommand = () => undefined
    cable.plugIn()
    await became('online', after)
    expect([state, blocks(), fills()]).toEqual(['uncertain', filled, 1])
    expect(await undo(requestId)).toMatchObject({ event: 'undone' })
    expect(blocks()).toEqual(before)
  })

  it('runs nothing that was approved while the cable is out, and says why', async () => {
    const after = program.process.lines.length
    const answer = callTool(client, 'ext_java_blocks_fill', wall)
    const { id: question } = await program.process.until(({ event }) => event === 'approval', { after })
    cable.pull()
    await became('offline', after)
    program.process.send({ approve: question })
    expect(await answer).toMatchObject({
      success: false,
      error: { message: 'The server disconnected or changed this action, so it was not done.' },
    })
    cable.plugIn()
    await became('online', after)
    expect([blocks(), fills()]).toEqual([before, 0])
  })

  it('says that an undo did not finish, and finishes it block for block when it is asked again', async () => {
    await fill()
    const { requestId } = await undoable()
    let changes = 0
    regions.beforeCommand = (command) => {
      if (/^(?:setblock|fill)/u.test(command) && ++changes === 7) cable.pull()
    }
    const after = program.process.lines.length
    expect(await undo(requestId)).toMatchObject({
      event: 'failure',
      code: 'RISK.ROLLBACK_FAILED',
      suggestion: 'Read the state of the server before trying again.',
    })
    await became('offline', after)
    cable.plugIn()
    await became('online', after)
    expect(changes).toBe(7)
    expect(await undo(requestId)).toMatchObject({ event: 'undone' })
    expect(blocks()).toEqual(before)
    const placed = regions.commands.filter((command) => command.startsWith('setblock'))
    expect(placed).toHaveLength(new Set(placed).size)
  })

  it('counts no half of a world as a backup, turns saving on again by itself, and continues with the next', async () => {
    const names = ['a', 'b', 'c', 'd'].map((name) => `${name}.dat`)
    for (const name of names) writeFileSync(path.join(folder, 'world', name), randomFillSync(Buffer.alloc(3_000_000)))
    regions.beforeCommand = (command) => {
      if (command === 'save-all flush') cable.cutAfter(5_000_000, 'here')
    }
    const after = program.process.lines.length
    const [cut] = await Promise.all([backups('make', id), approveNext(after)])
    expect(cut).toMatchObject({ code: 1, said: expect.stringContaining('so the backup was not finished') })
    expect((await backups('list', id)).said).toBe('This server has no backups.\n')
    regions.beforeCommand = () => undefined
    await became('online', after)
    await expect.poll(() => regions.isSaving, { timeout: 20_000 }).toBe(true)

    const next = program.process.lines.length
    const [made] = await Promise.all([backups('make', id), approveNext(next)])
    expect(made).toMatchObject({ code: 0 })
    const [{ id: backup }] = JSON.parse((await backups('list', id, '--json')).said)
    const stored = readdirSync(program.profile, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.includes(path.join(backup, 'world', '')),
    )
    for (const name of names) {
      const file = stored.find((one) => path.basename(one) === name) ?? ''
      expect(
        readFileSync(path.join(program.profile, file)).equals(readFileSync(path.join(folder, 'world', name))),
      ).toBe(true)
    }
    expect(regions.isSaving).toBe(true)
  })
})
