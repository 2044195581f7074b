import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { contractSchemas, createContractAjv } from '../../src-main/validation/ajv.js'

const root = path.resolve(import.meta.dirname, '../../schemas')
const examples = path.join(root, 'examples')
const ajv = createContractAjv()

interface Invalid {
  /** The rule it breaks, in words. */
  readonly breaks: string
  /** The violated keyword of JSON Schema. */
  readonly keyword: string
  readonly instance: unknown
}

const names = readdirSync(examples).sort()
const filesOf = (name: string, kind: 'valid' | 'invalid') =>
  readdirSync(path.join(examples, name, kind))
    .filter((file) => file.endsWith('.json'))
    .sort()
const read = <T>(name: string, kind: string, file: string): T =>
  JSON.parse(readFileSync(path.join(examples, name, kind, file), 'utf8')) as T

function validatorOf(name: string) {
  const validate = ajv.getSchema(`https://mcp.minecraft.io/schemas/${name}-v1.json`)
  if (!validate) throw new Error(`No schema ${name}`)
  return validate
}

describe('the schemas', () => {
  // verifies: schemas
  it('are those of the contract, of the settings and of the services, each with examples of both kinds', () => {
    expect(names).toEqual([
      'audit-event',
      'capability-manifest',
      'common-types',
      'config',
      'error',
      'message-frame',
      'services',
    ])
    expect(
      readdirSync(root)
        .filter((file) => file.endsWith('.json'))
        .sort(),
    ).toEqual(names.map((name) => `${name}-v1.json`))
    for (const name of names) {
      expect(filesOf(name, 'valid').length, name).toBeGreaterThan(0)
      expect(filesOf(name, 'invalid').length, name).toBeGreaterThan(0)
    }
  })

  it('are found by their id, without a network', () => {
    for (const { $id } of contractSchemas) expect(ajv.getSchema($id), $id).toBeDefined()
    expect(new Set(contractSchemas.map(({ $id }) => $id)).size).toBe(names.length)
  })

  it('are schemas by the meta-schema, which the program does not check', () => {
    const strict = new Ajv({ strict: false })
    for (const schema of contractSchemas) expect(strict.validateSchema(schema), schema.$id).toBe(true)
  })

  it('refer to nothing but each other', () => {
    const known = contractSchemas.map(({ $id }) => path.basename($id))
    for (const { $id, ...schema } of contractSchemas) {
      for (const [, reference = ''] of JSON.stringify(schema).matchAll(/"\$ref":"([^"]+)"/gu)) {
        const [file = ''] = reference.split('#')
        if (file !== '') expect(known, `${$id} refers to ${reference}`).toContain(file)
      }
    }
  })
})

describe.each(names)('%s', (name) => {
  const validate = validatorOf(name)

  // verifies: manifest-fields, manifest-examples, manifest-rate-limit, manifest-deprecation, common-types
  // verifies: events-filter, errors-approval
  it.each(filesOf(name, 'valid'))('takes %s', (file) => {
    expect(validate(read(name, 'valid', file)), JSON.stringify(validate.errors)).toBe(true)
  })

  // verifies: manifest, manifest-admission, manifest-permissions pattern
  it.each(filesOf(name, 'invalid'))('refuses %s for the reason it gives', (file) => {
    const { breaks, keyword, instance } = read<Invalid>(name, 'invalid', file)
    expect(breaks).toMatch(/\w+ \w+/)
    expect(validate(instance)).toBe(false)
    expect(validate.errors?.map((error) => error.keyword)).toContain(keyword)
  })
})
