import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ReferenceDialect } from '../../../../src-main/connect/import/client-references.js'
import { readEntry } from '../../../../src-main/connect/import/import-entries.js'
import { namespaceFrom, serviceNameFrom } from '../../../../src-main/connect/import/import-names.js'
import { keysIn } from '../../../../src-main/policy/services/draft-keys.js'
import { looksLikeKey, namesKey } from '../../../../src-main/policy/services/key-names.js'
import { resolveServiceReferences } from '../../../../src-main/policy/services/service-references.js'
import { withoutUrlKeys } from '../../../../src-main/policy/services/url-keys.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { forAll } from '../../../fixtures/properties.js'

const names = { service: 'notes', namespace: 'notes' }
const read = (value: unknown, dialect: ReferenceDialect = 'none') =>
  readEntry(dialect, { name: 'notes', value, isOurs: false }, names, { platform: 'linux' })
const isServices = createServicesReader(createContractAjv())

describe('a server of a client', () => {
  it('becomes a service one to one', () => {
    const value = {
      command: 'npx',
      args: ['-y', 'notes-server', '/home/alex'],
      env: { LANG: 'de', DEPTH: 3 },
      cwd: '/srv',
    }
    expect(read(value)).toEqual({
      name: 'notes',
      shows: 'npx -y notes-server /home/alex',
      secrets: [],
      config: {
        ...{ type: 'stdio', enabled: true, namespace: 'notes', command: 'npx', args: value.args },
        ...{ env: { LANG: 'de', DEPTH: '3' }, cwd: '/srv' },
      },
    })
  })

  it.each([
    [{ url: 'https://example.org/mcp' }, 'http'],
    [{ type: 'sse', url: 'https://example.org/sse' }, 'sse'],
    [{ transportType: 'streamablehttp', url: 'https://example.org/mcp' }, 'http'],
    [{ serverUrl: 'https://example.org/mcp' }, 'http'],
  ])('that is a URL becomes one: %j', (value, type) => {
    expect(read(value).config).toMatchObject({ type, namespace: 'notes' })
  })

  it('loses an address with a password in a variable, and is shown without it', () => {
    const value = { command: 'x', args: ['--token', 'k2'], env: { DATABASE_URL: 'postgres://u:pw@h/x' } }
    expect(read(value).config).toMatchObject({ env: { DATABASE_URL: '${secret:notes/DATABASE_URL}' } })
    expect(keysIn(value)).toEqual(['postgres://u:pw@h/x', 'k2'])
    expect(keysIn({ url: 'https://example.org/?token=k3' })).toEqual(['https://example.org/?token=k3'])
    expect(withoutUrlKeys('https://example.org/?token=k&a=%FF')).not.toContain('token=k')
  })

  it('that its client switched off stays off', () => {
    expect(read({ command: 'x', disabled: true }).config).toMatchObject({ enabled: false })
  })

  it('loses its keys to the store of the system, wherever they are', () => {
    const value = {
      command: 'npx',
      args: [
        '--api-key',
        'k1-secret',
        '--token=k2-secret',
        '--header',
        'X-Auth: k3-secret',
        'ghp_0123456789abcdef',
        'postgres://me:k5-secret@db/x',
      ],
      env: { GITHUB_TOKEN: 'k6-secret', LANG: 'en' },
    }
    const { config, secrets, shows } = read(value)
    expect(secrets.map(([, secret]) => secret)).toEqual([
      'k1-secret',
      'k2-secret',
      ' k3-secret',
      'ghp_0123456789abcdef',
      'postgres://me:k5-secret@db/x',
      'k6-secret',
    ])
    for (const [, secret] of secrets) expect(`${JSON.stringify(config)} ${shows}`).not.toContain(secret.trim())
    const stored = new Map(secrets)
    expect(
      config && resolveServiceReferences(config, { environment: {}, secret: (name) => stored.get(name) }),
    ).toMatchObject(value)
  })

  it('moves every header to the store except known harmless ones', () => {
    const headers = { Authorization: 'Bearer abc', 'X-Workspace': 'w1', Accept: 'text/html' }
    const { config, secrets } = read({ url: 'https://example.org/mcp?apikey=abc', headers })
    expect(secrets.map(([name]) => name)).toEqual(['notes/url', 'notes/Authorization', 'notes/X-Workspace'])
    expect(config).toMatchObject({ url: '${secret:notes/url}', headers: { Accept: 'text/html' } })
    expect(keysIn({ headers })).toEqual(['Bearer abc', 'w1'])
  })

  it('keeps its meaning when a text looks like one of our references', () => {
    const { config } = read({ command: 'sh', args: ['${HOME}', '$${x}'] })
    expect(
      config && resolveServiceReferences(config, { environment: { HOME: '/other' }, secret: () => undefined }),
    ).toMatchObject({
      args: ['${HOME}', '$${x}'],
    })
  })

  it('keeps the references that its client and we both know', () => {
    const value = { command: '${userHome}/bin/x', env: { TOKEN: '${env:MY_TOKEN}' } }
    expect(read(value, 'editor')).toMatchObject({
      config: { command: '${HOME}/bin/x', env: { TOKEN: '${MY_TOKEN}' } },
      secrets: [],
    })
  })

  it.each([
    ['input', { command: 'x', env: { TOKEN: '${input:token}' } }],
    ['client-value', { command: 'x', args: ['${workspaceFolder}'] }],
    ['client-value', { command: 'x', envFile: '.env' }],
    ['unknown', { type: 'pipe', command: 'x' }],
    ['unknown', { url: 'file:///etc/passwd' }],
    ['unknown', { args: ['x'] }],
    ['unknown', 'npx notes'],
    ['unknown', null],
  ])('stays where it is (%s): %j', (stays, value) => {
    const entry = read(value, 'editor')
    expect(entry).toMatchObject({ stays, secrets: [] })
    expect(entry.config).toBeUndefined()
  })

  it('that is Gatehouse stays', () => {
    const given = { name: 'gatehouse', value: { command: 'x' }, isOurs: true }
    expect(readEntry('editor', given, names, { platform: 'linux' })).toMatchObject({ stays: 'gatehouse' })
  })

  it('with an empty folder starts where others do', () => {
    const { config } = read({ command: 'x', cwd: '' }, 'none')
    expect(config).toMatchObject({ command: 'x' })
    expect(config).not.toHaveProperty('cwd')
  })

  it('becomes a service that the schema accepts, or is not moved, for any value', () => {
    const part = fc.oneof(fc.string(), fc.array(fc.string()), fc.dictionary(fc.string(), fc.string()), fc.jsonValue())
    const value = fc.dictionary(
      fc.constantFrom('command', 'args', 'env', 'url', 'headers', 'type', 'cwd', 'disabled'),
      part,
    )
    forAll(
      value,
      fc.constantFrom<ReferenceDialect>('none', 'claude-code', 'editor', 'gemini', 'opencode', 'any'),
      (given, dialect) => {
        const { config, stays } = read(given, dialect)
        if (stays !== undefined) return
        const reading = isServices(JSON.stringify({ services: { notes: config } }))
        expect(reading).toMatchObject({ ok: true, problems: [] })
      },
    )
  })
})

