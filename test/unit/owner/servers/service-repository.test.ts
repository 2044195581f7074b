import { readFileSync, writeFileSync } from 'node:fs'
import { serviceCodeOf } from '@contract/service-error.js'
import type { HttpServiceConfig, ServiceSummary, Services } from '@shared/servers/service.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { ServiceRepository } from '../../../../src-main/owner/servers/service-repository.js'
import { ServicesStore, servicesFileOf } from '../../../../src-main/storage/services/services-store.js'
import { quietLog, systemClock } from '../../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { folderForEach } from '../../../fixtures/for-each.js'

const profile = folderForEach()
let acts: string[]
let secrets: Map<string, string>
let keychain: boolean
let running: ServiceSummary[]

beforeEach(() => {
  acts = []
  secrets = new Map()
  keychain = true
  running = []
})

const services: Services = {
  list: () => running,
  onDidChange: () => () => {},
  apply: async () => {},
  start: async (name) => void acts.push(`start ${name}`),
  stop: async (name) => void acts.push(`stop ${name}`),
  restart: async (name) => void acts.push(`restart ${name}`),
  log: () => ['a line'],
  signIn: async (name) => `https://login.example/${name}`,
  signOut: async (name) => void acts.push(`sign out ${name}`),
  close: async () => {},
}

function open(named = false) {
  const store = new ServicesStore({
    file: servicesFileOf(profile()),
    read: createServicesReader(createContractAjv()),
    clock: systemClock,
    log: quietLog,
  })
  const repository = new ServiceRepository({
    store,
    services,
    secrets: {
      get: (name) => secrets.get(name),
      set: (name, value) => {
        secrets.set(name, value)
        return keychain
      },
      delete: (name) => void secrets.delete(name),
    },
    now: () => new Date('2026-11-22T20:00:00Z'),
    named,
  })
  return { store, repository }
}

const files = { type: 'stdio', command: 'npx', args: ['files', '/srv'] } as const

