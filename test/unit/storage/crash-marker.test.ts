import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { CrashMarker } from '../../../src-main/storage/crash-marker.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
let now: number

beforeEach(() => {
  now = Date.parse('2026-11-22T10:00:00.000Z')
})

/** Another start of the program. */
function start(seconds = 1): CrashMarker {
  now += seconds * 1_000
  const marker = new CrashMarker(profile(), '0.1.0', () => new Date(now))
  marker.begin()
  return marker
}

describe('the crash marker', () => {
  it('reports nothing after a first run, nor after a run that ended normally', () => {
    const first = start()
    expect(first.crash).toEqual({ last: null, safeMode: false })
    first.ended()
    expect(start().crash.last).toBeNull()
  })

  it('reports the message of a bug, without what a player said', () => {
    start().crashed(new Error('No player "Steve" at 203.0.113.9'))
    const { last } = start(30).crash
    expect(last).toMatchObject({ why: 'bug', version: '0.1.0', at: '2026-11-22T10:00:01.000Z' })
    expect(last?.message).toContain('No player […] at [address]')
    expect(last?.log).toBe(path.join(profile(), 'gatehouse.log'))
  })

  it('reports no cause for a run that was killed', () => {
    start()
    expect(start().crash.last).toMatchObject({ why: 'unknown' })
  })

  it('reports it until a person has seen it', () => {
    start().crashed(new Error('a bug'))
    start().ended()
    const marker = start()
    expect(marker.crash.last).not.toBeNull()
    marker.dismiss()
    marker.ended()
    expect(start().crash.last).toBeNull()
  })

  it('starts in safe mode after three crashes within a minute, and no sooner', () => {
    start().crashed(new Error('once'))
    start().crashed(new Error('twice'))
    expect(start().crash.safeMode).toBe(false)
    const marker = start()
    expect(marker.crash.safeMode).toBe(true)
    marker.leaveSafeMode()
    expect(marker.crash.safeMode).toBe(false)
  })

  it('drops crashes older than a minute, and all of them when a run ends normally', () => {
    for (let i = 0; i < 3; i += 1) start().crashed(new Error('a bug'))
    expect(start(61).crash.safeMode).toBe(false)
    for (let i = 0; i < 2; i += 1) start().crashed(new Error('a bug'))
    start().ended()
    expect(start().crash.safeMode).toBe(false)
  })

  it.each(['', 'null', '{}', '[1]', '{"state":"running"}', '{"state":"crashed","version":7}'])(
    'ignores a file with the content %j',
    (text) => {
      writeFileSync(path.join(profile(), 'run.json'), text)
      expect(start().crash).toEqual({ last: null, safeMode: false })
    },
  )

  it('is readable by its owner alone', () => {
    start()
    expect(statSync(path.join(profile(), 'run.json')).mode & 0o777).toBe(0o600)
  })
})
