import { describe, expect, it } from 'vitest'
import { createRequestChecker } from '../../../src-main/validation/request-checker.js'

const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { $ref: 'https://mcp.minecraft.io/schemas/common-types-v1.json#/definitions/Pagination/properties/page' },
    size: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    name: { type: 'string', minLength: 1 },
  },
}

describe('a query', () => {
  const { checkQuery } = createRequestChecker()

  it('converts a text to its number, and fills in defaults', () =>
    expect(checkQuery(schema, { page: '2' })).toEqual({ ok: true, value: { page: 2, size: 20 } }))

  it('does not change its input', () => {
    const given = { size: '5' }
    checkQuery(schema, given)
    expect(given).toEqual({ size: '5' })
  })

  it.each([
    [{ page: '0' }, '/page', '>= 1', '"0"'],
    [{ size: '101' }, '/size', '<= 100', '"101"'],
    [{ size: '1.5' }, '/size', 'integer', '"1.5"'],
    [{ size: '' }, '/size', 'integer', '""'],
    [{ size: ['1', '2'] }, '/size', 'integer', '["1","2"]'],
    [{ colour: 'red' }, '/colour', 'no such argument', '"red"'],
  ])('%j is refused with path, what was expected and what was given', (given, path, expected, shown) => {
    expect(checkQuery(schema, given)).toEqual({
      ok: false,
      problems: [{ path, expected: expect.stringContaining(expected), given: shown }],
    })
  })

  it('that is wrong twice gets both errors', () => {
    const checked = checkQuery(schema, { page: 'x', size: '0' })
    expect(checked.ok ? [] : checked.problems.map(({ path }) => path)).toEqual(['/page', '/size'])
  })

  it('cannot reach the prototype of anything', () => {
    const given = Object.fromEntries([['__proto__', 'x']])
    expect(checkQuery(schema, given)).toMatchObject({ ok: false, problems: [{ path: '/__proto__' }] })
  })
})

describe('a body', () => {
  const { checkBody } = createRequestChecker()

  it('is not converted: a text is no number', () =>
    expect(checkBody(schema, { size: '5' })).toMatchObject({ ok: false, problems: [{ path: '/size' }] }))

  it.each([null, [], 'text', 5])('%j is no object', (given) =>
    expect(checkBody(schema, given)).toMatchObject({ ok: false, problems: [{ path: '', expected: 'object' }] }),
  )
})