describe('keys', () => {
  it('are recognized by name or by format', () => {
    for (const name of ['GITHUB_TOKEN', 'OPENAI_API_KEY', '--password', 'GITHUB_PAT']) expect(namesKey(name)).toBe(true)
    for (const name of ['PATH', 'HOME', 'LANG', '--root']) expect(namesKey(name)).toBe(false)
    expect(looksLikeKey('sk-proj-0123456789')).toBe(true)
    expect(looksLikeKey('sketch.txt')).toBe(false)
  })

  it('are left out of a URL', () => {
    expect(withoutUrlKeys('https://a.example/x?token=abc&q=1')).toBe('https://a.example/x?token=…&q=1')
    expect(withoutUrlKeys('https://a.example/x?q=1')).toBe('https://a.example/x?q=1')
  })
})

describe('names', () => {
  it('are unique, printable and bounded, for any names of a client', () =>
    forAll(fc.array(fc.string({ unit: 'grapheme', maxLength: 100 }), { maxLength: 20 }), (given) => {
      const [services, namespaces] = [new Set<string>(), new Set<string>()]
      const made = given.map((name) => [serviceNameFrom(name, services), namespaceFrom(name, namespaces)])
      expect(services.size).toBe(given.length)
      expect(namespaces.size).toBe(given.length)
      for (const [service = '', namespace = ''] of made) {
        expect(service).toMatch(/^[^\p{Cc}]{1,64}$/u)
        expect(namespace).toMatch(/^[a-z][a-z0-9-]{0,31}$/u)
      }
    }))

  it('keep what a person can recognise', () => {
    expect(namespaceFrom('My Files (read-only)', new Set())).toBe('my-files-read-only')
    expect(namespaceFrom('文件', new Set(['service']))).toBe('service-2')
    expect(serviceNameFrom(' Files ', new Set(['Files']))).toBe('Files 2')
  })
})
