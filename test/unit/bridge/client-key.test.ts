import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withClientKey } from '../../../src-main/bridge/client-key.js'
import { BridgeError } from '../../../src-main/bridge/failure.js'

const key = `gh_0a1b2c3d_${'x'.repeat(43)}`
const gateway = { endpoint: 'http://127.0.0.1:4000', token: 'of-the-group', pid: 1 }

let profile = ''
beforeEach(() => {
  profile = mkdtempSync(path.join(tmpdir(), 'client-key-'))
  mkdirSync(path.join(profile, 'client-keys'))
})
afterEach(() => rmSync(profile, { recursive: true, force: true }))

const file = () => path.join(profile, 'client-keys', 'cursor.key')
const write = (text: string, mode = 0o600) => {
  writeFileSync(file(), text, { mode })
  chmodSync(file(), mode)
}
const failureOf = async (act: Promise<unknown>) => {
  const error = await act.then(
    () => undefined,
    (thrown) => thrown,
  )
  return error instanceof BridgeError ? error.failure : error
}

describe('the key that the bridge sends', () => {
  it('is that of the named client, read for each search', async () => {
    write(`${key}\n`)
    const find = async () => gateway
    expect(await withClientKey(profile, 'cursor', find)).toEqual({ ...gateway, token: key })
    const next = key.replace('xxx', 'yyy')
    write(next)
    expect((await withClientKey(profile, 'cursor', find)).token).toBe(next)
  })

  it('is that of the group where no client is named', async () =>
    expect(await withClientKey(profile, undefined, async () => gateway)).toBe(gateway))

  it('is never that of the group where the named one is missing, and nothing is started then', async () => {
    const find = vi.fn(async () => gateway)
    const failure = await failureOf(withClientKey(profile, 'cursor', find))
    expect(failure).toMatchObject({ data: { code: 'AUTH.UNAUTHORIZED' } })
    expect(failure.message).toContain('no key for the program "cursor"')
    expect(failure.message).toContain('Connect an AI')
    expect(find).not.toHaveBeenCalled()
  })

  it.skipIf(process.platform === 'win32')('is refused where others can read the file', async () => {
    write(key, 0o640)
    expect((await failureOf(withClientKey(profile, 'cursor', async () => gateway))).message).toContain(
      'is open to other users of this computer',
    )
  })

  it('is refused when the file has other content, which is not repeated', async () => {
    write('secret of somebody')
    const { message } = await failureOf(withClientKey(profile, 'cursor', async () => gateway))
    expect(message).toContain('holds no key')
    expect(message).not.toContain('secret')
  })
})
