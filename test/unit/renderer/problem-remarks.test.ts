import { describe, expect, it } from 'vitest'
import { remarksOn } from '../../../src-renderer/features/servers/problem-remarks.js'

describe('the problem of a server', () => {
  it('gives the number of failed attempts and the current retry interval', () => {
    const problem = { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'x', details: { tried: 10, everyMinutes: 5 } }
    expect(remarksOn(problem)).toEqual([{ key: 'servers.triedInVain', values: { count: 10, minutes: 5 } }])
  })

  it('names incompatible versions', () => {
    const problem = { code: 'PROTOCOL.VERSION_MISMATCH', message: 'x', details: { gateway: '1.0.0', agent: '2.0.0' } }
    expect(remarksOn(problem)).toEqual([
      { key: 'servers.contractVersions', values: { gateway: '1.0.0', agent: '2.0.0' } },
    ])
  })

  it('has no remark without readable details', () => {
    expect(remarksOn({ code: 'SYSTEM.SERVICE_UNAVAILABLE', message: 'x' })).toEqual([])
    expect(remarksOn({ code: 'SYSTEM.TIMEOUT', message: 'x', details: { tried: 'often', everyMinutes: {} } })).toEqual(
      [],
    )
  })
})
