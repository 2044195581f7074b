import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstLine } from '../../../src-main/headless/first-line.js'
import { parseOptions } from '../../../src-main/headless/options.js'
import { readSecretFile, type SecretSources } from '../../../src-main/headless/secrets.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { times } from '../../fixtures/properties.js'

const java = ['--java', 'rcon://127.0.0.1:25575']
const management = ['--java-management', 'ws://127.0.0.1:25585']
const agents = ['--agent', 'ws://a:1', '--agent', 'ws://b:1']

function parsed(args: readonly string[], sources: Partial<SecretSources> = {}) {
  const warnings: string[] = []
  const options = parseOptions(args, { warn: (line) => warnings.push(line), ...sources })
  return { options, warnings }
}
const files = (texts: Readonly<Record<string, string>>) => ({
  readFile: (file: string) => texts[file] ?? expect.fail(`nobody asked for ${file}`),
})

describe('a secret of the headless program', () => {
  it.each<[string, readonly string[], Partial<SecretSources>, number]>([
    ['the environment', [], { environment: { GATEHOUSE_RCON_PASSWORD: 'p w', GATEHOUSE_MANAGEMENT_SECRET: 'm' } }, 0],
    [
      'files',
      ['--java-password-file', 'p', '--java-management-secret-file', 'm'],
      files({ p: 'p w\r\n', m: 'm\n' }),
      0,
    ],
    ['standard input', ['--secrets-stdin'], { line: '{"java-password":"p w","java-management-secret":"m"}' }, 0],
    ['the command line', ['--java-password', 'p w', '--java-management-secret', 'm'], {}, 2],
  ])('comes from %s', (_where, args, sources, warned) => {
    const { options, warnings } = parsed([...java, ...management, ...args], sources)
    expect(options.servers).toMatchObject([{ secrets: { token: 'p w', management: 'm' } }])
    expect(warnings).toHaveLength(warned)
    expect(warnings.join()).not.toContain('p w')
  })

  it('warns of the option that other users can see, and names the alternative', () => {
    const { warnings } = parsed([...java, '--java-password', 'sekrit'])
    expect(warnings).toEqual([
      'Other users of this computer can see --java-password on the command line. Use GATEHOUSE_RCON_PASSWORD, --java-password-file or --secrets-stdin.',
    ])
  })

  it('is assigned to agents in the order of the files or of the line, or to all of them', () => {
    const tokensOf = (args: readonly string[], sources: Partial<SecretSources>) =>
      parsed([...agents, ...args], sources).options.servers.map(({ secrets }) => secrets.token)
    expect(tokensOf(['--agent-token-file', 'x', '--agent-token-file', 'y'], files({ x: 'one', y: 'two' }))).toEqual([
      'one',
      'two',
    ])
    expect(tokensOf([], { line: '{"agent-token":["one","two"]}' })).toEqual(['one', 'two'])
    expect(tokensOf([], { environment: { GATEHOUSE_TOKEN: 'both' } })).toEqual(['both', 'both'])
  })

  it('is the key of Bedrock too', () => {
    expect(parsed([], { environment: { GATEHOUSE_BEDROCK_KEY: 'ABC-123' } }).options.bedrockKey).toBe('ABC-123')
    expect(parsed(['--bedrock-key-file', 'k'], files({ k: 'ABC-123\n' })).options.bedrockKey).toBe('ABC-123')
  })

  it.each<[string, readonly string[], Partial<SecretSources>]>([
    ['Use only one of', [...java, '--java-password', 'a', '--java-password-file', 'b'], files({ b: 'b' })],
    ['Use only one of', [...java, '--java-password', 'a'], { line: '{"java-password":"b"}' }],
    ['--java-password is empty', [...java, '--java-password-file', 'b'], files({ b: '\n' })],
    ['line breaks', [...java, '--java-password-file', 'b'], files({ b: 'one\ntwo\n' })],
    ['4096 characters', [...java, '--java-password', 'a'.repeat(5_000)], {}],
    ['one line of JSON', java, { line: 'sekrit' }],
    ['one line of JSON', java, { line: '{"java-password":7}' }],
    ['--secrets-stdin accepts', java, { line: '{"rcon-password":"a"}' }],
    ['--java needs --java-password-file', java, {}],
    ['--java-management needs', [...java, ...management], { environment: { GATEHOUSE_RCON_PASSWORD: 'p' } }],
    ['needs --java-management', [...java, '--java-password', 'p', '--java-management-secret', 's'], {}],
    ['--java-password needs --java', ['--java-password', 'p'], {}],
    ['--java-confirm-public needs --java', ['--java-confirm-public'], {}],
    ['rcon://', ['--java', 'http://127.0.0.1', '--java-password', 'p'], {}],
  ])('is refused with "%s"', (words, args, sources) => {
    let said = ''
    try {
      parseOptions(args, sources)
    } catch (error) {
      said = `${(error as Error).message} ${(error as { suggestion?: string }).suggestion}`
    }
    expect(said).toContain(words)
    expect(said).not.toContain('sekrit')
  })

  it('crosses the internet unencrypted only where the command line says so', () => {
    const args = ['--java', 'rcon://203.0.113.7', '--java-password', 'p']
    expect(parsed(args).options.servers[0]?.server).not.toHaveProperty('plainTextConfirmed')
    expect(parsed([...args, '--java-confirm-public']).options.servers).toMatchObject([
      { server: { plainTextConfirmed: true } },
    ])
  })
})

describe('a file of a secret', () => {
  const folder = folderForEach()

  it('is read, and a huge one not to its end', () => {
    writeFileSync(path.join(folder(), 'a'), 'sekrit\n')
    writeFileSync(path.join(folder(), 'b'), 'x'.repeat(1_000_000))
    expect(readSecretFile(path.join(folder(), 'a'))).toBe('sekrit\n')
    expect(readSecretFile(path.join(folder(), 'b')).length).toBeLessThan(20_000)
  })

  it('that is missing, or a folder, is reported', () => {
    mkdirSync(path.join(folder(), 'd'))
    expect(() => readSecretFile(path.join(folder(), 'gone'))).toThrow("can't be read: ENOENT")
    expect(() => readSecretFile(path.join(folder(), 'd'))).toThrow("can't be read")
  })
})

describe('the first line of standard input', () => {
  it('is read whole, and the rest stays for the next reader, for any chunks', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((line) => line.replace(/[\r\n]/gu, ''))
    await times(100).forAllAsync(text, text, fc.integer({ min: 1, max: 9 }), async (line, rest, size) => {
      const input = new PassThrough()
      const bytes = Buffer.from(`${line}\n${rest}`)
      for (let at = 0; at < bytes.length; at += size) input.write(bytes.subarray(at, at + size))
      input.end()
      expect(await firstLine(input)).toBe(line)
      expect(Buffer.concat(await input.toArray()).toString('utf8')).toBe(rest)
    })
  })

  it('may be the only line, and is refused when it is too long', async () => {
    const short = new PassThrough()
    short.end('{"java-password":"p"}')
    expect(await firstLine(short)).toBe('{"java-password":"p"}')
    const long = new PassThrough()
    long.write('x'.repeat(70_000))
    await expect(firstLine(long)).rejects.toThrow('too long')
  })
})
