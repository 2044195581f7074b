/** The core catalogue as TypeScript types: capability → its parameters and its result, for authors of agents. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { compile } from 'json-schema-to-typescript'

const bannerComment = '/* Generated from src-main/contract/catalogue/ by `npm run generate`. Do not edit. */'
const description = 'What each capability of the core catalogue takes, defaults filled, and what it answers or tells.'

/**
 * @param {string} catalogue folder of the manifests
 * @param {import('json-schema-to-typescript').Options} options
 * @returns {Promise<string>}
 */
export async function coreCapabilityTypes(catalogue, options) {
  const files = (await readdir(catalogue)).filter((name) => name.endsWith('.json')).sort()
  const manifests = (
    await Promise.all(files.map(async (file) => JSON.parse(await readFile(path.join(catalogue, file), 'utf8'))))
  ).flat()
  const properties = Object.fromEntries(
    manifests.map(({ id, type, parameters, returns }) => [
      id,
      {
        type: 'object',
        required: ['type', 'parameters', 'returns'],
        properties: { type: { const: type }, parameters: withDefaults(parameters), returns },
      },
    ]),
  )
  const schema = { type: 'object', description, required: Object.keys(properties), properties }
  return compile(schema, 'CoreCapabilities', { ...options, bannerComment })
}

/** A schema in which members with a default are required. */
function withDefaults(schema) {
  if (schema?.type !== 'object' || !schema.properties) return schema
  const entries = Object.entries(schema.properties)
  const filled = entries.filter(([, property]) => 'default' in property).map(([name]) => name)
  return {
    ...schema,
    required: [...new Set([...(schema.required ?? []), ...filled])],
    properties: Object.fromEntries(entries.map(([name, property]) => [name, withDefaults(property)])),
  }
}
