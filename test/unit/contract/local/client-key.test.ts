import path from 'node:path'
import { isKeyName, keyFileName, keyNameFrom, parseKeyFile } from '@contract/local/client-key.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

const key = `gh_0a1b2c3d_${'x'.repeat(43)}`

describe('the name of a key file', () => {
  it.each(['cursor', 'claude-desktop', 'a', '0', 'a'.repeat(64)])('may be %s', (name) =>
    expect(isKeyName(name)).toBe(true),
  )

  it.each(['', '-a', 'A', 'a b', 'a.b', '..', '../a', 'a/b', 'a\\b', 'a\0', 'a\n', 'con', 'com1', 'é', 'a'.repeat(65)])(
    'is never %j',
    (name) => expect(isKeyName(name)).toBe(false),
  )

  it('is made from any name, and stays inside its folder', () => {
    const anyName = fc.oneof(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('con', 'NUL', '../x', '---'))
    forAll(anyName, (name) => {
      const made = keyNameFrom(name)
      expect(isKeyName(made)).toBe(true)
      expect(path.dirname(path.join('/keys', keyFileName(made)))).toBe('/keys')
    })
  })

  it('is the same for the same program, and differs for names in other scripts', () => {
    expect(keyNameFrom(' Claude Desktop ')).toBe('claude-desktop')
    expect(keyNameFrom('我的助手')).not.toBe(keyNameFrom('你的助手'))
    expect(keyNameFrom('我的 AI')).not.toBe(keyNameFrom('AI'))
  })
})

it('a key file holds one key and nothing else', () => {
  expect(parseKeyFile(`${key}\n`)).toBe(key)
  for (const text of ['', 'gh_', `${key}x`, `${key}\n${key}`, `Bearer ${key}`]) {
    expect(parseKeyFile(text)).toBeUndefined()
  }
})
