import path from 'node:path'
import { keyFileName } from '@contract/local/client-key.js'
import { canNameFile, fileNameOf } from '@contract/text/file-name.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileText } from '../../../fixtures/hostile-texts.js'
import { forAll } from '../../../fixtures/properties.js'

const plain = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,63}$/u)

describe('the name of a file', () => {
  it('is one part of a path on every system, or refused', () =>
    forAll(fc.oneof(hostileText, plain), (text) => {
      if (!canNameFile(text)) {
        expect(() => fileNameOf(text, '.key')).toThrow(TypeError)
        return
      }
      const name = fileNameOf(text, '.key')
      for (const system of [path.posix, path.win32]) {
        expect(system.dirname(system.join('/folder', name))).toBe(system.normalize('/folder'))
        expect(system.basename(name, '.key')).toBe(text)
      }
      expect(name).toMatch(/^[a-z0-9-]+\.key$/u)
    }))

  it('differs for every text', () =>
    forAll(plain, plain, (one, other) => {
      fc.pre(canNameFile(one) && canNameFile(other))
      expect(fileNameOf(one) === fileNameOf(other)).toBe(one === other)
    }))

  it.each([
    '',
    '.',
    '..',
    '../x',
    'a/b',
    'a\\b',
    'con',
    'nul',
    'com1',
    'lpt9',
    'a:b',
    'a.',
    'a ',
    'A',
    'a\0',
    'é',
    '-a',
    'a'.repeat(65),
  ])('refuses %j', (text) => expect(() => fileNameOf(text)).toThrow(TypeError))

  it('is the one that the bridge looks for', () =>
    expect(fileNameOf('claude-code', '.key')).toBe(keyFileName('claude-code')))
})
