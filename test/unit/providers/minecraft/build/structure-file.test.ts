import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type ReadStructure, readStructure } from '../../../../../src-main/providers/minecraft/build/structure-file.js'
import expected from '../../../../fixtures/structures/expected.json' with { type: 'json' }

const folder = path.join(import.meta.dirname, '../../../../fixtures/structures')
const fileOf = (name: string): Buffer => readFileSync(path.join(folder, name))

/** Every block that is set, in the order y, z, x. */
function linesOf({ size, palette, indices }: ReadStructure): readonly string[] {
  const lines: string[] = []
  let cell = 0
  for (let y = 0; y < size.y; y++) {
    for (let z = 0; z < size.z; z++) {
      for (let x = 0; x < size.x; x++, cell++) {
        const state = palette[indices[cell] ?? 0]
        if (state !== '') lines.push(`${x},${y},${z} ${state}`)
      }
    }
  }
  return lines
}

describe('a structure file', () => {
  it.each(Object.entries(expected))('is read as another program reads it: %s', async (name, wanted) => {
    const read = await readStructure(fileOf(name))
    expect([read.size.x, read.size.y, read.size.z]).toEqual(wanted.size)
    expect(read.kind).toBe(wanted.kind)
    const lines = linesOf(read)
    expect(lines.length).toBe(wanted.count)
    expect(createHash('sha256').update(lines.join('\n')).digest('hex')).toBe(wanted.sha256)
    expect(read.omitted).toEqual([])
  })

  it('is read with and without compression', async () => {
    const zipped = fileOf('sponge-2.schem')
    expect(await readStructure(gunzipSync(zipped))).toEqual(await readStructure(zipped))
  })

  it('is refused with advice when it is from before 1.13', async () => {
    await expect(readStructure(fileOf('viking-house.schematic'))).rejects.toMatchObject({
      message: expect.stringContaining('up to 1.12'),
      details: { why: 'structure-numbered' },
    })
  })
})
