import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { errorCatalogue } from '@contract/error-catalogue.js'
import { describe, expect, it } from 'vitest'
import { capabilityIdOf, toolNameOf } from '../../src-main/consumers/mcp/tool-name.js'
import { covers } from '../../src-main/policy/rights/permissions.js'
import { demandsOfRisk, riskOf } from '../../src-main/policy/risk/risk.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { createAdmission } from '../../src-main/validation/admission.js'
import { compiled, createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createManifestReader } from '../../src-main/validation/manifest-reader.js'
import { checkManifestSchemas } from '../../src-main/validation/schema-check.js'

const root = path.resolve(import.meta.dirname, '../..')
const ajv = createContractAjv()
const isManifest = compiled(ajv, 'capability-manifest-v1.json')
const manifests = [...coreCatalogue.values()]

/** Risk levels of docs/protocol.md#core-capabilities. */
const listed: Readonly<Record<string, [type: string, level: string]>> = {
  'world.time.get': ['context', 'low'],
  'world.time.set': ['action', 'high'],
  'world.weather.get': ['context', 'low'],
  'world.weather.set': ['action', 'medium'],
  'world.rule.get': ['context', 'low'],
  'world.rule.set': ['action', 'high'],
  'world.tps.get': ['context', 'low'],
  'world.block.get': ['context', 'low'],
  'world.block.set': ['action', 'high'],
  'player.list': ['context', 'low'],
  'player.info.get': ['context', 'low'],
  'player.teleport': ['action', 'medium'],
  'player.kick': ['action', 'medium'],
  'player.ban': ['action', 'critical'],
  'player.mute': ['action', 'medium'],
  'player.economy.balance.get': ['context', 'low'],
  'player.economy.balance.adjust': ['action', 'high'],
  'entity.list': ['context', 'low'],
  'entity.remove': ['action', 'high'],
  'system.backup': ['action', 'high'],
  'system.restore': ['action', 'critical'],
  'system.reload': ['action', 'high'],
  'chat.broadcast': ['action', 'medium'],
}

describe('the core catalogue', () => {
  // verifies: capability-ids
  it('has every manifest of its folder, each in the file of its namespace', () => {
    const folder = path.join(root, 'src-main/contract/catalogue')
    const stored = readdirSync(folder).flatMap((file) => {
      const manifests = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as { id: string }[]
      for (const { id } of manifests) expect(id.startsWith(`${file.replace(/\.json$/, '')}.`), id).toBe(true)
      return manifests.map(({ id }) => id)
    })
    expect([...coreCatalogue.keys()].sort()).toEqual(stored.sort())
  })

  // verifies: core-capabilities
  it.each(Object.entries(listed))('declares %s as the contract does', (id, [type, level]) => {
    expect(coreCatalogue.get(id)).toMatchObject({ type, risk: { level } })
  })

  it('is admitted as a whole, and core capabilities are not compiled again', async () => {
    const thread = { run: () => Promise.reject(new Error('The catalogue was tried.')), stop: async () => {} }
    const readOurs = createManifestReader(createContractAjv(), new CapabilityValidator())
    const neverTried = createAdmission(thread, systemClock, readOurs)
    const { capabilities, refused } = await neverTried(manifests)
    expect(refused).toEqual([])
    expect(capabilities).toMatchObject(manifests)
  })

  it.each(manifests.map((manifest) => [manifest.id, manifest] as const))(
    'has schemas for %s that compile, and examples that fit them',
    (_id, manifest) => expect(checkManifestSchemas(new CapabilityValidator(), manifest)).toBeUndefined(),
  )

  it('gives each capability a tool name of its own that leads back to it', () => {
    for (const { id } of manifests) {
      expect(toolNameOf(id)).toMatch(/^[a-z0-9_]{1,64}$/)
      expect(capabilityIdOf(toolNameOf(id))).toBe(id)
    }
  })
})

