import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ListStore } from '../../../src-main/bridge/list-store.js'

let profile = ''
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'list-store-'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const tools = { tools: [{ name: 'world_time_get' }] }
const fileOf = (client: string) => join(profile, 'last-lists', `${client}.json`)

async function keep(client: string | undefined, list: Readonly<Record<string, unknown>>): Promise<void> {
  const store = new ListStore(profile, client)
  store.keep('tools', list)
  await store.flush()
}

async function read(client: string | undefined) {
  const store = new ListStore(profile, client)
  await store.load()
  return store.get('tools')
}

describe('the last lists', () => {
  it('are those of one client', async () => {
    await keep('cursor', tools)
    expect(await read('cursor')).toEqual(tools)
    expect(await read('vscode')).toBeUndefined()
    expect(await read(undefined)).toBeUndefined()
    expect(statSync(fileOf('cursor')).mode & 0o077).toBe(0)
  })

  it('are bounded: what is too large is not kept, and not what was there before either', async () => {
    await keep(undefined, tools)
    await keep(undefined, { tools: ['x'.repeat(5 * 1024 * 1024)] })
    expect(existsSync(fileOf('_shared'))).toBe(false)
  })

  it('are at most 64 for a key: the one received longest ago is dropped, also over restarts', async () => {
    for (const run of [0, 1]) {
      const store = new ListStore(profile, undefined)
      for (let at = 0; at < 40; at++) store.keep(`tools ${run} ${at}`, { ...tools, at })
      await store.flush()
    }
    const store = new ListStore(profile, undefined)
    await store.load()
    const kept = (run: number) => Array.from({ length: 40 }, (_, at) => store.get(`tools ${run} ${at}`)).filter(Boolean)
    expect([kept(0).length, kept(1).length]).toEqual([24, 40])
    expect(store.get('tools 0 16')).toEqual({ ...tools, at: 16 })
  })

  it('are unknown where the file is damaged, or another user could have changed it', async () => {
    await keep('cursor', tools)
    const text = readFileSync(fileOf('cursor'), 'utf8')
    for (const damaged of [text.slice(1), '[]', '7', '{"tools":7}', '']) {
      writeFileSync(fileOf('cursor'), damaged)
      expect(await read('cursor')).toBeUndefined()
    }
    writeFileSync(fileOf('cursor'), text)
    if (process.platform === 'win32') return
    chmodSync(fileOf('cursor'), 0o622)
    expect(await read('cursor')).toBeUndefined()
  })
})
