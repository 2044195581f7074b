import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { errorCatalogue } from '@contract/error-catalogue.js'
import { serviceErrors } from '@contract/service-error.js'
import { describe, expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const catalogue = path.join('contract', 'error-catalogue.ts')

const source = ['src-main', 'agents/kit']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.endsWith(catalogue) && !/\.(?:test|d)\.ts$/u.test(file))
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
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
  const emitted = (number: string) =>
    new RegExp(`(?:serviceError\\(|serviceCode: |code: |\\? |: )${number}\\b`, 'u').test(
      source.replace(/^ {2}\d{4}: \{$/gmu, ''),
    )

  it.each(Object.keys(serviceErrors))('%s is documented and emitted', (number) => {
    expect(document).toContain(`| ${number} | `)
    expect(emitted(number)).toBe(true)
  })
})
