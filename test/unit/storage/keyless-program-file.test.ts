import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { keylessLimits } from '@shared/clients/keyless.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keylessProgramFile, openKeylessProgramFile } from '../../../src-main/storage/keyless-program-file.js'

const refused = { id: '1', name: 'Claude', state: 'refused', at: '2026-01-19T10:30:00.000Z' } as const

let profile: string
let file: string
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-programs-'))
  file = path.join(profile, keylessProgramFile)
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

describe('the file of programs without a key', () => {
  it('is empty at first, and holds what was written', () => {
    const store = openKeylessProgramFile(profile)
    expect(store.read()).toEqual({ programs: [] })
    store.write([refused])
    store.write([refused])
    expect(openKeylessProgramFile(profile).read()).toEqual({ programs: [refused] })
    expect(existsSync(`${file}.broken`)).toBe(false)
  })

  it.each([
    ['no JSON', '[{"id":'],
    ['something else', '{}'],
    ['empty', ''],
    ['an entry that is no decision', JSON.stringify([refused, { ...refused, name: 'Other', state: 'waiting' }])],
    ['more than is remembered', JSON.stringify(Array.from({ length: keylessLimits.programs + 1 }, () => refused))],
  ])('that is %s is reported, kept aside by the next write, and counts until it is removed', (_what, text) => {
    writeFileSync(file, text)
    const store = openKeylessProgramFile(profile)
    expect(store.read().damaged).toBe(file)
    store.write([refused])
    expect(readFileSync(`${file}.broken`, 'utf8')).toBe(text)
    expect(openKeylessProgramFile(profile).read()).toEqual({ programs: [refused], damaged: `${file}.broken` })
    rmSync(`${file}.broken`)
    expect(openKeylessProgramFile(profile).read()).toEqual({ programs: [refused] })
  })

  it('keeps the decisions that can be read', () => {
    writeFileSync(file, JSON.stringify([5, refused]))
    expect(openKeylessProgramFile(profile).read().programs).toEqual([refused])
  })
})
