/** Region files: a Java server whose files in its folder unpack into too much, have false lengths, or lead elsewhere. */
import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { AttackCase } from '../attack-case.js'
import type { Reply } from '../attack-scene.js'
import { HostileJavaServer } from '../hostile-java-server.js'
import { type ServerFolder, serverFolder } from '../server-folder.js'

const mib = 1_024 * 1_024
const sector = 4_096

/** NBT written by hand, because a library writes no invalid lengths. */
const short = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const int = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value | 0)
  return bytes
}
const named = (type: number, name: string, value: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), short(Buffer.byteLength(name)), Buffer.from(name), value])
const compound = (...members: readonly Buffer[]): Buffer => Buffer.concat([...members, Buffer.from([0])])
const root = (...members: readonly Buffer[]): Buffer => Buffer.concat([Buffer.from([10, 0, 0]), compound(...members)])
const text = (value: string): Buffer => Buffer.concat([short(Buffer.byteLength(value)), Buffer.from(value)])
const list = (type: number, length: number, entries: Buffer): Buffer =>
  Buffer.concat([Buffer.from([type]), int(length), entries])
const repeated = (times: number, value: Buffer): Buffer => Buffer.alloc(times * value.length, value)

/** What is costly to read, as the value of a member. */
const values: Readonly<Record<string, { readonly make: () => readonly [type: number, Buffer]; readonly long?: true }>> =
  {
    'two million values': { make: () => [9, list(10, 1_900_000, Buffer.alloc(1_900_000))] },
    '22 MB of nothing': { make: () => [7, Buffer.concat([int(22 * mib), Buffer.alloc(22 * mib)])], long: true },
    'an array of 22 MB of longs': {
      make: () => [12, Buffer.concat([int(2_800_000), Buffer.alloc(8 * 2_800_000)])],
      long: true,
    },
    'an array that claims two thousand million longs': { make: () => [12, int(0x7fff_ffff)], long: true },
    'lists 100,000 levels deep': { make: () => [9, repeated(100_000, list(9, 1, Buffer.alloc(0)))], long: true },
    'texts of 65,535 bytes, 400 of them': {
      make: () => [9, list(8, 400, repeated(400, text('x'.repeat(65_535))))],
      long: true,
    },
    '300,000 different names': {
      make: () => [
        10,
        compound(...Array.from({ length: 300_000 }, (_, at) => named(1, at.toString(36), Buffer.from([1])))),
      ],
      long: true,
    },
  }

const version = named(3, 'DataVersion', int(4_189))
const place = [named(3, 'xPos', int(0)), named(3, 'zPos', int(0)), named(8, 'Status', text('minecraft:full'))]

/** Where a value is read as a whole, where its elements are read, and where it is skipped. */
const chunkPlaces: Readonly<Record<string, (type: number, value: Buffer) => Buffer>> = {
  'in its status': (type, value) => root(version, ...place.slice(0, 2), named(type, 'Status', value)),
  'in a section': (type, value) =>
    root(
      version,
      ...place,
      named(9, 'sections', list(10, 1, compound(named(1, 'Y', Buffer.from([4])), named(type, 'biomes', value)))),
    ),
  'among its block entities': (type, value) =>
    root(version, ...place, named(9, 'block_entities', list(10, 1, compound(named(type, 'Items', value))))),
  'where nobody reads': (type, value) => root(version, ...place, named(type, 'structures', value)),
}

type Method = 1 | 2 | 3 | 4
const packed = (bytes: Buffer, method: Method): Buffer =>
  method === 1 ? gzipSync(bytes) : method === 2 ? deflateSync(bytes) : method === 4 ? lz4Bomb(bytes.length) : bytes

/** LZ4 blocks that repeat one byte over and over. */
function lz4Bomb(length: number): Buffer {
  const size = mib / 4
  const extra = size - 1 - 4 - 15
  const block = Buffer.concat([
    Buffer.from([0x1f, 0, 1, 0]),
    Buffer.alloc(Math.floor(extra / 255), 255),
    Buffer.from([extra % 255]),
  ])
  const head = Buffer.alloc(21)
  head.write('LZ4Block', 'latin1')
  head[8] = 0x20
  head.writeInt32LE(block.length, 9)
  head.writeInt32LE(size, 13)
  return repeated(Math.ceil(length / size), Buffer.concat([head, block]))
}

/** A region file whose first chunk is this. */
function region(
  method: number,
  body: Buffer,
  changes: { readonly length?: number; readonly at?: number } = {},
): Buffer {
  const sectors = Math.min(255, Math.ceil((body.length + 5) / sector))
  const file = Buffer.alloc(2 * sector + Math.ceil((body.length + 5) / sector) * sector)
  file.writeUIntBE(changes.at ?? 2, 0, 3)
  file[3] = sectors
  file.writeInt32BE(changes.length ?? body.length + 1, 2 * sector)
  file[2 * sector + 4] = method
  body.copy(file, 2 * sector + 5)
  return file
}