describe.each(manifests.map((manifest) => [manifest.id, manifest] as const))('the manifest of %s', (_id, manifest) => {
  it('is a valid manifest', () => expect(isManifest(manifest), JSON.stringify(isManifest.errors)).toBe(true))

  it('needs permissions of its own type', () => {
    expect(manifest.permissions?.length).toBeGreaterThan(0)
    for (const permission of manifest.permissions ?? [])
      expect(covers(`mcp.${manifest.type}.**`, permission)).toBe(true)
  })

  it('has examples that fit its own parameters and returns', () => {
    const validator = new CapabilityValidator()
    for (const { parameters, response } of manifest.examples ?? []) {
      expect(validator.checkArguments(manifest, parameters)).toMatchObject({ ok: true })
      if (response) expect(validator.checkReturns(manifest, response)).toMatchObject({ ok: true })
    }
    if (manifest.type !== 'event') expect(manifest.examples?.length).toBeGreaterThan(0)
  })

  // verifies: capability-kinds context 1, capability-kinds context 4
  it('gives a reason for its risk, and a read is never risky', () => {
    expect(manifest.risk?.reason).toMatch(/\w/)
    if (manifest.type !== 'action') expect(demandsOfRisk(riskOf(manifest, manifest)).approvers).toBe(0)
  })

  it('describes every argument', () => {
    if (manifest.type === 'event') return
    for (const [name, schema] of Object.entries(
      (manifest.parameters?.properties ?? {}) as Record<string, { description?: string; type?: string }>,
    )) {
      if (schema.type !== 'object') expect(schema.description, name).toMatch(/\w/)
    }
  })
})

describe('the error catalogue', () => {
  const isError = compiled(ajv, 'error-v1.json')

  it.each(Object.entries(errorCatalogue))('%s is a code of the contract with a readable message', (code, entry) => {
    expect(isError({ code, message: entry.message, suggestion: entry.suggestion })).toBe(true)
    expect(entry.message).toMatch(/^[A-Z].*\.$/)
    expect(entry.suggestion).toMatch(/^[A-Z].*\.$/)
    expect(entry.when).toMatch(/^[A-Z].*\.$/)
    expect(entry.httpStatus).toBeGreaterThanOrEqual(200)
    expect(entry.httpStatus).toBeLessThan(600)
  })

  // verifies: errors-codes
  it('has the HTTP statuses of the contract', () => {
    const statuses = Object.fromEntries(
      Object.entries(errorCatalogue).map(([code, { httpStatus }]) => [code, httpStatus]),
    )
    expect(statuses).toMatchObject({
      'SYSTEM.INTERNAL_ERROR': 500,
      'SYSTEM.SERVICE_UNAVAILABLE': 503,
      'SYSTEM.TIMEOUT': 504,
      'SYSTEM.RATE_LIMITED': 429,
      'SYSTEM.MAINTENANCE': 503,
      'PROTOCOL.INVALID_REQUEST': 400,
      'PROTOCOL.CAPABILITY_NOT_FOUND': 404,
      'PROTOCOL.VERSION_MISMATCH': 400,
      'PROTOCOL.SCHEMA_VALIDATION_FAILED': 400,
      'PROTOCOL.UNSUPPORTED_TYPE': 400,
      'AUTH.UNAUTHORIZED': 401,
      'AUTH.TOKEN_EXPIRED': 401,
      'AUTH.TOKEN_INVALID': 401,
      'PERMISSION.DENIED': 403,
      'PERMISSION.ROLE_REQUIRED': 403,
      'PERMISSION.APPROVAL_REQUIRED': 403,
      'BUSINESS.PLAYER_NOT_FOUND': 404,
      'BUSINESS.PLAYER_OFFLINE': 400,
      'BUSINESS.WORLD_NOT_FOUND': 404,
      'BUSINESS.INSUFFICIENT_BALANCE': 400,
      'BUSINESS.INVALID_LOCATION': 400,
      'BUSINESS.OPERATION_FAILED': 400,
      'RISK.OPERATION_BLOCKED': 403,
      'RISK.PENDING_APPROVAL': 202,
      'RISK.APPROVAL_REJECTED': 403,
      'RISK.ROLLBACK_FAILED': 500,
    })
  })
})
