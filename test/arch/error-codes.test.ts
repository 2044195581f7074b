import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorCatalogue } from '@contract/error-catalogue.js'
import { serviceErrors } from '@contract/service-error.js'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const catalogue = path.join('contract', 'error-catalogue.ts')

const source = readdirSync(path.join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith(catalogue))
  .map((file) => readFileSync(path.join(root, 'src-main', file), 'utf8'))
  .join('\n')

const document = readFileSync(path.join(root, 'docs', 'errors.md'), 'utf8')

describe('the error catalogue', () => {
  // verifies: errors-codes
  it.each(Object.keys(errorCatalogue))('%s is documented and used', (code) => {
    expect(document).toContain(`### \`${code}\``)
    expect(source.includes(`'${code}'`)).toBe(true)
  })

  it('has every code the document explains', () => {
    const explained = [...document.matchAll(/^### `(.+)`$/gmu)].map(([, code]) => code)
    expect(explained.sort()).toEqual(Object.keys(errorCatalogue).sort())
  })
})

describe('the numbers of services', () => {
  /** Number → why nothing emits it yet. */
  const unused: Readonly<Record<string, string>> = {
    2002: 'the processes of a service that does not stop are killed, so a stop does not fail',
    4001: 'a lost connection of a voice device is a phase of its state, and no call receives it',
    4002: 'a refused token of a voice device is a phase of its state, and no call receives it',
    4003: 'a silent endpoint of a voice device is a phase of its state, and no call receives it',
  }
  const emitted = (number: string) =>
    new RegExp(`(?:serviceError\\(|serviceCode: |code: |\\? |: )${number}\\b`, 'u').test(
      source.replace(/^ {2}\d{4}: \{$/gmu, ''),
    )

  it.each(Object.keys(serviceErrors))('%s is documented, and emitted or unused for a reason', (number) => {
    expect(document).toContain(`| ${number} | `)
    expect(emitted(number) || Object.hasOwn(unused, number)).toBe(true)
  })
})
