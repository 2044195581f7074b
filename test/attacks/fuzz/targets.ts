/** Fuzz targets: every own parser of external bytes, with its invariant for any input. */
import assert from 'node:assert/strict'
import { GatewayError } from '@contract/gateway-error.js'
import { bodyBounds, jsonExcess } from '@contract/json/json-bounds.js'
import { parseRequestLine, parseResponseLine } from '@contract/local/multiplexed-message.js'
import { type Incoming, LineReader } from '@contract/text/line-reader.js'
import { FrameReader } from '../../../src-main/bridge/frame-reader.js'
import { EventTooLong, SseReader } from '../../../src-main/bridge/sse-reader.js'
import { buildParameters } from '../../../src-main/policy/build/build-parameters.js'
import { readFrame } from '../../../src-main/providers/bedrock/wire/frame.js'
import { parseSnbt } from '../../../src-main/providers/java/dialects/snbt.js'
import { readLogLine } from '../../../src-main/providers/java/log/log-line.js'
import { encodePacket, MalformedPacket, PacketReader } from '../../../src-main/providers/java/rcon/packet.js'
import { propertyValues } from '../../../src-main/providers/java/setup/properties-edit.js'
import { readStructure } from '../../../src-main/providers/minecraft/build/structure-file.js'
import { readLz4Blocks } from '../../../src-main/providers/minecraft/nbt/inflate.js'
import { fileLimits, readNbt } from '../../../src-main/providers/minecraft/nbt/nbt.js'
import { NbtError } from '../../../src-main/providers/minecraft/nbt/nbt-bounds.js'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createFrameReader } from '../../../src-main/validation/frame-reader.js'
import { planOf } from '../../fakes/build/plans.js'

export interface FuzzTarget {
  readonly name: string
  /** What the corpus begins with. */
  readonly seeds: readonly (string | Buffer)[]
  /** Throws when the invariant is violated. */
  readonly run: (bytes: Buffer) => unknown
}

type Push<Item> = (chunk: Buffer) => Iterable<Item>

/** A reader finds the same, however its bytes are cut. */
function sameHoweverCut<Item>(bytes: Buffer, reader: () => Push<Item>, isExpected: (error: unknown) => boolean): void {
  const read = (size: number): string => {
    const push = reader()
    const found: unknown[] = []
    try {
      for (let at = 0; at < bytes.length; at += size)
        for (const item of push(bytes.subarray(at, at + size))) found.push(item)
    } catch (error) {
      if (!isExpected(error)) throw error
      return 'refused'
    }
    return JSON.stringify(found)
  }
  const whole = read(Math.max(1, bytes.length))
  assert.equal(read(1 + ((bytes[0] ?? 0) % 7)), whole)
}

/** An error of one of these kinds is expected, every other one is a finding. */
async function refusing(kind: new (...given: never[]) => Error, work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof kind)) throw error
  }
}

/** An invalid message ends the connection. */
function headsOf(incoming: Incoming): unknown {
  const line = incoming.kind === 'message' ? incoming.bytes.toString() : ''
  const heads = [parseRequestLine(line), parseResponseLine(line)]
  if (heads.every((head) => head === undefined)) throw new RangeError('no line')
  return heads
}

const never = (): boolean => false
const agentFrame = createFrameReader(createContractAjv(), { completes: true })
const timestamp = '2026-01-19T10:30:00Z'

const nbtSeed = Buffer.from(
  '0a0000010001620103000169000000010800017300026869090001610100000003010203000b0001690000000200000001000000020a000163000000',
  'hex',
)

function jsonIn(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}

