/** What a hostile computer may send in place of the files that were asked for. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fetchByTar, tarCommand } from '../../../../../../src-main/providers/java/ways/ssh/tar-fetch.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import { folderForEach } from '../../../../../fixtures/for-each.js'
import { times } from '../../../../../fixtures/properties.js'

const root = folderForEach()
const clock = new FakeClock()

function channelOf(bytes: Buffer | undefined, pieceSize = 1_000): Duplex {
  let at = 0
  return new Duplex({
    write: (_piece, _encoding, done) => done(),
    read() {
      if (bytes === undefined) return
      this.push(at < bytes.length ? bytes.subarray(at, at + pieceSize) : null)
      at += pieceSize
    },
  })
}

/** @returns what arrived, by its name */
async function fetched(bytes: Buffer | undefined, names: readonly string[], most = 1_000_000, pieceSize?: number) {
  const arrived: Record<string, number> = {}
  const files = names.map((name) => ({ path: name, target: path.join(root(), 'out', name), most }))
  const place = { root: '/srv/minecraft', clock, run: async () => channelOf(bytes, pieceSize) }
  await fetchByTar(place, files, {
    onPiece: () => undefined,
    onFile: (file) => {
      arrived[file.path] = file.size
    },
  })
  return arrived
}

function archive(files: Readonly<Record<string, string>>, ...options: readonly string[]): Buffer {
  const folder = path.join(root(), 'in')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  const names = Object.keys(files).map((name) => `./${name}`)
  return execFileSync('tar', ['-C', folder, ...options, '-cf', '-', ...names])
}

const everything = () =>
  readdirSync(root(), { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith('out/'))

describe('files that come by tar', () => {
  it.each([['gnu'], ['pax'], ['ustar']])(
    'are written as they are in the format %s, in pieces of any size',
    async (format) => {
      const files = { 'world/level.dat': 'x'.repeat(1_500), [`world/${'ö'.repeat(40)}`]: '', 'world/r': 'y' }
      const bytes = archive(files, `--format=${format}`)
      for (const pieceSize of [1, 511, 100_000]) {
        const arrived = await fetched(bytes, Object.keys(files), undefined, pieceSize)
        expect(arrived).toEqual({ 'world/level.dat': 1_500, [`world/${'ö'.repeat(40)}`]: 0, 'world/r': 1 })
        expect(readFileSync(path.join(root(), 'out/world/level.dat'), 'utf8')).toBe('x'.repeat(1_500))
      }
    },
  )

  it('are only those that were asked for, and none that is larger than it may be', async () => {
    const bytes = archive(
      { asked: 'yes', other: 'no', large: 'l'.repeat(2_000), last: 'yes' },
      '--transform=s,other,../../evil,',
    )
    expect(await fetched(bytes, ['asked', 'large', 'last'], 1_000)).toEqual({ asked: 3, last: 3 })
    expect(everything().sort()).toEqual(['out/asked', 'out/last'])
  })

  it('end without an error at the first byte that is no archive', async () => {
    const bytes = archive({ one: 'a'.repeat(3_000), two: 'b' })
    await times(200).forAllAsync(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const harmed = Buffer.from(bytes)
      harmed[at] = (harmed[at] ?? 0) ^ change
      const arrived = await fetched(harmed, ['one', 'two'])
      expect(Object.entries(arrived).filter(([name, size]) => size !== { one: 3_000, two: 1 }[name])).toEqual([])
      await fetched(bytes.subarray(0, at), ['one', 'two'])
    })
  })

  it('end after 20 seconds without a byte', async () => {
    const result = fetched(undefined, ['one'])
    await clock.advance(20_000)
    expect(await result).toEqual({})
  })
})

describe('the command', () => {
  it('names the folder in quotes', () => {
    expect(tarCommand('/srv/my server/世界')).toBe("tar -C '/srv/my server/世界' --no-recursion --null -T - -cf -")
  })

  it.each([
    "/srv/it's",
    '/srv/$(reboot)',
    '/srv/a\nb',
    '/srv/`id`',
    '/srv/a!b',
    '/srv/a\\',
    '/srv/"',
    '/srv/a;b',
    '/srv/%X%',
  ])('is not run for %j: no shell is trusted with that', (folder) => expect(tarCommand(folder)).toBeUndefined())
})
