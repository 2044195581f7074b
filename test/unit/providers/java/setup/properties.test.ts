import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editProperties } from '../../../../../src-main/providers/java/setup/properties-edit.js'
import { readProperties } from '../../../../../src-main/providers/java/setup/properties-text.js'
import { processorMs } from '../../../../fixtures/processor-time.js'
import { forAll, times } from '../../../../fixtures/properties.js'

const read = (text: string) => readProperties(Buffer.from(text, 'latin1'))
const valuesOf = (text: string | Buffer) =>
  Object.fromEntries([...readProperties(Buffer.from(text)).byKey].map(([key, { value }]) => [key, value]))
const edit = (text: string, values: Record<string, string | undefined>) =>
  editProperties(read(text), values).toString('latin1')

/** Everything that the format gives a meaning to, in any order. */
const anyText = fc
  .array(
    fc.constantFrom(
      ...[
        'a',
        'b',
        'rcon.port',
        '=',
        ':',
        ' ',
        '\t',
        '\f',
        '\\',
        '\\',
        '\n',
        '\r',
        '\r\n',
        '#',
        '!',
        '\\u0041',
        '\\u00',
      ],
      ...['1', '\\\n', '\u00e9', 'motd=Hi\\: \\u00a7b\n', '\\\r\n'],
    ),
    { maxLength: 30 },
  )
  .map((pieces) => pieces.join(''))

describe('server.properties', () => {
  // Expected values were read by java.util.Properties (OpenJDK 17).
  it.each([
    ['a=1\nb:2\nc 3\n', { a: '1', b: '2', c: '3' }],
    ['# a=1\n! b=2\n  c = 3 ', { c: '3 ' }],
    ['motd=A\\:B\\=C \\u00a7eD', { motd: 'A:B=C \u00a7eD' }],
    ['long=one,\\\n    two,\\\r\n  three\r\nnext=1', { long: 'one,two,three', next: '1' }],
    ['a=\\\n\nb=2', { a: '', b: '2' }],
    ['\\\n#no\na=1', { a: '1' }],
    ['a\\=b=c', { 'a=b': 'c' }],
    ['a=1\ra=2', { a: '2' }],
    ['key', { key: '' }],
    ['a=x\\', { a: 'x' }],
  ])('is read as Java reads %j', (text, values) => expect(valuesOf(text)).toEqual(values))

  it('names the line that Java refuses', () => expect(read('a=1\n\nb=\\u12G4').brokenLine).toBe(3))
  it('reads UTF-8 and, where the bytes are none, Latin-1', () => {
    expect(valuesOf(Buffer.from('motd=Gr\u00fc\u00dfe', 'utf8')).motd).toBe('Gr\u00fc\u00dfe')
    expect(valuesOf(Buffer.from('motd=Gr\u00fc\u00dfe', 'latin1')).motd).toBe('Gr\u00fc\u00dfe')
  })
  it('counts lines from 1, whatever ends them', () => {
    const { lines } = read('# x\r\na=1\r\rb=2\nc=1')
    expect(lines.map(({ key, number }) => [key, number])).toEqual([
      ['a', 2],
      ['b', 4],
      ['c', 5],
    ])
  })
  it('joins a value over any number of lines', () => {
    expect(valuesOf(`a=${'b\\\n '.repeat(2_000)}c`)).toEqual({ a: `${'b'.repeat(2_000)}c` })
  })
  it('reads a megabyte of backslashes in linear time', () => {
    const began = processorMs()
    read(`a=${'\\'.repeat(500_000)}\n${'\\\n'.repeat(250_000)}`)
    expect(processorMs() - began).toBeLessThan(5_000)
  })
})

describe('an edit', () => {
  it('keeps comments, order, separators and line ends', () => {
    const text = '#Minecraft\r\nenable-rcon : false\r\n\r\n! x\r\nmotd=\u00a7bHi\r\nrcon.password=\r\n'
    expect(edit(text, { 'enable-rcon': 'true', 'rcon.password': 'a:b', 'rcon.port': '25575' })).toBe(
      '#Minecraft\r\nenable-rcon : true\r\n\r\n! x\r\nmotd=\u00a7bHi\r\nrcon.password=a\\:b\r\nrcon.port=25575\r\n',
    )
  })
  it('changes the line that counts where a key stands twice', () =>
    expect(edit('a=1\na=2\n', { a: '3' })).toBe('a=1\na=3\n'))
  it('adds lines before a last line that would swallow them', () =>
    expect(edit('a=1\nb=2\\', { c: '3' })).toBe('a=1\nc=3\nb=2\\'))
  it('replaces a value that goes over several lines whole', () =>
    expect(edit('a=1,\\\n  2,\\\n  3\nb=4\n', { a: '9' })).toBe('a=9\nb=4\n'))
  it('takes a line out', () => expect(edit('a=1\nb=2\nc=3\n', { b: undefined })).toBe('a=1\nc=3\n'))

  it('changes the intended keys and no other line of any file', () => {
    const anyValue = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('', ' x', '#', '\\', 'a=b', '\u00a7e', '\n'),
    )
    times(2_000).forAll(anyText, anyValue, anyValue, (text, port, added) => {
      const before = read(text)
      fc.pre(before.brokenLine === undefined)
      const after = readProperties(editProperties(before, { 'rcon.port': port, 'new.key': added }))
      expect(after.byKey.get('rcon.port')?.value).toBe(port)
      expect(after.byKey.get('new.key')?.value).toBe(added)
      const others = ({ bytes, lines, byKey }: typeof before) =>
        lines
          .filter((line) => !['rcon.port', 'new.key'].includes(line.key) || byKey.get(line.key) !== line)
          .map(({ start, valueEnd }) => bytes.toString('latin1', start, valueEnd))
      expect(others(after)).toEqual(others(before))
    })
  })
  it('is nothing where the values are there already', () =>
    forAll(anyText, (text) => {
      const before = read(text)
      const same = Object.fromEntries([...before.byKey].map(([key, { value }]) => [key, value]))
      expect(editProperties(before, same).toString('latin1')).toBe(text)
    }))
})
