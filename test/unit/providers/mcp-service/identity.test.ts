import type { ServiceConfig } from '@shared/servers/service.js'
import { describe, expect, it } from 'vitest'
import { identityOf } from '../../../../src-main/providers/mcp-service/identity.js'

const base = { enabled: true, namespace: 'one' } as const
const secret = (value: string) => ({ environment: { HOST: value }, secretOf: () => value })
const remote = (url: string, headers: Record<string, string> = {}): ServiceConfig => ({
  ...{ type: 'http', ...base, url, headers },
})
const program = (...args: string[]): ServiceConfig => ({ type: 'stdio', ...base, command: 'npx', args })
const module = (config: Record<string, unknown>): ServiceConfig => ({ type: 'embedded', ...base, module: '/m', config })
const none = { environment: {}, secretOf: () => undefined }

describe('the identity of a service', () => {
  it('is that of the host behind a reference, whatever key the address has', () => {
    const kept = remote('${secret:one/url}')
    const of = (url: string) => identityOf(kept, secret(url))
    expect(of('https://a.example/mcp?token=second')).toBe(of('https://a.example/mcp?token=first'))
    expect(of('https://b.example/mcp?token=first')).not.toBe(of('https://a.example/mcp?token=first'))
    expect(of('https://a.example/other?token=first')).not.toBe(of('https://a.example/mcp?token=first'))
    expect(of('https://a.example/mcp?token=first')).toBe(identityOf(remote('https://a.example/mcp?token=x'), none))
  })

  it('is another one with another variable in it, argument or configuration of a module', () => {
    for (const config of [program('${HOST}'), program('--key', '${secret:one/a}'), module({ to: ['${HOST}'] })]) {
      expect(identityOf(config, secret('a'))).not.toBe(identityOf(config, secret('b')))
      expect(identityOf(config, secret('a'))).toBe(identityOf(config, secret('a')))
    }
  })

  it('stays with another value of a header, and goes with another header', () => {
    const of = (headers: Record<string, string>) => identityOf(remote('https://a.example/', headers), none)
    expect(of({ Authorization: 'one' })).toBe(of({ Authorization: '${secret:one/two}' }))
    expect(of({ Authorization: 'one' })).not.toBe(of({ Other: 'one' }))
  })

  it('is unknown while something that it needs is missing', () => {
    expect(identityOf(program('${HOST}'), none)).toBeUndefined()
    expect(identityOf(remote('${secret:one/url}'), none)).toBeUndefined()
  })
})
