import { readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openPanicFile, panicFile } from '../../../src-main/storage/panic-file.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()

describe('the file that says whether everything is stopped', () => {
  it('keeps a pause with its end, and takes a pause with an unclear end for one without', () => {
    const since = '2026-01-19T10:30:00.000Z'
    const pause = { on: true, since, by: 'desktop', pause: true, until: '2026-01-19T10:45:00.000Z' } as const
    openPanicFile(profile()).write(pause)
    expect(openPanicFile(profile()).read()).toEqual(pause)
    writeFileSync(path.join(profile(), panicFile), JSON.stringify({ ...pause, until: 'soon' }))
    expect(openPanicFile(profile()).read()).toEqual({ on: true, since, by: 'desktop', pause: true })
    writeFileSync(path.join(profile(), panicFile), JSON.stringify({ ...pause, pause: 'yes' }))
    expect(openPanicFile(profile()).read()).toEqual({ on: true, since, by: 'desktop' })
  })

  it('is off when it does not exist', () => expect(openPanicFile(profile()).read()).toEqual({ on: false }))

  it('returns what was written, readable by its owner alone', () => {
    const state = { on: true, since: '2026-01-19T10:30:00.000Z', by: 'desktop' }
    openPanicFile(profile()).write(state)
    expect(openPanicFile(profile()).read()).toEqual(state)
    if (process.platform !== 'win32') expect(statSync(path.join(profile(), panicFile)).mode & 0o777).toBe(0o600)
  })

  it.each(['', '{', 'null', '[]', '{"on":"false"}', '{"off":true}'])('cannot be read with the content %j', (text) => {
    writeFileSync(path.join(profile(), panicFile), text)
    expect(() => openPanicFile(profile()).read()).toThrow()
    expect(readFileSync(path.join(profile(), panicFile), 'utf8')).toBe(text)
  })
})
