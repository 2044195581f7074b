import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { BridgeCommand } from '../../../src-main/connect/bridge-command.js'
import { ConfigFiles } from '../../../src-main/connect/config-file.js'
import { folderForEach } from '../../fixtures/for-each.js'

const entry: BridgeCommand = { command: '/opt/gatehouse', args: ['/b.cjs', '--profile', '/p'] }

const folder = folderForEach()
let file = ''
let files: ConfigFiles
beforeEach(() => {
  file = path.join(folder(), 'Claude', 'claude_desktop_config.json')
  files = new ConfigFiles(path.join(folder(), 'profile'), () => new Date(0))
})

const has = (bytes: string | Buffer) => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, bytes)
}
const write = () => files.write(file, entry, files.preview(file, entry).expected)
const whyOf = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    return (error as { details?: { why?: string } }).details?.why
  }
  return 'nothing was thrown'
}
const stateOf = () => files.stateOf(file, entry).state

describe('a configuration file of another program', () => {
  it.each(['{"mcpServers":{"files":{"command":"npx"}},"x":[1]}', '\uFEFF{\r\n\t"theme": "dark"\r\n}\r\n', '', '{}'])(
    'is put back byte for byte: %j',
    (text) => {
      has(text)
      write()
      expect(stateOf().kind).toBe(text.startsWith('\uFEFF') ? 'repaired' : 'ours')
      files.revert(file)
      expect(readFileSync(file, 'utf8')).toBe(text)
      expect(whyOf(() => files.revert(file))).toBe('nothing-written')
      expect(readdirSync(path.join(folder(), 'profile', 'client-files'))).toEqual([])
    },
  )

  it('is removed again where there was none', () => {
    expect(stateOf()).toEqual({ kind: 'missing' })
    expect(files.preview(file, entry).expected).toBe('none')
    write()
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { gatehouse: entry } })
    expect(files.stateOf(file, entry).written).toEqual({ at: '1970-01-01T00:00:00.000Z' })
    files.revert(file)
    expect(existsSync(file)).toBe(false)
  })

  it('is not restored once another program has written to it, and the backup is kept', () => {
    has('{"mine": true}')
    write()
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n`)
    const now = readFileSync(file, 'utf8')
    expect(whyOf(() => files.revert(file))).toBe('changed-since')
    expect(readFileSync(file, 'utf8')).toBe(now)
    const { backup = '' } = files.stateOf(file, entry).written ?? {}
    expect(readFileSync(backup, 'utf8')).toBe('{"mine": true}')
    expect(statSync(backup).mode & 0o077).toBe(0)
  })

  it('is not written when it has changed since it was shown', () => {
    has('{}')
    const { expected } = files.preview(file, entry)
    writeFileSync(file, '{"new": 1}')
    expect(whyOf(() => files.write(file, entry, expected))).toBe('changed')
    expect(readFileSync(file, 'utf8')).toBe('{"new": 1}')
  })

  it('is left alone when it is broken, too large or no text', () => {
    for (const [bytes, why] of [
      ['{"a": 1,}', 'broken'],
      [Buffer.from([0x7b, 0xc4, 0xe3, 0x7d]), 'not-text'],
      [Buffer.alloc(5 * 1024 * 1024, ' '), 'too-large'],
    ] as const) {
      has(bytes)
      expect(whyOf(() => files.preview(file, entry))).toBe(why)
      expect(stateOf()).toMatchObject({ kind: 'refused', problem: { kind: why } })
      expect(readFileSync(file).equals(Buffer.from(bytes))).toBe(true)
    }
  })

  it.each([
    [
      'utf-8-bom',
      Buffer.from(`\uFEFF${JSON.stringify({ mcpServers: { files: { command: 'npx' }, gatehouse: entry } })}`),
    ],
    ['utf-16le', Buffer.from(`\uFEFF${JSON.stringify({ mcpServers: { gatehouse: entry } })}`, 'utf16le')],
  ])('is not called good in %s, and is rewritten as UTF-8 without a mark', (encoding, bytes) => {
    has(bytes)
    expect(stateOf()).toEqual({ kind: 'encoded', encoding })
    expect(files.preview(file, entry)).toMatchObject({ encoding })
    write()
    const after = readFileSync(file, 'utf8')
    expect(JSON.parse(after)).toMatchObject({ mcpServers: { gatehouse: entry } })
    expect(stateOf()).toEqual({ kind: 'repaired', encoding })
    expect(whyOf(() => files.preview(file, entry))).toBe('same')
    files.revert(file)
    expect(readFileSync(file).equals(bytes)).toBe(true)
    expect(stateOf()).toEqual({ kind: 'encoded', encoding })
  })

  it('keeps the first backup when it is written twice', () => {
    has('{"mine": true}')
    write()
    const moved = { ...entry, command: '/elsewhere/gatehouse' }
    expect(files.stateOf(file, moved).state).toEqual({ kind: 'elsewhere', command: '/opt/gatehouse', profile: '/p' })
    files.write(file, moved, files.preview(file, moved).expected)
    files.revert(file)
    expect(readFileSync(file, 'utf8')).toBe('{"mine": true}')
  })

  it('is put back exactly too after the program has moved', () => {
    has('{"mine":   true}')
    write()
    const moved = { ...entry, command: '/elsewhere/gatehouse' }
    const now = files.stateOf(file, moved)
    expect(now).toMatchObject({ state: { kind: 'elsewhere' }, written: { at: '1970-01-01T00:00:00.000Z' } })
    expect(now.written).not.toHaveProperty('changed')
    const { lines } = files.previewRevert(file)
    expect(lines.filter(({ kind }) => kind === 'added')).toEqual([{ kind: 'added', text: '{"mine":   true}' }])
    expect(lines.filter(({ kind }) => kind === 'removed').some(({ text }) => text.includes('/opt/gatehouse'))).toBe(
      true,
    )
    files.revert(file)
    expect(readFileSync(file, 'utf8')).toBe('{"mine":   true}')
    expect(files.stateOf(file, moved)).toEqual({ state: { kind: 'without' } })
  })

  it('reports when the written content was changed', () => {
    has('{}')
    write()
    writeFileSync(file, readFileSync(file, 'utf8').replace('/opt/gatehouse', '/opt/other'))
    expect(files.stateOf(file, entry)).toMatchObject({ state: { kind: 'elsewhere' }, written: { changed: true } })
    expect(whyOf(() => files.revert(file))).toBe('changed-since')
    expect(whyOf(() => files.previewRevert(file))).toBe('changed-since')
  })

  it('is not written again when it stands there already', () => {
    write()
    expect(whyOf(() => files.preview(file, entry))).toBe('same')
  })

  it('keeps its permissions, and a link to it stays one', () => {
    const real = path.join(folder(), 'dotfiles.json')
    writeFileSync(real, '{}')
    chmodSync(real, 0o640)
    mkdirSync(path.dirname(file))
    symlinkSync(real, file)
    write()
    expect(realpathSync(file)).toBe(real)
    expect(statSync(real).mode & 0o777).toBe(0o640)
    expect(JSON.parse(readFileSync(real, 'utf8'))).toEqual({ mcpServers: { gatehouse: entry } })
    expect(readdirSync(folder()).filter((name) => name.includes('draft'))).toEqual([])
  })

  it('recognizes our entry also with environment variables', () => {
    write()
    writeFileSync(file, JSON.stringify({ mcpServers: { gatehouse: { ...entry, env: { A: '2' } } } }))
    expect(files.stateOf(file, entry).state).toEqual({ kind: 'ours' })
  })
})
