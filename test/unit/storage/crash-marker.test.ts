import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CrashMarker } from '../../../src-main/storage/crash-marker.js'

let profile: string
let now: number

beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'gatehouse-runs-'))
  now = Date.parse('2026-11-22T10:00:00.000Z')
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

/** Another start of the program. */
function start(seconds = 1): CrashMarker {
  now += seconds * 1_000
  const book = new CrashMarker(profile, '0.1.0', () => new Date(now))
  book.begin()
  return book
}

describe('the run book', () => {
  it('has nothing to tell of a first run, nor of one after a run that ended well', () => {
    const first = start()
    expect(first.trouble).toEqual({ last: null, careful: false })
    first.ended()
    expect(start().trouble.last).toBeNull()
  })

  it('tells of a bug what it said, without what a player said', () => {
    start().crashed(new Error('No player "Steve" at 203.0.113.9'))
    const { last } = start(30).trouble
    expect(last).toMatchObject({ why: 'bug', version: '0.1.0', at: '2026-11-22T10:00:01.000Z' })
    expect(last?.message).toContain('No player […] at [address]')
    expect(last?.log).toBe(path.join(profile, 'gatehouse.log'))
  })

  it('tells of a run that was killed that nobody knows why', () => {
    start()
    expect(start().trouble.last).toMatchObject({ why: 'unknown' })
  })

  it('goes on telling until a person has seen it', () => {
    start().crashed(new Error('a bug'))
    start().ended()
    const book = start()
    expect(book.trouble.last).not.toBeNull()
    book.putAway()
    book.ended()
    expect(start().trouble.last).toBeNull()
  })

  it('starts carefully after three bad ends within a minute, and no sooner', () => {
    start().crashed(new Error('once'))
    start().crashed(new Error('twice'))
    expect(start().trouble.careful).toBe(false)
    const book = start()
    expect(book.trouble.careful).toBe(true)
    book.goOn()
    expect(book.trouble.careful).toBe(false)
  })

  it('forgets bad ends that are a minute old, and all of them when a run ends well', () => {
    for (let i = 0; i < 3; i += 1) start().crashed(new Error('a bug'))
    expect(start(61).trouble.careful).toBe(false)
    for (let i = 0; i < 2; i += 1) start().crashed(new Error('a bug'))
    start().ended()
    expect(start().trouble.careful).toBe(false)
  })

  it.each(['', 'null', '{}', '[1]', '{"state":"running"}', '{"state":"crashed","version":7}'])(
    'makes nothing of a file that says %j',
    (text) => {
      writeFileSync(path.join(profile, 'run.json'), text)
      expect(start().trouble).toEqual({ last: null, careful: false })
    },
  )

  it('is its owner’s alone', () => {
    start()
    expect(statSync(path.join(profile, 'run.json')).mode & 0o777).toBe(0o600)
  })
})
