import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBuild } from '../../../../../src-main/providers/minecraft/build/read-build.js'
import { readStructure } from '../../../../../src-main/providers/minecraft/build/structure-file.js'
import { StructureLibrary } from '../../../../../src-main/providers/minecraft/build/structures.js'
import { builtBy } from '../../../../fakes/build/plans.js'

const fixtures = path.join(import.meta.dirname, '../../../../fixtures/structures')
const house = readFileSync(path.join(fixtures, 'small-house.schem'))
const template = readFileSync(path.join(fixtures, 'template.nbt'))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'structures-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('the structure library', () => {
  it('keeps a file under a name with a hash of its content, also after a restart', async () => {
    const library = new StructureLibrary(path.join(folder, 'structures'))
    const added = await library.add('Small House.schem', house)
    expect(added).toMatchObject({
      name: expect.stringMatching(/^small-house-[0-9a-f]{12}$/u),
      fileName: 'Small House.schem',
      kind: 'schem',
      size: { x: 21, y: 28, z: 20 },
      omitted: [],
    })
    const again = new StructureLibrary(path.join(folder, 'structures'))
    expect(again.list()).toEqual([added])
    const { palette, indices, size } = await readStructure(house)
    expect(await again.find(added.name)).toMatchObject({ palette, indices, size, hash: added.hash })
    if (process.platform !== 'win32') {
      const [file = ''] = readdirSync(path.join(folder, 'structures'))
      expect(statSync(path.join(folder, 'structures', file)).mode & 0o777).toBe(0o600)
    }
  })

  it('adds the same file once, and forgets one that is removed', async () => {
    const library = new StructureLibrary(folder)
    const one = await library.add('a.nbt', template)
    expect(await library.add('A.nbt', template)).toEqual(one)
    expect(library.list()).toHaveLength(1)
    expect(library.remove(one.name)).toBe(true)
    expect(library.remove(one.name)).toBe(false)
    expect(readdirSync(folder)).toEqual([])
    expect(await library.find(one.name)).toBeUndefined()
  })

  it.each([
    ['../../etc/passwd', 'passwd'],
    ['城堡.schem', 'structure'],
    ['C:\\Users\\ada\\My Castle (2).litematic', 'my-castle-2'],
    [`${'a'.repeat(300)}.nbt`, 'a'.repeat(48)],
    ['con', 'con'],
    ['', 'structure'],
  ])('gives %j a name that an AI can write', async (fileName, word) => {
    const { name } = await new StructureLibrary(folder).add(fileName, template)
    expect(name.replace(/-[0-9a-f]{12}$/u, '')).toBe(word)
    expect(readdirSync(folder)).toEqual([`${name}.structure`])
  })

  it('never finds a path', async () => {
    const library = new StructureLibrary(folder)
    writeFileSync(path.join(folder, 'x.structure'), 'x')
    for (const name of ['../x', 'x', '/etc/passwd', '__proto__', '', 'x\n']) {
      expect(await library.find(name)).toBeUndefined()
    }
  })

  it('does not list or find a file that was damaged', async () => {
    const library = new StructureLibrary(folder)
    const { name } = await library.add('a.nbt', template)
    const file = path.join(folder, `${name}.structure`)
    const bytes = readFileSync(file)
    writeFileSync(file, bytes.subarray(0, bytes.length - 20))
    expect(await library.find(name)).toBeUndefined()
    writeFileSync(file, bytes.subarray(40))
    expect(new StructureLibrary(folder).list()).toEqual([])
  })

  /** Writes a stored file anew: its info, then its palette and cells. */
  const rewrite = (name: string, change: (info: Record<string, unknown>, content: string) => string) => {
    const file = path.join(folder, `${name}.structure`)
    const bytes = readFileSync(file)
    const end = bytes.indexOf('\n')
    const info = JSON.parse(bytes.subarray(0, end).toString())
    const content = change(info, inflateSync(bytes.subarray(end + 1)).toString('latin1'))
    writeFileSync(
      file,
      Buffer.concat([Buffer.from(`${JSON.stringify(info)}\n`), deflateSync(Buffer.from(content, 'latin1'))]),
    )
  }
  const hashOf = ({ size }: Record<string, unknown>, content: string) => {
    const { x, y, z } = size as { x: number; y: number; z: number }
    return createHash('sha256').update(`${x} ${y} ${z}\n`).update(Buffer.from(content, 'latin1')).digest('hex')
  }

  it('does not find a file whose blocks are no longer those of its name', async () => {
    const { name } = await new StructureLibrary(folder).add('a.nbt', template)
    rewrite(name, (_info, content) => content)
    expect(await new StructureLibrary(folder).find(name)).toBeDefined()
    rewrite(name, (_info, content) => content.replace(/minecraft:[a-z_]+/u, 'minecraft:tnt'))
    expect(await new StructureLibrary(folder).find(name)).toBeUndefined()
    rewrite(name, (info, content) => {
      info.hash = hashOf(info, content)
      return content
    })
    expect(new StructureLibrary(folder).list()).toEqual([])
  })

  it.each(['minecraft:command_block', 'minecraft:stone{Command:1}', 'minecraft:stone run op ada', 'Stone'])(
    'does not find a file with the block %s, also when its hash is right',
    async (block) => {
      const { name } = await new StructureLibrary(folder).add('a.nbt', template)
      let planted = ''
      rewrite(name, (info, content) => {
        const changed = content.replace(/minecraft:[a-z_]+/u, block)
        info.hash = hashOf(info, changed)
        planted = `a-${String(info.hash).slice(0, 12)}`
        info.name = planted
        return changed
      })
      renameSync(path.join(folder, `${name}.structure`), path.join(folder, `${planted}.structure`))
      const library = new StructureLibrary(folder)
      expect(library.list()).toHaveLength(1)
      expect(await library.find(planted)).toBeUndefined()
    },
  )

  it('never replaces a file of the same name by other content', async () => {
    const { name } = await new StructureLibrary(folder).add('a.nbt', template)
    rewrite(name, (info, content) => {
      info.hash = String(info.hash).slice(0, 12).padEnd(64, '0')
      return content
    })
    const library = new StructureLibrary(folder)
    await expect(library.add('a.nbt', template)).rejects.toMatchObject({ details: { why: 'structure-name-taken' } })
    expect(library.list()).toHaveLength(1)
  })

  it('refuses what is no structure, and keeps nothing of it', async () => {
    const library = new StructureLibrary(folder)
    await expect(library.add('a.schem', Buffer.from('hello'))).rejects.toMatchObject({
      code: 'BUSINESS.OPERATION_FAILED',
      details: { why: 'structure-unknown' },
    })
    expect(readdirSync(folder)).toEqual([])
  })

  it('lets a plan place a structure by its name, turned and mirrored', async () => {
    const library = new StructureLibrary(folder)
    const { name, size } = await library.add('a.nbt', template)
    const plan = (part: object) =>
      readBuild(
        {
          name: 'n',
          world: 'w',
          origin: [0, 64, 0],
          parts: [{ shape: 'structure', structure: name, from: [0, 0, 0], ...part }],
        },
        library,
      )
    const plain = builtBy(await plan({}))
    const turned = builtBy(await plan({ rotate: 90 }))
    expect(turned.size).toBe(plain.size)
    for (const [at, state] of plain) {
      const [x = 0, y = 0, z = 0] = at.split(',').map(Number)
      const image = turned.get(`${size.z - 1 - z},${y},${x}`)
      expect(image).toBe(
        state
          .replace('axis=x', 'axis=z')
          .replace(
            /facing=(north|east|south)/u,
            (_all, side) => `facing=${{ north: 'east', east: 'south', south: 'west' }[side as 'north']}`,
          ),
      )
    }
    const full = builtBy(await plan({ rotate: 270, mirror: { x: 20, z: -3 } }))
    expect(full.size).toBe(4 * plain.size)
    expect(builtBy(await plan({ skipAir: true })).size).toBe(
      [...plain.values()].filter((one) => one !== 'minecraft:air').length,
    )
  })

  it('names the files that there are when a plan names another', async () => {
    const library = new StructureLibrary(folder)
    const parts = [{ shape: 'structure', structure: 'castle', from: [0, 0, 0] }]
    const read = () => readBuild({ name: 'n', world: 'w', origin: [0, 0, 0], parts }, library)
    await expect(read()).rejects.toThrow('there is no structure file castle. The owner has added none.')
    const { name } = await library.add('hut.nbt', template)
    await expect(read()).rejects.toThrow(`Use one of: ${name}.`)
  })
})
