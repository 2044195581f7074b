import { releasePageOf, type UpdateState } from '@shared/program/update.js'
import { describe, expect, it, vi } from 'vitest'
import { type CopyFacts, updateMethod } from '../../../../src-main/shell/updates/update-method.js'
import { Updates, type UpdatesOptions, updateFailure } from '../../../../src-main/shell/updates/updates.js'
import { mayOpen, openOutside } from '../../../../src-main/shell/windows/outside.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

function scene(options: Partial<UpdatesOptions> = {}, automatic = true) {
  const clock = new FakeClock()
  const source = {
    check: vi.fn(async (): Promise<string | undefined> => '0.2.0'),
    download: vi.fn(async (onProgress: (percent: number) => void) => onProgress(40.6)),
  }
  const open = vi.fn(async () => source)
  const goingOn = { questions: 0, calls: 0 }
  const restart = vi.fn()
  const updates = new Updates({
    way: { kind: 'itself' },
    source: open,
    settings: () => ({ automatic, channel: 'beta' }),
    activity: () => goingOn,
    restart,
    clock,
    log: new RecordingLog(),
    ...options,
  })
  const states: UpdateState[] = []
  updates.onDidChange((state) => states.push(state))
  return { updates, clock, source, open, goingOn, restart, states }
}

describe('updates', () => {
  it('finds a newer version, downloads it and reports it', async () => {
    const { updates, source, states } = scene()
    await updates.check()
    expect(source.check).toHaveBeenCalledWith('beta')
    expect(states).toEqual([
      { kind: 'checking' },
      { kind: 'downloading', version: '0.2.0', percent: 0 },
      { kind: 'downloading', version: '0.2.0', percent: 40 },
      { kind: 'ready', version: '0.2.0' },
    ])
  })

  it('says when there is none', async () => {
    const { updates, source } = scene()
    source.check.mockResolvedValue(undefined)
    await updates.check()
    expect(updates.state).toEqual({ kind: 'current', at: '2026-01-19T10:30:00.000Z' })
  })

  it('downloads nothing that the system’s packages must bring', async () => {
    const { updates, source } = scene({ way: { kind: 'by-hand' } })
    await updates.check()
    expect(updates.state).toEqual({ kind: 'by-hand', version: '0.2.0' })
    expect(source.download).not.toHaveBeenCalled()
  })

  it('deletes a download that does not match its checksum', async () => {
    const { updates, source, restart } = scene()
    source.download.mockRejectedValue(
      Object.assign(new Error('sha512 checksum mismatch'), { code: 'ERR_CHECKSUM_MISMATCH' }),
    )
    await updates.check()
    expect(updates.state).toEqual({ kind: 'failed', why: 'not-genuine' })
    updates.restart()
    expect(restart).not.toHaveBeenCalled()
  })

  it('checks a minute after the start and every six hours', async () => {
    const { updates, clock, source } = scene()
    source.check.mockResolvedValue(undefined)
    updates.start()
    await clock.advance(59_000)
    expect(source.check).not.toHaveBeenCalled()
    await clock.advance(1_000)
    expect(source.check).toHaveBeenCalledTimes(1)
    await clock.advance(6 * 3_600_000)
    expect(source.check).toHaveBeenCalledTimes(2)
    updates.stop()
    await clock.advance(24 * 3_600_000)
    expect(source.check).toHaveBeenCalledTimes(2)
  })

  it('makes no network request while it is switched off, until a person asks', async () => {
    const { updates, clock, open } = scene({}, false)
    updates.start()
    await clock.advance(48 * 3_600_000)
    expect(open).not.toHaveBeenCalled()
    await updates.check()
    expect(open).toHaveBeenCalledOnce()
  })

  it('never asks anything where this copy cannot be updated', async () => {
    const { updates, clock, open } = scene({ way: { kind: 'none', why: 'development' } })
    updates.start()
    await updates.check()
    await clock.advance(48 * 3_600_000)
    expect(open).not.toHaveBeenCalled()
    expect(updates.state).toEqual({ kind: 'impossible', why: 'development' })
  })

  it('delays the restart until questions are answered and calls have ended', async () => {
    const { updates, goingOn, restart } = scene()
    await updates.check()
    goingOn.questions = 1
    goingOn.calls = 1
    updates.restart()
    expect(updates.state).toMatchObject({ kind: 'ready', waitsFor: 'questions' })
    goingOn.questions = 0
    updates.reconsider()
    expect(updates.state).toMatchObject({ waitsFor: 'calls' })
    expect(restart).not.toHaveBeenCalled()
    goingOn.calls = 0
    updates.reconsider()
    expect(restart).toHaveBeenCalledOnce()
    updates.reconsider()
    expect(restart).toHaveBeenCalledOnce()
  })

  it('never restarts without being asked', async () => {
    const { updates, restart } = scene()
    await updates.check()
    updates.reconsider()
    expect(restart).not.toHaveBeenCalled()
  })

  it.each([
    [Object.assign(new Error('x'), { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }), 'unreadable'],
    [Object.assign(new Error('x'), { code: 'ERR_UPDATER_INVALID_UPDATE_INFO' }), 'unreadable'],
    [Object.assign(new Error('x'), { code: 'ERR_UPDATER_INVALID_VERSION' }), 'unreadable'],
    [new Error('net::ERR_CONNECTION_REFUSED'), 'unreachable'],
    [new Error('sha512 checksum mismatch, expected a, got b'), 'not-genuine'],
    [new Error('the disk is full'), 'other'],
    ['a text', 'other'],
  ])('reports %s as %s', (error, why) => expect(updateFailure(error)).toBe(why))
})

