/** Protocol tables: the schemas, the core catalogue and the limits of the program as tables of the reference. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { loaded } from './loaded-module.mjs'

/**
 * @param {string} root of the repository
 * @returns {Promise<Record<string, string>>} name of a generated part → its table
 */
export async function protocolTables(root) {
  const main = path.join(root, 'src-main')
  const from = (file, name) => loaded(path.join(main, ...file.split('/')), name)
  const schema = async (name) => JSON.parse(await readFile(path.join(root, 'schemas', `${name}-v1.json`), 'utf8'))
  return {
    'connection-terms': connectionTerms(await from('providers/agent/connection-terms.ts', 'bounds')),
    frames: frames(await schema('message-frame')),
    'agent-limits': agentLimits(
      await from('contract/frames.ts', 'maxFrameBytes'),
      await from('contract/json/json-bounds.ts', 'frameBounds'),
      await from('validation/offer-bounds.ts', 'maxCapabilities'),
      await from('validation/offer-bounds.ts', 'maxOfferCharacters'),
    ),
    'agent-expectations': expectations(await from('../agents/kit/check/expectations.ts', 'expectations')),
    'manifest-fields': fields(await schema('capability-manifest')),
    'manifest-limits': table(
      ['what', 'limit'],
      [
        [
          'a manifest with its examples',
          `${number(await from('validation/offer-bounds.ts', 'maxManifestCharacters'))} characters`,
        ],
        ['a schema', `${number(65_536)} characters, 16 levels`],
        ['members of one object or list of a schema', number(await from('validation/schema-bounds.ts', 'maxMembers'))],
      ],
    ),
    'common-types': definitions(await schema('common-types'), ['Response']),
    'core-capabilities': await coreCapabilities(main, from),
    'http-limits': httpLimits(
      await from('network/http/body-quota.ts', 'maxBodyBytes'),
      await from('contract/json/json-bounds.ts', 'bodyBounds'),
      await from('policy/limits/size.ts', 'maxArgumentCharacters'),
      await from('policy/limits/size.ts', 'maxRelayedCharacters'),
    ),
    'rest-routes': restRoutes(await from('consumers/rest/routes.ts', 'routesWith')),
    'services-file': definitions(await schema('services'), ['ServiceName', 'ServiceConfig', 'Namespace', 'Texts']),
  }
}

