import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { createManifestCheck } from '../../agents/kit/check/manifest-check.js'
import { contractSchemas, createContractAjv } from '../../src-main/validation/ajv.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { admitInProcess as admit } from '../fakes/admission.js'
import { type Block, block, blockFiles } from '../fixtures/specification-blocks.js'

const ajv = createContractAjv()
const readFrame = createFrameReader(ajv, { completes: true })
const schemaOf = (name: string): Block => contractSchemas.find(({ $id }) => $id.endsWith(`/${name}-v1.json`))
const validates = (reference: string, value: unknown) => {
  const validate = ajv.getSchema(`https://mcp.minecraft.io/schemas/${reference}`)
  return validate?.(value) === true ? 'valid' : JSON.stringify(validate?.errors ?? 'no such schema')
}

const sections = [
  ...['3.1', '3.2.1', '3.2.2', '3.2.3', '4.1', '4.3', '5.1', '5.3', '6.1', '6.3', '7.3', '7.4'],
  ...['8.2.1', '8.2.2', '8.3', '8.4', '9.2', '9.3', '9.4', '9.5', '10.1'],
]

// verifies: schemas
describe('the reference blocks of the contract', () => {
  it('are complete', () => {
    const inOrder = [...sections].sort()
    expect(blockFiles.map((file) => file.split('-')[0]).sort()).toEqual(inOrder)
  })

  it.each(['3.2.1', '3.2.2', '3.2.3'])('%s is a valid manifest and is admitted', async (section) => {
    const manifest = block(section)
    expect(createManifestCheck()(manifest)).toEqual([])
    const { capabilities, refused } = await admit([manifest])
    expect(refused).toEqual([])
    expect(capabilities).toMatchObject([{ id: manifest.id, rateLimit: manifest.rateLimit }])
  })

  it.each(['8.2.1', '8.2.2', '8.3', '8.4', '9.3', '9.4', '9.5'])('%s is a valid frame', (section) => {
    expect(readFrame(JSON.stringify(block(section)))).toMatchObject({ ok: true, frame: block(section) })
  })

  it('8.2 to 8.4 lack header members that we require', () => {
    const strict = createFrameReader(ajv)
    for (const section of ['8.2.1', '8.2.2', '8.3', '8.4']) {
      expect(strict(JSON.stringify(block(section))).ok, section).toBe(false)
    }
  })

  it.each(['9.3', '9.4', '9.5'])('%s without its id is not a valid frame', (section) => {
    const { id: _id, ...rest } = block(section)
    expect(readFrame(JSON.stringify(rest)).ok).toBe(false)
  })

  it('5.3 is a valid response', () => {
    expect(validates('common-types-v1.json#/definitions/Response', block('5.3'))).toBe('valid')
    expect(validates('error-v1.json', block('5.3').error)).toBe('valid')
  })

  it('7.4 is a deprecation', () => {
    const { id, deprecated } = block('7.4')
    const manifest = { ...coreCatalogue.get(id), deprecated }
    expect(validates('capability-manifest-v1.json', manifest)).toBe('valid')
  })
})

/** Follows a reference to the schema it means. */
function resolved(schema: Block, root: Block): [schema: Block, root: Block] {
  if (typeof schema?.$ref !== 'string') return [schema, root]
  const [file, pointer = ''] = schema.$ref.split('#')
  const next = file === '' ? root : contractSchemas.find(({ $id }) => $id.endsWith(`/${file}`))
  const target = pointer
    .split('/')
    .slice(1)
    .reduce((at: Block, name: string) => at?.[name], next)
  return resolved(target, next)
}