/** Writes it at the position of a chunk; a chunk that is too large for its region gets a separate file. */
function putChunk({ regions }: ServerFolder, bytes: Buffer, method: Method = 2): void {
  const body = packed(bytes, method)
  const isLarge = body.length > 254 * sector
  writeFileSync(
    path.join(regions, 'r.0.0.mca'),
    isLarge ? region(method | 0x80, Buffer.alloc(0)) : region(method, body),
  )
  if (isLarge) writeFileSync(path.join(regions, 'c.0.0.mcc'), body)
}

interface FileCase {
  readonly name: string
  readonly long?: true
  readonly prepare: (folder: ServerFolder) => void
  readonly meanwhile?: (folder: ServerFolder) => Promise<void>
  readonly invariant?: (replies: readonly Reply[]) => void
}

/** A block is read from the files, three times at once. */
function blockCase({ name, long, prepare, meanwhile, invariant }: FileCase): AttackCase {
  let server: HostileJavaServer | undefined
  let folder: ServerFolder | undefined
  let replies: readonly Reply[] = []
  return {
    name: `a world ${name}`,
    cause: 'games',
    ...(long && { long }),
    setup: async (scene) => {
      folder = serverFolder(scene)
      server = await HostileJavaServer.online(scene, folder.root)
      prepare(folder)
    },
    attack: async () => {
      if (!server || !folder) throw new Error('there is no server')
      const hostile = server
      const asked = [0, 1, 2].map((x) =>
        hostile.call('world.block.get', { location: { world: 'world', x, y: 64, z: 0 } }),
      )
      await meanwhile?.(folder)
      replies = await Promise.all(asked)
      await pause(200)
    },
    invariant: () => {
      for (const { status, text: said } of replies) {
        expect([200, 400, 404, 409, 422, 500, 502]).toContain(status)
        expect(said.length).toBeLessThan(16_384)
        expect(said).not.toContain('root:')
      }
      invariant?.(replies)
    },
  }
}

const chunks = Object.entries(values).flatMap(([what, { make, long }]) =>
  Object.entries(chunkPlaces).map(([where, chunk]) =>
    blockCase({
      name: `whose chunk holds ${what} ${where}`,
      ...((long || where !== 'in a section') && { long: true }),
      prepare: (folder) => putChunk(folder, chunk(...make())),
    }),
  ),
)

const bombs = ([1, 2, 4] as const).map((method) =>
  blockCase({
    name: `whose chunk unpacks into 300 MB, packed by method ${method}`,
    ...(method !== 4 && { long: true }),
    prepare: (folder) => putChunk(folder, Buffer.alloc(300 * mib), method),
    invariant: (replies) => expect(replies.every(({ status }) => status !== 200)).toBe(true),
  }),
)

const lying: Readonly<Record<string, { readonly make: (chunk: Buffer) => Buffer; readonly long?: true }>> = {
  'lies behind the end of the file': { make: (chunk) => region(2, chunk, { at: 0xff_ff_ff }) },
  'lies in the table of places': { make: (chunk) => region(2, chunk, { at: 1 }), long: true },
  'has a negative length': { make: (chunk) => region(2, chunk, { length: -1 }), long: true },
  'has a length of two gigabytes': { make: (chunk) => region(2, chunk, { length: 0x7fff_ffff }), long: true },
  'is packed by a method that there is not': { make: (chunk) => region(77, chunk), long: true },
  'is cut off': { make: (chunk) => region(2, chunk).subarray(0, 2 * sector + 3), long: true },
}
const wrongPlaces = Object.entries(lying).map(([what, { make, long }]) =>
  blockCase({
    name: `whose chunk ${what}`,
    ...(long && { long }),
    prepare: ({ regions }) =>
      writeFileSync(path.join(regions, 'r.0.0.mca'), make(deflateSync(root(version, ...place)))),
    invariant: (replies) => expect(replies.every(({ status }) => status !== 200)).toBe(true),
  }),
)

const elsewhere: readonly AttackCase[] = [
  blockCase({
    name: 'whose region file is a pipe nobody writes to',
    prepare: ({ regions }) => void execFileSync('mkfifo', [path.join(regions, 'r.0.0.mca')]),
  }),
  blockCase({
    name: 'whose region file is a link to a file of the system',
    long: true,
    prepare: ({ regions }) => symlinkSync('/etc/passwd', path.join(regions, 'r.0.0.mca')),
  }),
  blockCase({
    name: 'whose region folder is a link to the root of the computer',
    long: true,
    prepare: ({ regions }) => {
      rmSync(regions, { recursive: true })
      symlinkSync('/', regions)
    },
  }),
  blockCase({
    name: 'whose chunk lies in a file that grows while it is read',
    prepare: ({ regions }) => {
      writeFileSync(path.join(regions, 'r.0.0.mca'), region(2 | 0x80, Buffer.alloc(0)))
      writeFileSync(path.join(regions, 'c.0.0.mcc'), Buffer.alloc(mib))
    },
    meanwhile: async ({ regions }) => {
      const file = createWriteStream(path.join(regions, 'c.0.0.mcc'), { flags: 'a' })
      for (let at = 0; at < 60; at++) await new Promise((resolve) => file.write(Buffer.alloc(mib), resolve))
      await new Promise((resolve) => file.end(resolve))
    },
  }),
]

