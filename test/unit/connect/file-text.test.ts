import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fileTextOf } from '../../../src-main/connect/file-text.js'
import { forAll } from '../../fixtures/properties.js'

const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

describe('the text of a file', () => {
  it.each([
    ['utf-8', Buffer.from('{"文件":1}')],
    ['utf-8-bom', Buffer.from('\uFEFF{"文件":1}')],
    ['utf-16le', Buffer.from('\uFEFF{"文件":1}', 'utf16le')],
    ['utf-16be', utf16be('\uFEFF{"文件":1}')],
    ['utf-16le', Buffer.from('{"文件":1}', 'utf16le')],
    ['utf-16be', utf16be('{"文件":1}')],
  ])('is read from %s', (encoding, bytes) => expect(fileTextOf(bytes)).toEqual({ text: '{"文件":1}', encoding }))

  it('is not guessed where it is in another encoding, such as GBK', () => {
    expect(fileTextOf(Buffer.from([0x7b, 0xc4, 0xe3, 0x7d]))).toEqual({ kind: 'not-text' })
    expect(fileTextOf(Buffer.alloc(4 * 1024 * 1024 + 1, ' '))).toEqual({ kind: 'too-large' })
  })

  it('is that of any JSON, and never an error', () => {
    forAll(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      for (const bytes of [Buffer.from(text), Buffer.from(`\uFEFF${text}`), utf16be(`\uFEFF${text}`)]) {
        expect(fileTextOf(bytes)).toMatchObject({ text })
      }
    })
    forAll(fc.uint8Array(), (bytes) => void fileTextOf(Buffer.from(bytes)))
  })
})