/** What of a reference schema ours does not say, as JSON pointers. `cause` is an error in an error. */
function missingIn(theirs: Block, ours: Block, theirRoot: Block, ourRoot: Block, at = ''): string[] {
  const [their, deeperRoot] = resolved(theirs, theirRoot)
  const [our, ourDeeperRoot] = resolved(ours, ourRoot)
  if (!our) return [at]
  const lists = (['required', 'enum'] as const).flatMap((name) =>
    (their?.[name] ?? [])
      .filter((one: unknown) => !our[name]?.includes(one))
      .map((one: unknown) => `${at}/${name}/${one}`),
  )
  const values = (['type', 'default', 'minimum', 'maximum', 'format'] as const).flatMap((name) =>
    their?.[name] === undefined || [our[name]].flat().includes(their[name]) ? [] : [`${at}/${name}`],
  )
  const members = Object.entries(their?.properties ?? {}).flatMap(([name, schema]) =>
    name === 'cause' ? [] : missingIn(schema, our.properties?.[name], deeperRoot, ourDeeperRoot, `${at}/${name}`),
  )
  const items = their?.items ? missingIn(their.items, our.items, deeperRoot, ourDeeperRoot, `${at}/items`) : []
  const choices = (their?.oneOf ?? []).flatMap((one: Block, index: number) =>
    missingIn(one, our.oneOf?.[index], deeperRoot, ourDeeperRoot, `${at}/oneOf/${index}`),
  )
  return [...lists, ...values, ...members, ...items, ...choices]
}

/** References that no block defines under that name. */
const withDefinitions = (schema: Block): Block => ({
  ...schema,
  definitions: {
    ParameterSchema: { type: 'object' },
    ReturnSchema: { type: 'object' },
    RateLimit: { type: 'object' },
    Example: { type: 'object' },
    ...block('6.1').definitions,
    ...block('7.3').definitions,
    ...block('5.1').definitions,
  },
})

// verifies: common-types
describe('our schemas contain every rule of the reference schemas', () => {
  const manifest = schemaOf('capability-manifest')
  const common = schemaOf('common-types')
  const error = schemaOf('error')
  const audit = schemaOf('audit-event')
  const frame = schemaOf('message-frame')

  const pairs: [section: string, theirs: Block, ours: Block, root: Block][] = [
    ['3.1, the manifest', block('3.1'), manifest, manifest],
    ...Object.entries(block('4.1').definitions).map(([name, schema]): [string, Block, Block, Block] => [
      `4.1, ${name}`,
      schema,
      common.definitions[name],
      common,
    ]),
    ['4.3, the answer', block('4.3'), common.definitions.Response, common],
    ['5.1, the error', block('5.1').definitions.Error, error.definitions.Error, error],
    ['6.1, the risk', block('6.1').definitions.RiskLevel, manifest.definitions.Risk, manifest],
    ['6.3, the permissions', block('6.3').permissions, manifest.properties.permissions, manifest],
    ['6.3, the roles', block('6.3').requiredRoles, manifest.properties.requiredRoles, manifest],
    ['7.3, the deprecation', block('7.3').definitions.DeprecationInfo, manifest.definitions.DeprecationInfo, manifest],
    ['10.1, the audit event', block('10.1').AuditEvent, audit, audit],
  ]

  it.each(pairs)('%s', (_section, theirs, ours, root) => {
    expect(missingIn(theirs, ours, withDefinitions(theirs), root)).toEqual([])
  })

  it('9.2, the frame: an id of ours is a UUID, one of an agent any text', () => {
    const theirs = structuredClone(block('9.2').frame)
    delete theirs.properties.id.format
    expect(missingIn(theirs, frame.definitions.Head, theirs, frame)).toEqual([])
  })

  it('finds missing blocks', () => {
    const { ItemStack: _gone, ...definitions } = common.definitions
    const { ItemStack } = block('4.1').definitions
    expect(missingIn(ItemStack, definitions.ItemStack, ItemStack, common)).toEqual([''])
  })
})

describe('items', () => {
  // verifies: common-types
  it('are item stacks wherever the catalogue has them', () => {
    const { title: _title, description: _description, ...stack } = schemaOf('common-types').definitions.ItemStack
    const list: Block = coreCatalogue.get('entity.list')?.returns
    const { description, ...item } = list.properties.entities.items.properties.item
    expect(item).toEqual(stack)
    expect(description).toMatch(/\w/u)
  })
})
