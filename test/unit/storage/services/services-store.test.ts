import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { serviceCodeOf } from '@contract/service-error.js'
import type { ServicesConfig, StdioServiceConfig } from '@shared/servers/service.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { followServices } from '../../../../src-main/storage/services/follow-services.js'
import { ServicesStore, servicesFileOf } from '../../../../src-main/storage/services/services-store.js'
import { quietLog, systemClock } from '../../../../src-main/storage/system-clock.js'
import { createContractAjv } from '../../../../src-main/validation/ajv.js'
import { createServicesReader } from '../../../../src-main/validation/services-reader.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { until } from '../../../fixtures/until.js'

const read = createServicesReader(createContractAjv())
const files: StdioServiceConfig = {
  type: 'stdio',
  enabled: true,
  namespace: 'files',
  command: 'node',
  args: ['files.js'],
}
const notes: StdioServiceConfig = { ...files, namespace: 'notes' }

const profile = folderForEach()
let file: string
beforeEach(() => {
  file = servicesFileOf(profile())
})

const open = (required = false) => new ServicesStore({ file, read, clock: systemClock, log: quietLog, required })

describe('the services of a profile', () => {
  it('are empty without a file, which is created with the first service', () => {
    const store = open()
    expect(store.get().services).toEqual({})
    expect(store.problems).toEqual([])
    expect(existsSync(file)).toBe(false)
  })

  it('are kept in a file for its owner alone', () => {
    open().change([['files', files]])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(open().get().services).toEqual({ files })
  })

  it('are changed without touching what else a person wrote', () => {
    writeFileSync(
      file,
      `{\n    "later": [1,  2],\n    "services": {\n        "files": ${JSON.stringify(files)}\n    }\n}\n`,
    )
    const store = open()
    store.change([
      ['notes', notes],
      ['files', { ...files, enabled: false }],
    ])
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('    "later": [1,  2],')
    expect(JSON.parse(text)).toEqual({ later: [1, 2], services: { files: { ...files, enabled: false }, notes } })
    store.change([
      ['files', undefined],
      ['never-there', undefined],
    ])
    expect(store.get().services).toEqual({ notes })
  })

  it('are changed all at once or not at all', () => {
    const store = open()
    store.change([['files', files]])
    const before = readFileSync(file, 'utf8')
    const twice = () =>
      store.change([
        ['notes', notes],
        ['more', notes],
      ])
    expect(twice).toThrow('is already the namespace of "notes"')
    expect(readFileSync(file, 'utf8')).toBe(before)
    expect(store.get().services).toEqual({ files })
  })

  it('keep their state when the file becomes unreadable, which is not overwritten', async () => {
    const store = open()
    store.change([['files', files]])
    const endWatching = store.watch()
    writeFileSync(file, '{ "services": ')
    await until(() => store.problems.length > 0)
    expect(store.get().services).toEqual({ files })
    expect(store.problems).toMatchObject([{ code: 1001, line: 1 }])
    try {
      store.change([['notes', notes]])
      expect.unreachable()
    } catch (error) {
      expect(serviceCodeOf(error)).toBe(1001)
    }
    expect(readFileSync(file, 'utf8')).toBe('{ "services": ')
    writeFileSync(file, JSON.stringify({ services: { notes } }))
    await until(() => store.problems.length === 0)
    expect(store.get().services).toEqual({ notes })
    endWatching()
  })

  it.each([
    ['a wrong type', { ...files, type: 'stdoi' }],
    ['a missing command', { type: 'stdio', enabled: true, namespace: 'files', args: [] }],
    ['a text in place of a boolean', { ...files, enabled: 'yes' }],
    ['the namespace of another one', { ...files, namespace: 'notes' }],
    ['no object', 'npx files'],
  ])('keep an entry that is saved with %s, and say so', async (_what, entry) => {
    const store = open()
    store.change([
      ['notes', notes],
      ['files', files],
    ])
    const emitted: ServicesConfig[] = []
    store.onDidChange((config) => emitted.push(config))
    const endWatching = store.watch()
    writeFileSync(file, JSON.stringify({ services: { notes, files: entry, more: { ...files, namespace: 'more' } } }))
    await until(() => emitted.length > 0)
    expect(store.get().services).toEqual({ notes, more: { ...files, namespace: 'more' }, files })
    expect(store.problems).toMatchObject([{ code: 1002, service: 'files' }])
    writeFileSync(file, JSON.stringify({ services: { notes } }))
    await until(() => store.problems.length === 0)
    expect(store.get().services).toEqual({ notes })
    endWatching()
  })

  it('keep the parts of the file that are saved with an error', async () => {
    const xiaozhi = {
      endpoint: 'wss://api.xiaozhi.me/mcp/?token=a',
      reconnect: { initialBackoff: 1_000, maxBackoff: 60_000 },
    }
    const logging = { level: 'debug', format: 'json' }
    writeFileSync(file, JSON.stringify({ xiaozhi, logging, services: { files } }))
    const store = open()
    const endWatching = store.watch()
    writeFileSync(file, JSON.stringify({ xiaozhi: { ...xiaozhi, reconnect: 1 }, logging: { level: 'all' } }))
    await until(() => store.problems.length === 2)
    expect(store.get()).toMatchObject({ xiaozhi, logging, services: {} })
    endWatching()
  })

  it.each([
    ['is emptied', () => writeFileSync(file, '')],
    ['disappears', () => rmSync(file)],
  ])('stay when the file %s, and are written again with the next change', async (_how, lose) => {
    const store = open()
    store.change([['files', files]])
    const endWatching = store.watch()
    lose()
    await until(() => store.problems.length > 0)
    expect(store.problems).toMatchObject([{ code: 1001 }])
    expect(store.get().services).toEqual({ files })
    store.change([['notes', notes]])
    expect(store.problems).toEqual([])
    expect(open().get().services).toEqual({ files, notes })
    endWatching()
  })

  it('are unknown when the file is empty at the start, and none once it is deleted', async () => {
    writeFileSync(file, '')
    const store = open()
    expect(store.problems).toMatchObject([{ code: 1001, message: 'The file is empty.' }])
    expect(store.isPresent).toBe(false)
    const endWatching = store.watch()
    rmSync(file)
    await until(() => store.problems.length === 0)
    expect(store.isPresent).toBe(false)
    store.change([['files', files]])
    expect(store.isPresent).toBe(true)
    endWatching()
    writeFileSync(file, '')
    expect(open(true).problems).toMatchObject([{ code: 1001, message: expect.stringContaining('not JSON') }])
  })

  it('do not replace an entry that a person has yet to correct, but can be removed', () => {
    const store = open()
    store.change([['files', files]])
    const wrong = `{\n"services": {\n"files": ${JSON.stringify({ ...files, type: 'stdoi', command: 'new' })} } }`
    writeFileSync(file, wrong)
    try {
      store.change([['files', { ...files, enabled: false }]])
      expect.unreachable()
    } catch (error) {
      expect(serviceCodeOf(error)).toBe(1001)
      expect(`${error}`).toContain(`${file}:3:`)
    }
    expect(readFileSync(file, 'utf8')).toBe(wrong)
    store.change([['notes', notes]])
    expect(readFileSync(file, 'utf8')).toContain('stdoi')
    store.change([['files', undefined]])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ services: { notes } })
  })

  it('are refused when a file that was named is not there', () => {
    const store = open(true)
    expect(store.problems).toMatchObject([{ code: 1001, message: 'The file cannot be read (ENOENT).' }])
    expect(store.get().services).toEqual({})
  })

  it('run as the file says, also after a person edited it', async () => {
    const applied: ServicesConfig[] = []
    const store = open()
    const followed = followServices(store, { apply: async (config) => void applied.push(config) }, quietLog)
    await followed.settled()
    writeFileSync(file, JSON.stringify({ services: { files } }))
    await until(() => applied.length > 1)
    expect(applied.map(({ services }) => Object.keys(services))).toEqual([[], ['files']])
    followed.stop()
  })

  it('are still followed when one configuration cannot be applied', async () => {
    const store = open()
    let times = 0
    const apply = async () => {
      times += 1
      if (times === 1) throw new Error('no')
    }
    const followed = followServices(store, { apply }, quietLog)
    await followed.settled()
    store.change([['files', files]])
    await followed.settled()
    expect(times).toBe(2)
    followed.stop()
  })
})
