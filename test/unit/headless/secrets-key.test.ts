import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { parseOptions } from '../../../src-main/headless/options.js'
import { folderForEach } from '../../fixtures/for-each.js'

const folder = folderForEach()
const key = 'A'.repeat(43)

function written(name: string, text: string): string {
  const file = path.join(folder(), name)
  writeFileSync(file, text)
  return file
}

it('there is no key for secrets until one is given', () => {
  expect(parseOptions([]).secretsKey).toBeUndefined()
  expect(parseOptions([], { environment: { CREDENTIALS_DIRECTORY: folder() } }).secretsKey).toBeUndefined()
})

it('the key for secrets comes from its file, without its line end', () => {
  const file = written('key', `${key}\n`)
  expect(parseOptions(['--secrets-key-file', file]).secretsKey).toEqual({ key, file })
})

it('the key for secrets is the credential of a systemd service, unless a file is named', () => {
  const file = written('gatehouse-key', key)
  const environment = { CREDENTIALS_DIRECTORY: folder() }
  expect(parseOptions([], { environment }).secretsKey).toEqual({ key, file })
  const other = written('other', 'B'.repeat(43))
  expect(parseOptions(['--secrets-key-file', other], { environment }).secretsKey).toMatchObject({ file: other })
})

it('the key for secrets comes from the environment, or the first line of standard input', () => {
  expect(parseOptions([], { environment: { GATEHOUSE_SECRETS_KEY: key } }).secretsKey).toEqual({ key })
  expect(parseOptions(['--secrets-stdin'], { line: JSON.stringify({ 'secrets-key': key }) }).secretsKey).toEqual({
    key,
  })
})

it.each(['', 'short', 'A'.repeat(31), `${'A'.repeat(40)}\n${'B'.repeat(40)}`])(
  'a key for secrets such as %j is refused, and not repeated',
  (text) => {
    const file = written('key', text)
    const start = () => parseOptions(['--secrets-key-file', file])
    expect(start).toThrow(/key/u)
    if (text !== '') expect(start).not.toThrow(text)
  },
)

it('a key file that is missing ends the start, so that secrets are not kept in memory by mistake', () => {
  expect(() => parseOptions(['--secrets-key-file', path.join(folder(), 'none')])).toThrow(/can't be read: ENOENT/u)
})

it('a key for secrets is never on the command line', () => {
  expect(() => parseOptions(['--secrets-key', key])).toThrow(/Unknown option/u)
})
