import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { askingPauseFile, openAskingPauseFile } from '../../../src-main/storage/panic-file.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()

const file = () => path.join(profile(), askingPauseFile)
const pause = {
  caller: { type: 'model', id: 'client:0a1b2c3d', name: 'Cursor', namedByOwner: true },
  denials: 5,
  pauses: 2,
  firstAt: 1_000,
  lastAt: 2_000,
  until: 3_000,
} as const

describe('the file of paused programs', () => {
  it('keeps pauses, readable by its owner alone', () => {
    openAskingPauseFile(profile()).write([pause])
    expect(openAskingPauseFile(profile()).read()).toEqual([pause])
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    openAskingPauseFile(profile()).write([])
    expect(openAskingPauseFile(profile()).read()).toEqual([])
  })

  it('is empty where it does not exist, and is not created without pauses', () => {
    openAskingPauseFile(profile()).write([])
    expect(openAskingPauseFile(profile()).read()).toEqual([])
    expect(() => statSync(file())).toThrow()
  })

  it.each([
    { ...pause, until: -1 },
    { ...pause, until: '2030-01-01' },
    { ...pause, denials: 1.5 },
    { ...pause, caller: { ...pause.caller, type: 'owner' } },
    { ...pause, caller: { id: 'bridge' } },
    { ...pause, caller: null },
    null,
    7,
  ])('reads no pause from %j', (one) => {
    writeFileSync(file(), JSON.stringify([one, pause]))
    expect(openAskingPauseFile(profile()).read()).toEqual([pause])
  })

  it('cleans a name that was written into it by hand', () => {
    writeFileSync(file(), JSON.stringify([{ ...pause, caller: { ...pause.caller, name: 'a\u202eb'.repeat(200) } }]))
    const [{ caller } = pause] = openAskingPauseFile(profile()).read()
    expect(caller.name.length).toBeLessThanOrEqual(128)
    expect(caller.name).not.toContain('\u202e')
  })

  it.each(['', '{', '{}', 'null'])('cannot be read where it holds %j', (text) => {
    writeFileSync(file(), text)
    expect(() => openAskingPauseFile(profile()).read()).toThrow()
  })
})
