import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import { asGatewayError, type GatewayError } from '@contract/gateway-error.js'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'
import { folderForEach } from '../../../../fixtures/for-each.js'
import { chunkNbt, nbtBytes, writeRegions } from '../../../../fixtures/java-world.js'
import { times } from '../../../../fixtures/properties.js'

const root = folderForEach()
let regions = ''
beforeEach(() => {
  regions = path.join(root(), 'world', 'region')
  mkdirSync(regions, { recursive: true })
  writeFileSync(path.join(root(), 'server.properties'), 'level-name=world\n')
})

const file = () => path.join(regions, 'r.0.0.mca')
const gold = async () => nbtBytes(chunkNbt({ x: 0, z: 0, stateAt: () => 'minecraft:gold_block' }))

/** One chunk in the third sector. */
function region(number: number, bytes: Buffer, { sectors = 0, length = bytes.length + 1 } = {}): Buffer {
  const count = Math.ceil((bytes.length + 5) / 4_096)
  const whole = Buffer.alloc(8_192 + count * 4_096)
  whole.writeUIntBE(2, 0, 3)
  whole.writeUInt8(sectors || count, 3)
  whole.writeInt32BE(length, 8_192)
  whole.writeUInt8(number, 8_196)
  bytes.copy(whole, 8_197)
  return whole
}

const block = async () =>
  (await openServerFolder(root(), { log: new RecordingLog() })).block('minecraft:overworld', { x: 1, y: 2, z: 3 })
const problem = async (): Promise<GatewayError> =>
  block().then(
    ({ id }) => expect.unreachable(`a block was read: ${id}`),
    (error) => asGatewayError(error),
  )
const utf = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])

describe('a healthy chunk', () => {
  it.each([
    ['custom', 127, 'me.example:zstd', (name: string) => utf(name)],
    ['zstd', 53, 'zstd, number 53', () => Buffer.alloc(0)],
    ['unknown', 99, 'number 99', () => Buffer.alloc(0)],
    ['custom without a readable name', 127, 'custom, without a name', () => Buffer.from([0, 4, 10, 10, 10, 10])],
  ])('in a compression that is %s is called unsupported, by its name, never damaged', async (_, number, name, head) => {
    writeFileSync(file(), region(number, Buffer.concat([head(name), deflateSync(await gold())])))
    const { message, suggestion, details } = await problem()
    expect([details?.why, details?.name]).toEqual(['folder-compression', name])
    expect(message).toContain(name)
    expect(`${message} ${suggestion}`).not.toMatch(/damaged|backup|not generated/u)
  })

  it('in a compression that is not supported has one error too in a file of its own', async () => {
    writeFileSync(file(), region(127 | 0x80, Buffer.alloc(0)))
    writeFileSync(path.join(regions, 'c.0.0.mcc'), utf('me.example:zstd'))
    expect((await problem()).details?.why).toBe('folder-compression')
  })

  it('of Spigot with more than 255 sectors is read', async () => {
    const bytes = Buffer.concat([deflateSync(await gold(), { level: 0 }), Buffer.alloc(1_100_000)])
    writeFileSync(file(), region(2, bytes, { sectors: 255 }))
    expect((await block()).id).toBe('minecraft:gold_block')
  })

  it('that is larger than Gatehouse reads is called too large, not damaged', async () => {
    writeFileSync(file(), region(2, deflateSync(Buffer.alloc(30 * 1_024 * 1_024))))
    expect((await problem()).details?.why).toBe('folder-chunk-too-large')
  })

  it('that Paper stored in two files is not read as if its chests were empty', async () => {
    writeFileSync(file(), region(2, deflateSync(await gold())))
    const marks = Buffer.alloc(1_024)
    writeFileSync(path.join(regions, 'r.0.0.oversized.nbt'), marks)
    expect((await block()).id).toBe('minecraft:gold_block')
    marks[0] = 1
    writeFileSync(path.join(regions, 'r.0.0.oversized.nbt'), marks)
    expect((await problem()).details?.why).toBe('folder-chunk-in-parts')
  })
})

it.each([
  ['damaged', 'a chunk that is cut off', async () => region(2, deflateSync(await gold())).subarray(0, 8_230)],
  ['damaged', 'a chunk longer than its sectors', async () => region(2, Buffer.alloc(10), { length: 5_000 })],
  [
    'damaged',
    'a length of Spigot beyond the end',
    async () => region(2, Buffer.alloc(9), { sectors: 255, length: 1e6 }),
  ],
  ['damaged', 'compression 0', async () => region(0, Buffer.alloc(10))],
  ['damaged', 'other bytes', async () => region(2, Buffer.alloc(100, 7))],
  ['chunk-file-missing', 'a large chunk without its file', async () => region(0x82, Buffer.alloc(0))],
  ['not-generated', 'no bytes, as the game creates it', async () => Buffer.alloc(0)],
])('a damaged region is called %s: %s', async (why, _, bytes) => {
  writeFileSync(file(), await bytes())
  expect((await problem()).details?.why).toBe(`folder-${why}`)
})

describe('a world in another region format', () => {
  it.each(['linear', 'b_linear', 'linear_v2'])('is called unsupported: .%s', async (ending) => {
    writeFileSync(path.join(regions, `r.0.0.${ending}`), Buffer.from('c3ff13183cca9d9a', 'hex'))
    const { message, suggestion, details } = await problem()
    expect([details?.why, details?.name]).toEqual(['folder-region-format', `.${ending}`])
    expect(message).toContain(`.${ending} files`)
    expect(`${message} ${suggestion}`).not.toMatch(/Send a player|not generated/u)
    // No player can generate it in a form that is read.
    renameSync(path.join(regions, `r.0.0.${ending}`), path.join(regions, `r.7.-7.${ending}`))
    expect((await problem()).details?.why).toBe('folder-region-format')
  })

  it.each(['r.0.0.mca.bak', 'r.0.0.bak', 'r.0.0.oversized.nbt', 'notes.txt', 'r.1.0.mca'])(
    'is not suspected because of %s',
    async (name) => {
      writeFileSync(path.join(regions, name), '')
      expect((await problem()).details?.why).toBe('folder-not-generated')
    },
  )
})

it('no name of a compression reaches an error that could not be a name', () =>
  times(100).forAllAsync(fc.uint8Array({ maxLength: 80 }), async (bytes) => {
    writeFileSync(file(), region(127, Buffer.from(bytes)))
    expect(String((await problem()).details?.name)).toMatch(/^[a-z0-9_.-]+:[a-z0-9_./-]+$|^custom, without a name$/u)
  }))

it('the regions of the other tests are read by the same way', async () => {
  await writeRegions(regions, [{ x: 0, z: 0, stateAt: () => 'minecraft:stone' }])
  expect(readFileSync(file()).length).toBeGreaterThan(8_192)
  expect((await block()).id).toBe('minecraft:stone')
})
