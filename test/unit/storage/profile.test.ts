import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openProfile, writePrivateFile } from '../../../src-main/storage/profile.js'
import { folderForEach } from '../../fixtures/for-each.js'

const folder = folderForEach()

const modeOf = (file: string): number => statSync(file).mode & 0o777

describe('a profile', () => {
  it('that is made is its owner’s alone', () => {
    const profile = openProfile(path.join(folder(), 'new', 'profile'))
    expect(modeOf(profile)).toBe(0o700)
  })

  it('that is there keeps its rights: others may still look into their folder', () => {
    const existing = path.join(folder(), 'existing')
    mkdirSync(existing, { mode: 0o755 })
    openProfile(existing)
    expect(modeOf(existing)).toBe(0o755)
  })

  it('that others can write into is refused, with what to do', () => {
    const shared = path.join(folder(), 'shared')
    mkdirSync(shared)
    chmodSync(shared, 0o777)
    expect(() => openProfile(shared)).toThrow('chmod go-w')
  })

  it.skipIf(process.platform === 'win32')(
    'that belongs to another user is refused, also for one who may write it',
    () => {
      const theirs = path.join(folder(), 'theirs')
      mkdirSync(theirs, { mode: 0o700 })
      const us = process.getuid?.() ?? 0
      if (us === 0) {
        chownSync(theirs, 4_321, 4_321)
        expect(() => openProfile(theirs)).toThrow('belongs to another user')
      }
      expect(() => openProfile(theirs, us + 1)).toThrow('belongs to another user')
    },
  )

  it('that is a file is refused in a sentence', () => {
    const file = path.join(folder(), 'file')
    writeFileSync(file, '')
    expect(() => openProfile(file)).toThrow(/cannot be used.*--profile DIR/u)
  })
})

it('a private file is readable by its owner alone, and leaves no draft', () => {
  const file = path.join(folder(), 'secret.json')
  writePrivateFile(file, 'text')
  expect(readFileSync(file, 'utf8')).toBe('text')
  expect(modeOf(file)).toBe(0o600)
  expect(existsSync(`${file}.${process.pid}.draft`)).toBe(false)
})

it('a private file is not written through a link that was planted as its draft', () => {
  const [file, theirs] = [path.join(folder(), 'secret.json'), path.join(folder(), 'theirs')]
  writeFileSync(theirs, 'before')
  symlinkSync(theirs, `${file}.${process.pid}.draft`)
  writePrivateFile(file, 'text')
  expect([readFileSync(file, 'utf8'), readFileSync(theirs, 'utf8')]).toEqual(['text', 'before'])
  expect(lstatSync(file).isFile()).toBe(true)
})

it('a private file is written also where a killed process left its draft', () => {
  const file = path.join(folder(), 'secret.json')
  writeFileSync(`${file}.${process.pid}.draft`, 'a longer text of before')
  writePrivateFile(file, 'text')
  expect(readFileSync(file, 'utf8')).toBe('text')
})