describe('the way a copy is updated', () => {
  const copy: CopyFacts = {
    packaged: true,
    platform: 'linux',
    feed: 'provider: generic\nurl: https://releases.gatehouse.org/',
    packageType: undefined,
    appImage: true,
  }
  it.each<[string, Partial<CopyFacts>, object]>([
    ['an AppImage', {}, { kind: 'itself' }],
    ['a .deb', { packageType: 'deb', appImage: false }, { kind: 'by-hand' }],
    ['a folder', { appImage: false }, { kind: 'none', why: 'unpacked' }],
    ['Windows', { platform: 'win32', appImage: false }, { kind: 'itself' }],
    ['macOS', { platform: 'darwin', appImage: false }, { kind: 'itself' }],
    ['no feed', { feed: undefined }, { kind: 'none', why: 'unpacked' }],
    ['the placeholder', { feed: 'url: https://releases.gatehouse.example/' }, { kind: 'none', why: 'nowhere' }],
    ['no address', { feed: 'url: nonsense' }, { kind: 'none', why: 'nowhere' }],
    ['its source', { packaged: false }, { kind: 'none', why: 'development' }],
  ])('is right for %s', (_name, part, way) => expect(updateMethod({ ...copy, ...part })).toEqual(way))
})

describe('the pages that open in a browser', () => {
  it.each([
    'https://gatehouse.example/releases?x',
    'https://gatehouse.example/releases/../evil',
    'https://gatehouse.example.evil.org/releases',
    'http://gatehouse.example/releases',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'ms-settings:',
    '',
  ])('do not include %j', async (url) => {
    const open = vi.fn(async () => {})
    expect(mayOpen(url)).toBe(false)
    await expect(openOutside(url, open)).rejects.toThrow('may not be opened')
    expect(open).not.toHaveBeenCalled()
  })

  it('are the releases page, once an owner is configured', async () => {
    const open = vi.fn(async () => {})
    const page = releasePageOf('https://releases.invalid/gatehouse')
    await openOutside(`${page}`, open, [`${page}`])
    expect(open).toHaveBeenCalledWith('https://releases.invalid/gatehouse')
  })

  it.each(['https://gatehouse.example/releases', 'https://example', 'nonsense', ''])('are not %j', (address) => {
    // `example` alone is a placeholder name too.
    expect(releasePageOf(address)).toBeUndefined()
  })
})