describe('the services of a person', () => {
  it('are added with a unique name and namespace', () => {
    const { repository, store } = open()
    expect(repository.add('My files', files)).toBe(true)
    repository.add('My-Files', files)
    expect(store.get().services).toMatchObject({
      'My files': { namespace: 'my-files', enabled: true, command: 'npx' },
      'My-Files': { namespace: 'my-files-2' },
    })
    expect(() => repository.add('My files', files)).toThrow('A service named "My files" already exists.')
  })

  it('have the start limit of their form, and say which entry of the file is not in use', () => {
    const { repository, store } = open()
    repository.add('files', { ...files, startTimeout: 45_000 })
    expect(store.get().services.files).toMatchObject({ startTimeout: 45_000 })
    expect(repository.view().services[0]).toMatchObject({ draft: { startTimeout: 45_000 } })
    repository.edit('files', files)
    expect(store.get().services.files).not.toHaveProperty('startTimeout')
    const text = readFileSync(store.file, 'utf8')
    writeFileSync(store.file, text.replace('"stdio"', '"stdoi"'))
    expect(() => repository.add('other', files)).not.toThrow()
    expect(repository.view().services).toMatchObject([
      { name: 'other' },
      {
        name: 'files',
        draft: files,
        warnings: [{ kind: 'entry-kept', names: [expect.stringContaining('must be one of')] }],
      },
    ])
  })

  it('are only switched at run time while their entry is wrong, which stays as it was typed', async () => {
    const { repository, store } = open()
    repository.add('files', files)
    const wrong = readFileSync(store.file, 'utf8').replace('"stdio"', '"stdoi"')
    writeFileSync(store.file, wrong)
    await repository.stop('files')
    await repository.restart('files')
    expect(acts).toEqual(['stop files', 'restart files'])
    expect(() => repository.edit('files', { ...files, env: { TOKEN: 'very-secret' } })).toThrow('must be one of')
    expect(secrets.size).toBe(0)
    expect(readFileSync(store.file, 'utf8')).toBe(wrong)
  })

  it('have their keys in the store of the system, and the file only refers to them', () => {
    const { repository, store } = open()
    repository.add('GitHub', { ...files, env: { GITHUB_TOKEN: 'very-secret', LANG: 'en', OTHER_TOKEN: '${FROM_ENV}' } })
    expect(store.get().services.GitHub).toMatchObject({
      env: { GITHUB_TOKEN: '${secret:GitHub/GITHUB_TOKEN}', LANG: 'en', OTHER_TOKEN: '${FROM_ENV}' },
    })
    expect(readFileSync(store.file, 'utf8')).not.toContain('very-secret')
    expect(JSON.stringify(repository.view())).not.toContain('very-secret')
    expect(secrets).toEqual(new Map([['service:GitHub/GITHUB_TOKEN', 'very-secret']]))
  })

  it('keep a key that is not entered again, and lose one that is removed', () => {
    const { repository } = open()
    repository.add('Web', {
      type: 'http',
      url: 'https://example.org/mcp',
      headers: { Authorization: 'Bearer a', 'X-Key': 'b' },
    })
    const draft = repository.view().services[0]?.draft
    if (draft?.type !== 'http') throw new Error('no draft')
    repository.edit('Web', { ...draft, headers: { Authorization: draft.headers?.Authorization ?? '' } })
    expect(secrets).toEqual(new Map([['service:Web/Authorization', 'Bearer a']]))
    repository.edit('Web', { ...draft, headers: { Authorization: 'Bearer c' } })
    expect(secrets.get('service:Web/Authorization')).toBe('Bearer c')
  })

  it('have the keys of addresses and arguments in the store too', () => {
    const { repository, store } = open()
    const url = 'https://example.org/mcp?token=url-secret'
    repository.add('Web', { type: 'http', url })
    const args = ['files', '--api-key', 'arg-secret', '--token=inline-secret']
    repository.add('Files', { ...files, args, env: { DATABASE_URL: 'postgres://u:db-secret@host/x' } })
    expect(store.get().services).toMatchObject({
      Web: { url: '${secret:Web/url}' },
      Files: {
        args: ['files', '--api-key', '${secret:Files/argument-3}', '--token=${secret:Files/argument-4}'],
        env: { DATABASE_URL: '${secret:Files/DATABASE_URL}' },
      },
    })
    expect(readFileSync(store.file, 'utf8')).not.toMatch(/(?:url|arg|inline|db)-secret/u)
    expect(secrets.get('service:Web/url')).toBe(url)
    expect(secrets.get('service:Files/argument-3')).toBe('arg-secret')
    expect(secrets.get('service:Files/argument-4')).toBe('inline-secret')
  })

  it("have the keys of a module's configuration in the store, however deep", () => {
    const { repository, store } = open()
    const config = { folder: 'notes', account: { apiKey: 'deep-secret', names: ['a', 'ghp_0123456789abcdef'] } }
    repository.add('Notes', { type: 'embedded', module: '/srv/notes.mjs', config })
    expect(store.get().services.Notes).toMatchObject({
      ...{ type: 'embedded', module: '/srv/notes.mjs' },
      config: {
        folder: 'notes',
        account: { apiKey: '${secret:Notes/apiKey}', names: ['a', '${secret:Notes/names}'] },
      },
    })
    expect(new Set(secrets.values())).toEqual(new Set(['deep-secret', 'ghp_0123456789abcdef']))
    const draft = repository.view().services[0]?.draft
    if (draft?.type !== 'embedded') throw new Error('no draft')
    repository.edit('Notes', { ...draft, module: '/srv/other.mjs' })
    expect(store.get().services.Notes).toMatchObject({ module: '/srv/other.mjs', config: draft.config })
    expect(secrets.size).toBe(2)
  })

  it('keep the registered client that the file names when they are changed', () => {
    const { repository, store } = open()
    repository.add('Web', { type: 'http', url: 'https://example.org/mcp' })
    const before = store.get().services.Web as HttpServiceConfig
    store.change([['Web', { ...before, oauth: { clientId: 'one' } }]])
    repository.edit('Web', { type: 'http', url: 'https://example.org/other' })
    expect(store.get().services.Web).toMatchObject({ url: 'https://example.org/other', oauth: { clientId: 'one' } })
  })

  it('are started again when only a key changed, and not when nothing did', () => {
    const { repository } = open()
    repository.add('Web', { type: 'http', url: 'https://a.example/mcp?token=first' })
    repository.add('Files', { ...files, env: { TOKEN: 'first' } })
    repository.edit('Web', { type: 'http', url: 'https://b.example/mcp?token=first' })
    expect(secrets.get('service:Web/url')).toBe('https://b.example/mcp?token=first')
    repository.edit('Files', { ...files, env: { TOKEN: 'second' } })
    expect(acts).toEqual(['restart Web', 'restart Files'])
    repository.edit('Files', { ...files, env: { TOKEN: 'second' } })
    repository.edit('Files', { ...files, env: { TOKEN: '${secret:Files/TOKEN}' } })
    expect(acts).toHaveLength(2)
  })

  it('never write a new argument over the key of another', () => {
    const { repository, store } = open()
    repository.add('Files', { ...files, args: ['--api-key', 'first'] })
    repository.edit('Files', { ...files, args: ['--token', 'second', '--api-key', '${secret:Files/argument-2}'] })
    expect(store.get().services.Files).toMatchObject({
      args: ['--token', '${secret:Files/argument-2-2}', '--api-key', '${secret:Files/argument-2}'],
    })
    expect(secrets.get('service:Files/argument-2')).toBe('first')
    expect(secrets.get('service:Files/argument-2-2')).toBe('second')
  })

  it('warn that a key is not kept where there is no credential store', () => {
    keychain = false
    expect(open().repository.add('GitHub', { ...files, env: { TOKEN: 'x' } })).toBe(false)
  })

  it('keep the key they had when a change is refused', () => {
    const { repository } = open()
    repository.add('Web', { type: 'http', url: 'https://example.org/mcp', headers: { 'X-Key': 'old' } })
    const wrong = { type: 'http', url: 'file:///etc/passwd', headers: { 'X-Key': 'new' } } as const
    expect(() => repository.edit('Web', wrong)).toThrow('services.Web.url')
    expect(secrets.get('service:Web/X-Key')).toBe('old')
  })

  it('keep file-only settings when they are changed in the window', () => {
    const { repository, store } = open()
    const more = { healthCheck: { interval: 5_000, timeout: 1_000 }, framing: 'content-length' }
    const config = { type: 'stdio', enabled: false, namespace: 'x', command: 'a', args: [], ...more }
    writeFileSync(store.file, JSON.stringify({ services: { X: config } }))
    const again = open()
    again.repository.edit('X', { ...files, cwd: '/srv' })
    expect(again.store.get().services.X).toEqual({ ...config, ...files, args: ['files', '/srv'], cwd: '/srv' })
    expect(repository.view().services).toEqual([])
  })

  it('stay off and on over a restart once a person switched them', async () => {
    const { repository, store } = open()
    repository.add('Files', files)
    await repository.stop('Files')
    expect(store.get().services.Files?.enabled).toBe(false)
    expect(open().repository.view().services[0]).toMatchObject({ enabled: false, status: 'stopped' })
    await repository.start('Files')
    expect(store.get().services.Files?.enabled).toBe(true)
    await repository.restart('Files')
    await repository.start('Files')
    expect(acts).toEqual(['restart Files', 'start Files'])
  })

  it('are removed with their keys', () => {
    const { repository, store } = open()
    repository.add('GitHub', { ...files, env: { TOKEN: 'x' } })
    repository.remove('GitHub')
    expect(store.get().services).toEqual({})
    expect(secrets.size).toBe(0)
    try {
      repository.remove('GitHub')
      expect.unreachable()
    } catch (error) {
      expect(serviceCodeOf(error)).toBe(2004)
    }
  })

  it('of a file that the command line named are changed there alone', async () => {
    const config = { type: 'stdio', enabled: true, namespace: 'x', command: 'a', args: [] }
    writeFileSync(servicesFileOf(profile()), JSON.stringify({ services: { X: config } }))
    const { repository, store } = open(true)
    expect(() => repository.add('Y', files)).toThrow('These services are defined in')
    expect(() => repository.remove('X')).toThrow('These services are defined in')
    await repository.stop('X')
    expect(acts).toEqual(['stop X'])
    expect(store.get().services.X?.enabled).toBe(true)
  })

  it('that are invalid in the file are shown with the line', () => {
    const config = { type: 'stdio', enabled: true, namespace: 'x', command: 7, args: [] }
    writeFileSync(servicesFileOf(profile()), JSON.stringify({ services: { X: config } }))
    expect(open().repository.view().services).toMatchObject([
      { name: 'X', status: 'error', lastError: { code: 1002, message: 'services.X.command: must be string' } },
    ])
  })

  it('are shown without the keys in their command or address', () => {
    const { repository, store } = open()
    const base = { enabled: false, namespace: 'a' }
    store.change([['A', { ...files, ...base, args: ['postgres://me:hunter2@db/x'] }]])
    store.change([['B', { ...base, namespace: 'b', type: 'sse', url: 'https://example.org/sse?token=hunter2' }]])
    const shown = repository.view().services.map(({ shows }) => shows)
    expect(shown).toEqual(['npx postgres://me:…@db/x', 'https://example.org/sse?token=…'])
  })
})
