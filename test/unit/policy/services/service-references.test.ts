import { serviceCodeOf } from '@contract/service-error.js'
import type { StdioServiceConfig } from '@shared/servers/service.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  escapedReferences,
  resolveServiceReferences,
  secretName,
  secretReference,
  secretsIn,
} from '../../../../src-main/policy/services/service-references.js'
import { filled } from '../../../../src-main/providers/mcp-service/process/environment.js'
import { forAll } from '../../../fixtures/properties.js'

const service = (change: Partial<StdioServiceConfig> = {}): StdioServiceConfig => ({
  ...{ type: 'stdio', enabled: true, namespace: 'files', command: 'node', args: [] },
  ...change,
})
const values = {
  environment: { HOME: '/home/alex', EMPTY: '' },
  secret: (name: string) => (name === 'files/TOKEN' ? 'hunter2' : undefined),
}

describe('references in the configuration of a service', () => {
  it('are replaced by variables, secrets or escaped text, in every text', () => {
    const config = service({
      command: '${HOME}/bin/server',
      args: ['--root=${HOME}', '${EMPTY}', 'costs $5', '$${HOME}'],
      env: { TOKEN: 'Bearer ${secret:files/TOKEN}' },
    })
    expect(resolveServiceReferences(config, values)).toEqual(
      service({
        command: '/home/alex/bin/server',
        args: ['--root=/home/alex', '', 'costs $5', '${HOME}'],
        env: { TOKEN: 'Bearer hunter2' },
      }),
    )
  })

  it.each(['${NOT_SET}', '${secret:other/TOKEN}', '${two words}', '${toString}'])(
    'stop the service when %s has no value',
    (text) => {
      const attempt = () => resolveServiceReferences(service({ env: { TOKEN: text } }), values)
      expect(attempt).toThrow(`Missing: ${text.slice(2, -1)}.`)
      try {
        attempt()
      } catch (error) {
        expect(serviceCodeOf(error)).toBe(1003)
        expect(JSON.stringify(error)).not.toContain('hunter2')
      }
    },
  )

  it('are not expanded within the value of a variable', () => {
    const environment = { ONE: '${TWO}', TWO: 'no' }
    expect(resolveServiceReferences(service({ args: ['${ONE}'] }), { ...values, environment }).args).toEqual(['${TWO}'])
  })

  it('of a secret name it, whatever the service is called', () =>
    forAll(fc.string({ minLength: 1, maxLength: 64 }), fc.string({ minLength: 1, maxLength: 64 }), (name, key) => {
      const config = service({ env: { KEY: secretReference(name, key) } })
      expect(secretsIn(config)).toEqual([secretName(name, key)])
      const secret = (asked: string) => (asked === secretName(name, key) ? 'value' : undefined)
      expect(resolveServiceReferences(config, { environment: {}, secret }).env).toEqual({ KEY: 'value' })
    }))

  it('that are escaped read as the text', () =>
    forAll(fc.string(), (text) => {
      const config = service({ args: [escapedReferences(text)] })
      expect(resolveServiceReferences(config, values).args).toEqual([text])
    }))
})

describe('a service that starts', () => {
  const sources = {
    environment: process.env,
    secretOf: (name: string) => (name === '文件/TOKEN' ? 'hunter2' : undefined),
  }

  it('gets its secrets whatever it is called, and texts that only look like references', () => {
    expect(filled(`a ${secretReference('文件', 'TOKEN')}`, sources)).toBe('a hunter2')
    expect(filled(escapedReferences('${HOME}'), sources)).toBe('${HOME}')
  })

  it('does not start on what only looks like a variable', () => {
    expect(() => filled('${toString}', sources)).toThrow('The environment variable toString is not set.')
    expect(() => filled('${secret:other/TOKEN}', sources)).toThrow('The key "other/TOKEN" is not stored.')
  })
})

describe('a reference with a default', () => {
  it.each([
    ['${HOME:-/tmp}', '/home/alex'],
    ['${NOT_SET:-/tmp/data}', '/tmp/data'],
    ['${NOT_SET:-}', ''],
    ['${EMPTY:-x}', ''],
    ['${NOT_SET:-https://example.org}/mcp', 'https://example.org/mcp'],
    ['${NOT_SET:-$NOT_SET}', '$NOT_SET'],
    ['${NOT_SET:-${secret:files/TOKEN}}', 'hunter2'],
    ['$${NOT_SET:-x}', '${NOT_SET:-x}'],
  ])('%s reads as %s', (text, value) => {
    const resolved = resolveServiceReferences(service({ args: [text] }), values)
    expect(resolved.args).toEqual([value])
    expect(filled(text, { environment: values.environment, secretOf: values.secret })).toBe(value)
  })

  it('names the secret that is its default', () => {
    expect(secretsIn(service({ args: ['${A:-${secret:files/TOKEN}}'] }))).toEqual(['files/TOKEN'])
    expect(() => filled('${A:-${secret:x/y}}', { environment: {}, secretOf: () => undefined })).toThrow('"x/y"')
  })
})
