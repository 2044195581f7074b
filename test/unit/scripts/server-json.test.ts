import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import server from '../../../server.json' with { type: 'json' }
import { folderForEach } from '../../fixtures/for-each.js'

const root = path.resolve(import.meta.dirname, '../../..')
const schema = JSON.parse(
  readFileSync(path.join(root, 'test/fixtures/mcp-registry/server-2025-12-11.schema.json'), 'utf8'),
)
const ajv = new Ajv({ strict: false })
addFormats.default(ajv)
const isValid = ajv.compile(schema)

describe('the entry in the MCP registry', () => {
  const folder = folderForEach()

  it('matches the schema of the registry and package.json', () => {
    expect(isValid(server), ajv.errorsText(isValid.errors)).toBe(true)
    expect(server.$schema).toBe(schema.$id)
    expect(server).toMatchObject({ name: packageJson.mcpName, version: packageJson.version })
    expect(isValid({ ...server, name: 'gatehouse' })).toBe(false)
  })

  it('gets the address and the hash of the extension in a release', () => {
    const file = path.join(folder(), `gatehouse-${packageJson.version}.mcpb`)
    const target = path.join(folder(), 'server.json')
    writeFileSync(file, 'the packed extension')
    execFileSync(process.execPath, [path.join(root, 'scripts/server-json.mjs'), file, 'mia/blocks', target])
    const written = JSON.parse(readFileSync(target, 'utf8'))
    expect(isValid(written), ajv.errorsText(isValid.errors)).toBe(true)
    expect(written).toMatchObject({
      name: 'io.github.mia/gatehouse',
      version: packageJson.version,
      packages: [
        {
          registryType: 'mcpb',
          identifier: `https://github.com/mia/blocks/releases/download/v${packageJson.version}/${path.basename(file)}`,
          fileSha256: createHash('sha256').update('the packed extension').digest('hex'),
        },
      ],
    })
  })

  it('is part of the release', () => {
    const release = readFileSync(path.join(root, '.github/workflows/release.yml'), 'utf8')
    expect(release).toContain('node scripts/server-json.mjs release/*.mcpb "$GITHUB_REPOSITORY" release/server.json')
  })
})
