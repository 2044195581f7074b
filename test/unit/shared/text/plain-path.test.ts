import path from 'node:path'
import { folderOf, isPlainFolder, plainPath, sourceUnder } from '@shared/text/plain-path.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { processorMs } from '../../../fixtures/processor-time.js'
import { forAll, times } from '../../../fixtures/properties.js'

const isUnder = (folder: string, given: string): boolean => new RegExp(sourceUnder(folder), 'u').test(given)

describe('a plain path', () => {
  it.each([
    ['/home/ada/notes/plan.txt', 'posix', '/home/ada/notes/plan.txt', []],
    ['/home/ada/../../etc/passwd', 'posix', '/etc/passwd', ['climbs']],
    ['/../..//a/./b/', 'posix', '/a/b', ['climbs']],
    ['/home/$USER/x', 'posix', '/home/$USER/x', ['expands']],
    ['/home/ada\u202e/x', 'posix', '/home/ada\u202e/x', ['unusual']],
    ['C:\\Users\\ada/x.txt', 'windows', 'C:\\Users\\ada\\x.txt', []],
    ['c:/Users/../Windows', 'windows', 'c:\\Windows', ['climbs']],
    ['C:\\a\\PROGRA~1\\x', 'windows', 'C:\\a\\PROGRA~1\\x', ['expands']],
    ['C:\\a\\b.txt:stream', 'windows', 'C:\\a\\b.txt:stream', ['unusual']],
    ['C:\\a\\.. \\b', 'windows', 'C:\\a\\.. \\b', ['unusual']],
  ])('%s is plain', (text, system, resolved, warnings) => {
    expect(plainPath(text)).toEqual({ system, resolved, warnings })
  })

  it.each([
    'notes/plan.txt',
    '~/x',
    '//server/share',
    '\\\\server\\share',
    'C:x',
    '',
    'file:///etc',
    `/${'a'.repeat(5_000)}`,
  ])('is undefined for %s', (text) => expect(plainPath(text)).toBeUndefined())
})

describe('the folder of a path', () => {
  it.each([
    ['/home/ada/notes/plan.txt', '/home/ada/notes'],
    ['/home/ada/notes', '/home/ada/notes'],
    ['C:\\Users\\ada\\notes\\plan.txt', 'C:\\Users\\ada\\notes'],
    ['C:/Users/ada/notes/plan.txt', 'C:\\Users\\ada\\notes'],
    ['/home/ada/notes/.env', '/home/ada/notes/.env'],
    ['/home/ada/.config/app/a.toml', '/home/ada/.config/app'],
    ['/srv/shared/a.txt', '/srv/shared'],
  ])('of %s is %s', (text, folder) => expect(folderOf(text)).toBe(folder))

  it.each([
    '/plan.txt',
    '/etc/passwd.txt',
    '/etc',
    '/',
    'C:\\',
    'C:\\x',
    '/home/ada/../bob/x',
    '/home/ada/~',
    '/home/ada',
    '/home/ada/plan.txt',
    '/var/home/ada/plan.txt',
    '/Users/ada/plan.txt',
    '/root/plan.txt',
    '/root',
    'C:\\Users\\ada\\plan.txt',
    'd:/users/ada/plan.txt',
    '/home//ada/x.txt',
  ])('is undefined for %s', (text) => expect(folderOf(text)).toBeUndefined())
})

describe('a path under a folder', () => {
  const name = fc.constantFrom('ada', 'notes', 'a.b', 'Übung', '名前', 'x-1', '(2)', 'a+b', '.hidden', 'a b')
  const posix = fc.array(name, { minLength: 2, maxLength: 4 }).map((names) => `/${names.join('/')}`)
  const windows = fc.array(name, { minLength: 2, maxLength: 4 }).map((names) => `C:\\${names.join('\\')}`)
  const odd = fc.constantFrom(
    ...[
      '..',
      '.',
      '',
      '...',
      '.. ',
      ' ..',
      '..\u200b',
      '%2e%2e',
      '\uff0e\uff0e',
      '\u2025',
      '~',
      '$HOME',
      '..\\..',
      'a\\..\\..',
    ],
    ...['\0', 'a\n', ':', '*', 'ada.', 'ada ', 'PROGRA~1', '\u2215..', '\u202e', 'NOTES', 'a/../..'],
  )
  const tail = fc.array(fc.oneof(name, odd, fc.string({ maxLength: 4 })), { maxLength: 6 })
  const separator = fc.constantFrom('/', '\\', '//', '/./', '')

  const isInside = (of: path.PlatformPath, folder: string, given: string): boolean => {
    const relative = of.relative(folder, of.resolve(given))
    return relative === '' || !(relative.split(of.sep)[0] === '..' || of.isAbsolute(relative))
  }

  it.each([
    ['posix', posix, path.posix],
    ['windows', windows, path.win32],
  ] as const)('is never outside it, whatever the spelling, on %s', (_system, folders, of) => {
    times(500).forAll(folders, folders, tail, separator, fc.boolean(), (folder, other, parts, by, starts) => {
      fc.pre(isPlainFolder(folder))
      const given = (starts ? folder : other) + by + parts.join(by)
      if (!isUnder(folder, given)) return
      expect(isInside(of, folder, given)).toBe(true)
      const below = of.relative(folder, given).split(of.sep)
      expect(below.some((part) => part.startsWith('.') || part.startsWith(' '))).toBe(false)
      // The same for programs that decode, compose or trim what they get.
      expect(decodeURIComponent(given)).toBe(given)
      expect(isInside(of, folder.normalize('NFKC'), given.normalize('NFKC'))).toBe(true)
      expect(given.split(/[\\/]/u).some((part) => /^[. ]*$/u.test(part) && part !== '')).toBe(false)
    })
  })

  it.each([
    ['/home/ada/notes', '/home/ada/notes/.git/config', false],
    ['/home/ada/notes', '/home/ada/notes/a/.env', false],
    ['/home/ada/notes', '/home/ada/notes/ .env', false],
    ['/home/ada/notes', '/home/ada/notes/a.b/c', true],
    ['/home/ada/.config/app', '/home/ada/.config/app/a.toml', true],
    ['/home/ada/.config/app', '/home/ada/.config/app/.keys', false],
    ['C:\\Users\\ada\\notes', 'C:\\Users\\ada\\notes\\.ssh\\id', false],
  ])('of %s: whether %s is one is %s', (folder, given, expected) => expect(isUnder(folder, given)).toBe(expected))

  it('matches what was proposed for it, and plain files below that are not hidden', () =>
    forAll(fc.oneof(posix, windows), fc.array(name, { minLength: 1, maxLength: 3 }), (folder, names) => {
      const below = `${folder}/${names.join('/')}`
      const isPosix = folder.startsWith('/')
      expect(isUnder(folder, below)).toBe(!names.some((one) => one.startsWith('.')))
      const proposed = folderOf(isPosix ? below : below.replaceAll('/', '\\'))
      expect(proposed === undefined || isUnder(proposed, below)).toBe(true)
      expect(isUnder(folder, `${folder}x/${names[0]}`)).toBe(false)
    }))

  it('takes linear time', () => {
    const hostile = `/home/ada/${'. .a'.repeat(30_000)}!`
    const started = processorMs()
    expect(isUnder('/home/ada', hostile)).toBe(false)
    expect(processorMs() - started).toBeLessThan(2_000)
  })
})