export const fuzzTargets: readonly FuzzTarget[] = [
  {
    name: 'agent-frames',
    seeds: [
      JSON.stringify({ id: '1', type: 'heartbeat', timestamp, status: { healthy: true, tps: 20 } }),
      JSON.stringify({
        type: 'register_ack',
        success: true,
        agentInfo: { id: 'a', name: 'A', version: '1.0.0' },
        capabilities: [{ id: 'player.list', version: '1.0.0', type: 'context' }],
      }),
      JSON.stringify({
        id: '2',
        type: 'event',
        timestamp,
        payload: { eventId: 'player.chat', data: { message: 'hi' } },
      }),
      JSON.stringify({
        id: '3',
        type: 'response',
        correlationId: '1',
        timestamp,
        payload: { success: true, data: {} },
      }),
    ],
    run: (bytes) => {
      const read = agentFrame(bytes.toString())
      if (!read.ok) assert.ok(read.reason.length < 2_000)
    },
  },
  {
    name: 'bridge-lines',
    seeds: ['{"jsonrpc":"2.0"}\n{"a":1}\r\n', '\n\n\n', 'あ\n'],
    run: (bytes) =>
      sameHoweverCut(
        bytes,
        () => {
          const reader = new LineReader(64)
          return (chunk) => reader.push(chunk)
        },
        never,
      ),
  },
  {
    name: 'bridge-frames',
    seeds: ['Content-Length: 2\r\n\r\n{}Content-Length: 3\r\n\r\n[1]', 'Content-Type: a\r\nContent-Length: 1\r\n\r\n1'],
    run: (bytes) =>
      sameHoweverCut(
        bytes,
        () => {
          const reader = new FrameReader(64)
          return (chunk) => reader.push(chunk)
        },
        never,
      ),
  },
  {
    name: 'event-streams',
    seeds: [
      'data: {"a":1}\n\n',
      ': beat\r\n\r\nid: 4\r\ndata: a\r\ndata: b\r\n\r\n',
      '\ufeffevent: message\rdata:x\r\r',
    ],
    run: (bytes) =>
      refusing(EventTooLong, () => {
        const reader = new SseReader(256)
        for (const data of reader.push(bytes)) assert.ok(data.length <= 256)
      }),
  },
  {
    name: 'gateway-lines',
    seeds: [
      '{"exchange":1,"session":"s"}\t{"a":1}\n',
      '{"exchange":2,"stream":"goes-on"}\t"x"\n',
      '{"exchange":3,"gone":true}\t\n',
    ],
    run: (bytes) =>
      sameHoweverCut(
        bytes,
        () => {
          const lines = new LineReader(256)
          return (chunk) => [...lines.push(chunk)].map(headsOf)
        },
        (error) => error instanceof RangeError,
      ),
  },
  {
    name: 'json-bounds',
    seeds: ['{"a":[1,2,{"b":"\\"c"}],"d":-1.5e+7}', '[[[[]]]]', '"\\u0041"'],
    run: (bytes) => {
      const text = bytes.toString()
      if (jsonExcess(text, bodyBounds) !== undefined) return
      try {
        JSON.parse(text)
      } catch (error) {
        assert.ok(error instanceof SyntaxError)
      }
    },
  },
  {
    name: 'rcon-packets',
    seeds: [
      encodePacket(1, 0, 'There are 0 players'),
      Buffer.concat([encodePacket(2, 2, 'list'), encodePacket(-1, 2, '')]),
    ],
    run: (bytes) =>
      sameHoweverCut(
        bytes,
        () => {
          const reader = new PacketReader(4_096)
          return (chunk) => {
            reader.add(chunk)
            const packets: unknown[] = []
            for (let packet = reader.next(); packet; packet = reader.next()) packets.push(packet)
            return packets
          }
        },
        (error) => error instanceof MalformedPacket,
      ),
  },
  {
    name: 'properties',
    seeds: ['#comment\nenable-rcon=true\nrcon.port = 25575\\\n  1\nmotd=\\u00a7aHi\\=\n', '!x\r\na:b\r\n c d\r\n'],
    run: (bytes) => {
      for (const [name, value] of propertyValues(bytes)) assert.ok(name.length + value.length <= 4 * bytes.length)
    },
  },
  {
    name: 'snbt',
    seeds: ['{a:1b,b:[I;1,2],c:"x\\"y",d:{e:-1.5d}}', '[0.5d,64.0d]', '{Name:\'{"text":"x"}\',l:[L;1L]}'],
    run: (bytes) => parseSnbt(bytes.toString()),
  },
  {
    name: 'log-lines',
    seeds: [
      '[10:30:00] [Server thread/INFO]: <Steve> hello',
      '[19Jan2026 10:30:00.123] [Server thread/INFO] [net.minecraft/]: Steve joined the game',
      '[10:30:00 INFO]: Done (1.5s)! For help, type "help"',
    ],
    run: (bytes) => readLogLine(bytes.toString()),
  },
  { name: 'nbt', seeds: [nbtSeed], run: (bytes) => refusing(NbtError, () => readNbt(bytes, fileLimits)) },
  {
    name: 'structures',
    seeds: [nbtSeed],
    run: (bytes) => refusing(GatewayError, () => readStructure(bytes)),
  },
  {
    name: 'build-plans',
    seeds: [JSON.stringify(buildParameters.examples[0].parts)],
    run: (bytes) => {
      const parts = jsonIn(bytes)
      return refusing(GatewayError, () => planOf(Array.isArray(parts) ? parts : [parts]))
    },
  },
  {
    name: 'lz4-blocks',
    seeds: [Buffer.concat([Buffer.from('LZ4Block'), Buffer.from('16030000000300000000000000616263', 'hex')])],
    run: (bytes) => refusing(NbtError, () => readLz4Blocks(bytes, 65_536)),
  },
  {
    name: 'bedrock-frames',
    seeds: [
      '{"header":{"messagePurpose":"event","eventName":"PlayerMessage"},"body":{"message":"hi","sender":"Steve"}}',
      '{"header":{"requestId":"1","messagePurpose":"commandResponse"},"body":{"statusCode":0}}',
    ],
    run: (bytes) => readFrame(bytes.toString()),
  },
]
