/** `server.properties` against Java's own reader: any bytes give the same keys and values, in both encodings. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestJdk } from '../../../../../scripts/java.mjs'
import { readProperties } from '../../../../../src-main/providers/java/setup/properties-text.js'
import { isOn, javaInteger } from '../../../../../src-main/providers/java/setup/rcon-settings.js'

const jdk = newestJdk()
if (!jdk) console.warn('server.properties is not compared with Java: there is no JDK 17 or newer.')

const source = path.join(import.meta.dirname, '..', '..', '..', '..', 'fixtures', 'java', 'ReadProperties.java')

/** Reads all files in one run of Java. */
function readByJava(files: readonly { readonly bytes: Buffer; readonly isOld: boolean }[]): readonly string[] {
  const input = files.map(({ bytes, isOld }) => `${isOld ? 'old ' : ''}${bytes.toString('hex')}\n`).join('')
  const java = path.join(jdk ?? '', 'bin', 'java')
  const { stdout, stderr } = spawnSync(java, [source], { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (stdout === '') throw new Error(stderr)
  return stdout.split(/\r?\n/u).slice(0, -1)
}

const hex = (text: string) =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')

/** The same line from our own reader. */
function readByUs(bytes: Buffer, isOld: boolean): string {
  const text = readProperties(bytes, isOld ? 'latin-1' : undefined)
  if (text.brokenLine !== undefined) return '!'
  const values = new Map([...text.byKey].map(([key, { value }]) => [key, value]))
  const inOrder = [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => `${hex(key)}=${hex(value)}`)
  const n = values.get('n') ?? ''
  return `${inOrder.join(' ')} | ${isOn(n)} ${javaInteger(n) ?? 'none'}`
}

const piece = fc.constantFrom(
  ...['n', 'level-name', '=', ':', ' ', '\t', '\f', '\\', '\\\\', '\n', '\r', '\r\n', '#', '!', '\u0000', '\u0085'],
  ...['\\u0041', '\\u00e', '\\uD83D\\uDE00', '\\t', '\\ ', 'n=true', 'n=true ', 'n = TRUE', 'n:25575 ', 'n=+0025575'],
  ...[
    'n=-1',
    'n=2147483648',
    '=x',
    'n',
    '\u00fc',
    '\u4e16',
    '\ud83d\ude00',
    '\ufeff',
    '\\\n  ',
    '\\\r\n#',
    '1',
    ' \\\n',
  ],
)
const utf8 = fc.array(piece, { maxLength: 24 }).map((pieces) => Buffer.from(pieces.join(''), 'utf8'))
const mixed = fc.tuple(utf8, fc.uint8Array({ maxLength: 4 }), utf8).map((parts) => Buffer.concat(parts))
const anyFile = fc.record({ bytes: fc.oneof(utf8, mixed), isOld: fc.boolean() })

describe.skipIf(!jdk)('server.properties, compared with Java', () => {
  it('reads any file as Java reads it, in both encodings', () => {
    const files = fc.sample(anyFile, 4_000)
    const lines = readByJava(files)
    expect(lines).toHaveLength(files.length)
    for (const [at, { bytes, isOld }] of files.entries())
      expect(readByUs(bytes, isOld), `${isOld ? 'old ' : ''}${bytes.toString('hex')}`).toBe(lines[at])
  })

  it.each(['true ', ' true', 'TRUE', 'on', 'true\u00a0', '25575 ', '+25575', '0', '70000', '99999999999', '0x10', ''])(
    'reads the value %j as Java does',
    (value) => {
      const bytes = Buffer.from(`n=${value}\n`, 'utf8')
      expect(readByUs(bytes, false)).toBe(readByJava([{ bytes, isOld: false }])[0])
    },
  )
})
