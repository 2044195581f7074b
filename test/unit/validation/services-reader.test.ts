import type { ServicesProblem } from '@shared/servers/service.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContractAjv } from '../../../src-main/validation/ajv.js'
import { createServicesReader, maxServicesFileLength } from '../../../src-main/validation/services-reader.js'
import { forAll } from '../../fixtures/properties.js'

const read = createServicesReader(createContractAjv())

const good = { type: 'stdio', enabled: true, namespace: 'good', command: 'node', args: [] }
const text = (value: unknown) => JSON.stringify(value, null, 2)

function problemsOf(source: string): readonly ServicesProblem[] {
  const reading = read(source)
  return reading.ok ? reading.problems : [reading.problem]
}

describe('the configuration of services', () => {
  it.each(['mcpServers', 'servers', 'context_servers', 'mcp', 'amp.mcpServers'])(
    'says that a file with %s belongs to an AI client',
    (member) => {
      const [problem] = problemsOf(text({ [member]: { a: good } }))
      expect(problem).toMatchObject({ code: 1002, message: expect.stringContaining('services import FILE') })
    },
  )

  it('is valid when it is empty', () => {
    expect(read('{}')).toEqual({
      ok: true,
      config: {
        services: {},
        toolManager: { namespaceEnabled: true, namespaceSeparator: '_', whitelist: [], blacklist: [] },
        logging: { level: 'info', format: 'json' },
      },
      problems: [],
    })
  })

  it.each([
    [{ level: 'warn', format: 'xml', file: 'a.log' }, 'logging.format: must be one of json, text'],
    [{ level: 'warn', file: 'a.log' }, "logging: must have required property 'format'"],
  ])('reports another format of the log, and applies the rest: %j', (logging, message) => {
    const reading = read(text({ logging }))
    expect(reading).toMatchObject({ ok: true, config: { logging: { level: 'warn', format: 'json', file: 'a.log' } } })
    expect(problemsOf(text({ logging }))).toEqual([
      { code: 1002, line: expect.any(Number), column: expect.any(Number), message },
    ])
  })

  it('disables only the invalid service, and names line and reason', () => {
    const source = text({ services: { good, bad: { ...good, namespace: 'bad', args: 'x' } } })
    const reading = read(source)
    expect(reading).toMatchObject({ ok: true, config: { services: { good } } })
    expect(problemsOf(source)).toEqual([
      { code: 1002, service: 'bad', line: 15, column: 7, message: 'services.bad.args: must be array' },
    ])
    expect(reading.ok && Object.keys(reading.config.services)).toEqual(['good'])
  })

  it.each([
    ['an unknown type', { ...good, type: 'pipe' }, 'services.a.type: must be one of stdio, sse, http, embedded'],
    ['no command', { ...good, command: undefined }, "services.a: must have required property 'command'"],
    ['no web address', { type: 'http', enabled: true, namespace: 'a', url: 'ftp://x' }, 'services.a.url: must match'],
    [
      'a health check without end',
      { ...good, healthCheck: { interval: 1, timeout: 1000 } },
      'services.a.healthCheck.interval: must be >= 1000',
    ],
    ['a text', 'node server.js', 'services.a: must be an object'],
  ])('refuses a service with %s', (_name, service, message) => {
    const [problem] = problemsOf(text({ services: { a: service } }))
    expect(problem).toMatchObject({ code: 1002, service: 'a' })
    expect(problem?.message).toContain(message)
  })

  it('refuses a second service with a namespace, or with a name, that is taken', () => {
    expect(problemsOf(text({ services: { a: good, b: good } }))).toMatchObject([
      { service: 'b', message: 'services.b.namespace: is already the namespace of "a"' },
    ])
    const twice = `{"services":{"a":${text(good)},"a":${text(good)}}}`
    expect(problemsOf(twice)).toMatchObject([{ service: 'a', message: 'services.a: appears twice' }])
    expect(read(twice)).toMatchObject({ ok: true, config: { services: {} } })
  })

  it('stops every service when it cannot say which tools are hidden', () => {
    expect(read(text({ services: { good }, toolManager: { blacklist: 'files_*' } }))).toMatchObject({
      ok: false,
      problem: { code: 1002, message: expect.stringContaining('toolManager') as string },
    })
  })

  it('stops nothing else when the address of XiaoZhi is wrong, and does not repeat its token', () => {
    const endpoint = 'https://api.xiaozhi.me/mcp/?token=very-secret'
    const reading = read(
      text({ services: { good }, xiaozhi: { endpoint, reconnect: { initialBackoff: 100, maxBackoff: 1000 } } }),
    )
    expect(reading).toMatchObject({ ok: true, config: { services: { good } } })
    expect(reading.ok && reading.config.xiaozhi).toBeUndefined()
    expect(JSON.stringify(reading)).toContain('xiaozhi.endpoint: must match')
    expect(JSON.stringify(reading)).not.toContain('very-secret')
  })

  it.each([
    ['no JSON', '{\n  "services": {,}\n}', { line: 2, column: 16 }],
    ['a comment', '{\n  // mine\n}', { line: 2, column: 3 }],
    ['nothing', '', { line: 1, column: 1 }],
    ['a list', '[]', { line: 1, column: 1 }],
    ['too much', ' '.repeat(maxServicesFileLength + 1), { line: 1, column: 1 }],
    ['too deep a nest', '['.repeat(100_000), { line: 1, column: 1 }],
  ])('is rejected with %s', (_name, source, place) => {
    expect(read(source)).toMatchObject({ ok: false, problem: { code: 1001, ...place } })
  })

  it('treats special names as plain names', () => {
    const source = `{"services":{"__proto__":${text(good)},"constructor":${text({ ...good, namespace: 'c' })}}}`
    const reading = read(source)
    expect(reading.ok && Object.keys(reading.config.services)).toEqual(['__proto__', 'constructor'])
    expect(({} as { command?: string }).command).toBeUndefined()
  })

  it('is read, or rejected with a place in the text, for any text', () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.dictionary(fc.constantFrom('services', 'toolManager', 'logging'), fc.jsonValue()).map(text),
    )
    forAll(anything, (source) => {
      for (const { line, column } of problemsOf(source)) {
        expect(line).toBeGreaterThan(0)
        expect(column).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(source.split(/\r\n|\n|\r/u).length)
      }
    })
  })
})
