import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { forAll } from '../../../fixtures/properties.js'

vi.mock('electron', () => ({ protocol: {} }))
const { contentPolicy, fileOf, withNonce } = await import('../../../../src-main/shell/windows/pages.js')

const folder = path.resolve('/built/renderer')

describe('the pages', () => {
  it('are files of their folder', () => {
    expect(fileOf('app://gatehouse/index.html?again', folder)).toBe(path.join(folder, 'index.html'))
  })

  it.each([
    'app://gatehouse/../main.cjs',
    'app://gatehouse/%2e%2e/main.cjs',
    'app://gatehouse/..%2fmain.cjs',
    'app://gatehouse/assets/..%2f..%2fmain.cjs',
    'app://gatehouse/%00',
    'app://gatehouse/%E0%A4%A',
    'app://elsewhere/index.html',
    'app://gatehouse.elsewhere/index.html',
    'file:///etc/passwd',
    'https://gatehouse/index.html',
  ])('never are %s', (url) => {
    const file = fileOf(url, folder)
    expect(file === undefined || file === path.join(folder, 'main.cjs')).toBe(true)
  })

  it('stay in their folder for any address', () => {
    const parts = fc.constantFrom('..', '.', '%2e%2e', '%2E.', '..%2f', '..%5c', '%252e', 'a', '', '%00', '/', '\\')
    forAll(fc.array(parts, { maxLength: 8 }), (names) => {
      const file = fileOf(`app://gatehouse/${names.join('/')}`, folder)
      return file === undefined || `${path.resolve(file)}${path.sep}`.startsWith(folder + path.sep)
    })
  })

  it('load only files beside them', () => {
    const policy = contentPolicy('abc')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self' 'nonce-abc';")
    expect(policy).not.toMatch(/unsafe|https?:|\*/u)
    expect(contentPolicy()).toContain("style-src 'self';")
  })

  it('get the nonce of their load', () => {
    expect(withNonce('<html lang="en"><head><title>', 'abc', 'dark')).toBe(
      '<html data-theme="dark" lang="en"><head><meta property="csp-nonce" nonce="abc" /><title>',
    )
  })
})
