/**
 * Generates `src-main/contract/generated/*.ts` from `schemas/*.json`.
 *
 * `--check` writes nothing and fails when a committed file differs from what the schemas say.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { compileFromFile } from 'json-schema-to-typescript'

const root = path.resolve(import.meta.dirname, '..')
const schemas = path.join(root, 'schemas')
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
for (const file of (await readdir(schemas)).filter((name) => name.endsWith('.json')).sort()) {
  const name = file.replace(/-v1\.json$/, '.ts')
  const code = await compileFromFile(path.join(schemas, file), options)
  const output = path.join(target, name)
  if (!check) await writeFile(output, code)
  else if ((await readFile(output, 'utf8').catch(() => '')) !== code) stale.push(name)
}
if (stale.length > 0) {
  console.error(
    `Generated types differ from schemas/: ${stale.join(', ')}. Run "npm run generate" and commit the result.`,
  )
  process.exit(1)
}
