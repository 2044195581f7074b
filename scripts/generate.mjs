/**
 * Generates `src-main/contract/generated/*.ts` from `schemas/*.json` and the core catalogue, and `docs/errors.md` from the
 * error catalogue, the tables of `docs/protocol.md` and `docs/java-servers.md`, the effects of `docs/governance.md`, the
 * proofs of `docs/contract.md` and `docs/governance.md`, and what the Java agent takes.
 *
 * `--check` writes nothing and fails when a committed file differs from the generated text.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compileFromFile } from 'json-schema-to-typescript'
import { clientTable } from './client-table.mjs'
import { coreCapabilityTypes } from './core-capability-types.mjs'
import { effectTable } from './effect-table.mjs'
import { errorDocument } from './error-document.mjs'
import { javaServerDocument } from './java-server-tables.mjs'
import { javaSources } from './java-sources.mjs'
import { proofTables } from './proof-tables.mjs'
import { protocolDocuments } from './protocol-document.mjs'

const root = path.resolve(import.meta.dirname, '..')
const schemas = path.join(root, 'schemas')
const catalogue = path.join(root, 'src-main', 'contract', 'catalogue')
const target = path.join(root, 'src-main', 'contract', 'generated')
const check = process.argv.includes('--check')

const options = {
  cwd: schemas,
  bannerComment: '/* Generated from schemas/ by `npm run generate`. Do not edit. */',
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
  unreachableDefinitions: true,
  unknownAny: true,
  format: true,
  style: { singleQuote: true, semi: false, printWidth: 120 },
}

await mkdir(target, { recursive: true })
const stale = []
await settle(path.join(root, 'docs', 'errors.md'), await errorDocument(root))
for (const { file, text } of await protocolDocuments(root)) await settle(file, text)
const effects = await effectTable(root)
await settle(effects.file, effects.text)
const clients = await clientTable(root)
await settle(clients.file, clients.text)
for (const { file, text } of await proofTables(root)) await settle(file, text)
await settle(path.join(root, 'docs', 'java-servers.md'), await javaServerDocument(root))
for (const { file, text } of await javaSources(root)) await settle(file, text)
await settle(generated('core-capabilities.ts'), await coreCapabilityTypes(catalogue, options))
/** The settings have a type of their own, `src-main/shared/program/settings.ts`; their schema only checks the file. */
const isTyped = (name) => name.endsWith('.json') && name !== 'config-v1.json'
for (const file of (await readdir(schemas)).filter(isTyped).sort()) {
  const name = file.replace(/-v1\.json$/, '.ts')
  await settle(generated(name), await compileFromFile(path.join(schemas, file), options))
}
if (stale.length > 0) {
  console.error(
    `Generated files differ from what they are made of: ${stale.join(', ')}. Run "npm run generate" and commit the result.`,
  )
  process.exit(1)
}

function generated(name) {
  return path.join(target, name)
}

async function settle(file, text) {
  if (!check) await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(path.relative(root, file))
}
