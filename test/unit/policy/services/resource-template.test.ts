import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coversAddress, fixedTextOf } from '../../../../src-main/policy/services/resource-template.js'
import { forAll } from '../../../fixtures/properties.js'

describe('a template of a resource', () => {
  it.each([
    ['demo://text/{id}', 'demo://text/1', true],
    ['demo://text/{id}', 'demo://text/', true],
    ['demo://text/{id}', 'demo://text/1/2', false],
    ['demo://text/{id}', 'demo://text/1?x', false],
    ['demo://text/{id}', 'demo://blob/1', false],
    ['test://template/{id}/data', 'test://template/123/data', true],
    ['test://template/{id}/data', 'test://template/123/other', false],
    ['file:///docs/{+path}', 'file:///docs/a/b.md', true],
    ['file:///docs/{path*}', 'file:///docs/a/b.md', true],
    ['file:///docs/{+path}', 'file:///docs/../secret', false],
    ['file:///docs/{+path}', 'file:///docs/%2e%2E/secret', false],
    ['file:///docs/{+path}', 'file:///docs/%252e%252e%252fsecret', false],
    ['file:///docs/{+path}', 'file:///docs/a..b', true],
    ['a://{x}.json', 'a://b.json.json', true],
    ['a://fixed', 'a://fixed', true],
    ['a://fixed', 'a://fixed/more', false],
    ['{+anything}', 'file:///etc/passwd', false],
    ['', '', true],
  ])('%s covers %s: %s', (template, uri, covers) => expect(coversAddress(template, uri)).toBe(covers))

  it('covers every address that was made from it, and none with another beginning', () => {
    const value = fc.stringMatching(/^[a-z0-9]{1,12}$/u)
    forAll(value, value, value, (one, two, other) => {
      const template = 'a://x/{one}/y/{two}/z'
      expect(coversAddress(template, `a://x/${one}/y/${two}/z`)).toBe(true)
      expect(coversAddress(template, `a://x/${one}/${other}/../y/${two}/z`)).toBe(false)
      expect(coversAddress(template, `b://x/${one}/y/${two}/z`)).toBe(false)
    })
  })

  it('never covers an address that leaves its base path', () =>
    forAll(fc.string({ maxLength: 40 }), fc.string({ maxLength: 40 }), (before, after) => {
      expect(coversAddress('file:///docs/{+path}', `file:///docs/${before}/../${after}`)).toBe(false)
    }))

  it('has the literal parts outside expressions', () => {
    expect(fixedTextOf('action://delete/{id}/now')).toBe('action://delete/ /now')
  })
})