const table = (heads, rows) =>
  [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const number = (value) => value.toLocaleString('en-US')
const code = (text) => `\`${text}\``

function connectionTerms(bounds) {
  const names = { heartbeatMs: 'heartbeatInterval', reconnectMs: 'reconnectDelay', maxRetries: 'maxRetries' }
  return table(
    ['field', 'default', 'least', 'most'],
    Object.entries(bounds).map(([name, { usual, least, most }]) => [code(names[name]), usual, least, most].map(String)),
  )
}

const directions = {
  request: 'to the agent',
  register: 'to the agent',
  response: 'to the gateway',
  event: 'to the gateway',
  register_ack: 'to the gateway',
  capability_update: 'to the gateway',
}

const head = new Set(['id', 'type', 'timestamp'])

function frames({ oneOf, definitions: defined }) {
  const named = (names) =>
    names
      .filter((name) => !head.has(name))
      .map(code)
      .join(', ')
  const rows = oneOf.map(({ $ref }) => {
    const { properties, required } = defined[$ref.split('/').at(-1)]
    const type = properties.type.const
    const optional = Object.keys(properties).filter((name) => !required.includes(name))
    return [code(type), directions[type] ?? 'both ways', named(required), named(optional)]
  })
  return table(['`type`', 'goes', 'required besides the head', 'optional'], rows)
}

const agentLimits = (bytes, { depth, values, members, digits }, capabilities, offer) =>
  table(
    ['what', 'limit', 'beyond it'],
    [
      ['a frame', `${number(bytes)} bytes`, 'disconnected'],
      [
        'JSON of a frame',
        `${depth} levels, ${number(values)} values, ${number(members)} members of one object or list, ${digits} characters of a number`,
        'bad frame',
      ],
      [
        'capabilities of a server',
        `${capabilities}; ${number(offer)} characters in all`,
        'the rest is refused by name',
      ],
    ],
  )

const expectations = (list) =>
  table(
    ['check', 'an agent', 'section'],
    list.map(({ id, level, expected, anchor }) => [code(id), `${level.toUpperCase()}: ${expected}`, code(anchor)]),
  )

const httpLimits = (body, { depth, values, members, digits }, kept, relayed) =>
  table(
    ['what', 'limit'],
    [
      ['a body', `${number(body)} bytes`],
      [
        'JSON of a body',
        `${depth} levels, ${number(values)} values, ${number(members)} members of one object or list, ${digits} characters of a number`,
      ],
      ['arguments of a call', `${number(kept)} characters; of a build or a tool of a service ${number(relayed)}`],
    ],
  )

/** Definitions of schemas that a section explains. */
const explained = {
  ObjectSchema: 'manifest-schemas',
  Risk: 'manifest-risk',
  RateLimit: 'manifest-rate-limit',
  DeprecationInfo: 'manifest-deprecation',
  Example: 'manifest-examples',
}

/** The members of an object schema. */
const fields = (schema) =>
  table(
    ['field', '', 'value'],
    membersOf(schema, schema).map(({ name, isRequired, value }) => [code(name), isRequired ? 'required' : '', value]),
  )

/** The members of the definitions of a schema: equal members of several definitions are grouped. */
function definitions(schema, without) {
  const rows = new Map()
  for (const [type, definition] of Object.entries(schema.definitions)) {
    if (without.includes(type)) continue
    for (const { name, isRequired, value } of membersOf(definition, schema)) {
      const row = [code(name), isRequired ? 'required' : '', value]
      const key = row.join('|')
      rows.set(key, { row, types: [...(rows.get(key)?.types ?? []), code(type.replace(/(?:Service)?Config$/u, ''))] })
    }
  }
  return table(
    ['of', 'field', '', 'value'],
    [...rows.values()].map(({ row, types }) => [types.join(', '), ...row]),
  )
}

/** Of alternatives, the members of each. */
function membersOf({ properties = {}, oneOf = [], required = [] }, schema) {
  const own = Object.entries(properties).map(([name, property]) => ({
    name,
    isRequired: required.includes(name),
    value: describe(property, schema),
  }))
  return [...own, ...oneOf.flatMap((one) => membersOf(one, schema).map((member) => ({ ...member, isRequired: false })))]
}

/** The type and constraints of a value, in short. */
function describe(property, schema) {
  const { $ref } = property
  if ($ref) return describeReference($ref, schema)
  const { type, const: only, enum: choices, items, pattern, format, description, default: usual, properties } = property
  if (only !== undefined) return code(JSON.stringify(only))
  const limits = [
    properties && `with ${membersOf(property, schema).map(inShort).join(', ')}`,
    format && `format ${format}`,
    pattern && code(pattern.replaceAll('|', '\\|')),
    range(property, 'minLength', 'maxLength', 'characters'),
    range(property, 'minItems', 'maxItems', 'items'),
    range(property, 'minProperties', 'maxProperties', 'members'),
    range(property, 'minimum', 'maximum', ''),
    items && `each ${describe(items, schema)}`,
    usual !== undefined && `default ${code(JSON.stringify(usual))}`,
  ].filter(Boolean)
  const kind = choices ? choices.map(code).join(', ') : [type].flat().join(' or ')
  const suffix = description ? `. ${description.replaceAll('|', '\\|')}` : ''
  return [kind, ...limits].join(', ') + suffix
}

function describeReference($ref, schema) {
  const name = $ref.split('/').at(-1)
  if (Object.hasOwn(explained, name)) return `[${name}](#${explained[name]})`
  const target = $ref.startsWith('#') ? schema.definitions[name] : undefined
  return target && !target.properties && !target.oneOf && !target.anyOf ? describe(target, schema) : code(name)
}

const inShort = ({ name, isRequired, value }) => `${code(name)} (${isRequired ? 'required, ' : ''}${value})`

function range(property, least, most, what) {
  const { [least]: from, [most]: to } = property
  if (from === undefined && to === undefined) return ''
  const numbers =
    from === undefined
      ? `up to ${number(to)}`
      : to === undefined
        ? `from ${number(from)}`
        : `${number(from)} to ${number(to)}`
  return `${numbers} ${what}`.trim()
}

async function coreCapabilities(main, from) {
  const catalogue = path.join(main, 'contract', 'catalogue')
  const files = (await readdir(catalogue)).filter((name) => name.endsWith('.json')).sort()
  const texts = await Promise.all(files.map((file) => readFile(path.join(catalogue, file), 'utf8')))
  const lifetimeOf = await from('policy/limits/freshness.ts', 'lifetimeOf')
  const inverseOf = await from('policy/undo/inverse.ts', 'inverseOf')
  const rows = texts
    .flatMap((text) => JSON.parse(text))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map((manifest) => [
      code(manifest.id),
      manifest.version,
      manifest.type,
      manifest.risk.level,
      (manifest.permissions ?? []).map(code).join(', '),
      limitIn(manifest.rateLimit),
      manifest.type === 'context' ? String(lifetimeOf(manifest.id)) : '',
      manifest.type === 'action' ? undoIn(inverseOf(manifest.id, {}, undefined)) : '',
    ])
  return table(['id', 'version', 'type', 'risk', 'permission', 'rate limit', 'fresh', 'undone by'], rows)
}

const limitIn = ({ requests, subscriptions, period } = {}) =>
  [
    requests && `${requests} ${period === 'hour' ? 'an' : 'a'} ${period}`,
    subscriptions && `${subscriptions} subscriptions`,
  ]
    .filter(Boolean)
    .join(', ')

/** The state before is needed when an inverse action is known. */
const undoIn = ({ none }) => (none === 'unread' ? 'the opposite action' : 'nothing')

function restRoutes(routesWith) {
  const routes = routesWith(() => ({}))
  return table(
    ['route', ''],
    routes.map(({ method, path: at, summary }) => [code(`${method} /api/v1${at}`), summary.replaceAll('|', '\\|')]),
  )
}
