import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { gatewayIdFile, openGatewayId } from '../../../src-main/storage/gateway-id.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { folderForEach } from '../../fixtures/for-each.js'

const profile = folderForEach()
const log = new RecordingLog()

describe('the id of a gateway', () => {
  // verifies: agents-register
  it('is made once for each profile and stays the same', () => {
    const id = openGatewayId(profile(), log)
    expect(id).toMatch(/^gatehouse-[0-9a-f-]{36}$/u)
    expect(openGatewayId(profile(), log)).toBe(id)
    expect(readFileSync(path.join(profile(), gatewayIdFile), 'utf8').trim()).toBe(id)
  })

  it('is another in another profile', () => {
    const other = mkdtempSync(path.join(tmpdir(), 'gateway-id-'))
    expect(openGatewayId(other, log)).not.toBe(openGatewayId(profile(), log))
    rmSync(other, { recursive: true })
  })

  it.each(['', 'gatehouse', 'x'.repeat(10_000), 'gatehouse-\u0000'])(
    'is created again where the file contains %j',
    (text) => {
      writeFileSync(path.join(profile(), gatewayIdFile), text)
      expect(openGatewayId(profile(), log)).toMatch(/^gatehouse-[0-9a-f-]{36}$/u)
    },
  )

  it('exists even when it cannot be stored', () => {
    expect(openGatewayId(path.join(profile(), 'missing'), log)).toMatch(/^gatehouse-/u)
    expect(log.lines).toMatchObject([{ level: 'warn' }])
  })
})