/** Files that are read while the program connects. */
const early: Readonly<Record<string, { readonly prepare: (folder: ServerFolder) => void; readonly long?: true }>> = {
  'level.dat unpacks into 300 MB': {
    prepare: (folder) => writeFileSync(path.join(folder.root, 'world', 'level.dat'), gzipSync(Buffer.alloc(300 * mib))),
    long: true,
  },
  'level.dat holds 450,000 values': {
    prepare: (folder) => {
      const bytes = root(named(10, 'Data', compound(named(9, 'GameRules', list(10, 450_000, Buffer.alloc(450_000))))))
      writeFileSync(path.join(folder.root, 'world', 'level.dat'), gzipSync(bytes))
    },
  },
  'server.properties has 2,400 keys': {
    prepare: ({ root: at }) =>
      writeFileSync(
        path.join(at, 'server.properties'),
        Array.from({ length: 2_400 }, (_, key) => `k${key}=\\u0041`).join('\n'),
      ),
    long: true,
  },
  'server.properties is one line of many continuations': {
    prepare: ({ root: at }) => writeFileSync(path.join(at, 'server.properties'), 'level-name=\\\n '.repeat(2_300)),
    long: true,
  },
  'server.properties names a world outside': {
    prepare: ({ root: at }) => writeFileSync(path.join(at, 'server.properties'), 'level-name=../../../../etc\n'),
    long: true,
  },
  'version_history.json and the log are pipes': {
    prepare: ({ root: at, log }) => {
      rmSync(log)
      execFileSync('mkfifo', [log, path.join(at, 'version_history.json')])
    },
    long: true,
  },
  'versions are 5,000 folders': {
    prepare: ({ root: at }) => {
      for (let minor = 0; minor < 50; minor++)
        for (let patch = 0; patch < 100; patch++)
          mkdirSync(path.join(at, 'versions', `1.${minor}.${patch}`), { recursive: true })
    },
    long: true,
  },
}

const connecting = Object.entries(early).map(([what, { prepare, long }]): AttackCase => {
  let folder: ServerFolder | undefined
  return {
    name: `a server whose ${what}`,
    cause: 'games',
    ...(long && { long }),
    setup: (scene) => {
      folder = serverFolder(scene)
      prepare(folder)
    },
    attack: async (scene) => {
      const server = await HostileJavaServer.add(scene, {}, folder?.root)
      await server.until(({ event, state }) => event === 'server' && state === 'online')
      await pause(300)
    },
  }
})

/** Lists that a server writes. */
const lists: Readonly<Record<string, { readonly make: () => string; readonly long?: true }>> = {
  'of 15 MB': {
    make: () => `[${'{"uuid":"00000000-0000-4000-8000-000000000001","name":"Steve"},'.repeat(240_000)}{}]`,
  },
  'of almost half a megabyte': {
    make: () => `[${'{"uuid":"00000000-0000-4000-8000-000000000001","name":"Steve"},'.repeat(7_500)}{}]`,
  },
  'of lists 100,000 levels deep': { make: () => '['.repeat(100_000) + ']'.repeat(100_000), long: true },
  'of one entry with 300,000 names': {
    make: () => `[{${Array.from({ length: 300_000 }, (_, at) => `"n${at}":1`).join(',')}}]`,
    long: true,
  },
}

const peopleCases = Object.entries(lists).map(([what, { make, long }]): AttackCase => {
  let server: HostileJavaServer | undefined
  return {
    name: `a server with lists of people ${what}`,
    cause: 'games',
    ...(long && { long }),
    setup: async (scene) => {
      const folder = serverFolder(scene)
      server = await HostileJavaServer.online(scene, folder.root)
      for (const file of ['ops.json', 'whitelist.json', 'usercache.json', 'banned-players.json', 'banned-ips.json'])
        writeFileSync(path.join(folder.root, file), make())
    },
    attack: async () => {
      const ids = ['ext.java.operator.list', 'ext.java.ban.list']
      const replies = await Promise.all(ids.map((id) => server?.call(id)))
      for (const reply of replies) {
        expect([200, 400]).toContain(reply?.status)
        expect(reply?.text.length).toBeLessThan(2 * mib)
      }
    },
  }
})

export const regionFileCases: readonly AttackCase[] = [
  ...chunks,
  ...bombs,
  ...wrongPlaces,
  ...elsewhere,
  ...connecting,
  ...peopleCases,
]
