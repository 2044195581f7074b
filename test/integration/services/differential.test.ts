/**
 * What `@modelcontextprotocol/server-everything` can do, directly and behind Gatehouse: the same messages.
 *
 * Not compared here: `get-env`, `gzip-file-as-resource`, `simulate-research-query`, the toggles of logging and updates, the
 * asynchronous requests and the form at an address. Updates of resources are tested in `following.test.ts`.
 */
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  newClient,
  oldClient,
  type RecordedCall,
  type RecordingClient,
  type ServerTarget,
} from '../../fakes/differential-clients.js'
import { RelayScene } from '../../fakes/relay-scene.js'

const require = createRequire(import.meta.url)
const everything = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
)
const direct: ServerTarget = { kind: 'direct', command: process.execPath, args: [everything, 'stdio'] }

let scene: RelayScene
beforeAll(async () => {
  scene = await RelayScene.open({
    type: 'stdio',
    enabled: true,
    namespace: 'everything',
    command: process.execPath,
    args: [everything, 'stdio'],
  })
})
afterAll(() => scene.close())

type Request = readonly [method: string, params?: Record<string, unknown>]
const call = (name: string, given: Record<string, unknown> = {}): Request => ['tools/call', { name, arguments: given }]
const resource = 'demo://resource/dynamic/text/1'

/** What is asked; each is compared. */
const requests: readonly Request[] = [
  call('echo', { message: 'héllo 世界' }),
  call('get-sum', { a: 2, b: 40 }),
  call('get-tiny-image'),
  call('get-annotated-message', { messageType: 'error', includeImage: true }),
  call('get-resource-links', { count: 2 }),
  call('get-resource-reference', { resourceType: 'Text', resourceId: 1 }),
  call('get-structured-content', { location: 'New York' }),
  call('trigger-long-running-operation', { duration: 0.2, steps: 2 }),
  call('trigger-elicitation-request'),
  call('trigger-sampling-request', { prompt: 'What is the capital of France?', maxTokens: 50 }),
  ['prompts/get', { name: 'simple-prompt' }],
  ['prompts/get', { name: 'args-prompt', arguments: { city: 'Berlin', state: 'BE' } }],
  ['prompts/get', { name: 'completable-prompt', arguments: { department: 'Engineering', name: 'Alice' } }],
  ['prompts/get', { name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } }],
  ['resources/read', { uri: resource }],
  ['resources/read', { uri: 'demo://resource/dynamic/blob/1' }],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'completable-prompt' }, argument: { name: 'department', value: 'E' } },
  ],
  [
    'completion/complete',
    {
      ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' },
      argument: { name: 'resourceId', value: '1' },
    },
  ],
  ['prompts/list'],
  ['resources/list'],
  ['resources/templates/list'],
]

/** What differs, and why. Each entry removes the allowed differences from a text. */
const differences: readonly { readonly reason: string; readonly pattern: RegExp }[] = [
  {
    reason: 'Resources made by the server carry the time at which they were read',
    pattern: /\d{1,2}:\d{2}:\d{2}( [AP]M)?/gu,
  },
  {
    reason: 'The same time stands in the blob, as base64',
    pattern: /(?<="UmVzb3VyY2UgMTogVGhpcyBpcyBhIGJhc2U2NCBibG9i)[A-Za-z0-9+/=]*/gu,
  },
  {
    reason: 'Gatehouse and the SDK name themselves in every result of revision 2026-07-28',
    pattern: /"_meta":\{"io\.modelcontextprotocol\/serverInfo":\{[^{}]*\}\},?/gu,
  },
  {
    reason: 'Results of revision 2026-07-28 say what they are and how long they may be kept',
    pattern: /"(resultType|ttlMs|cacheScope)":("[a-z]*"|\d+),?/gu,
  },
  { reason: 'The SDK adds the mode of a form', pattern: /,?"mode":"form"/gu },
  { reason: 'Tokens belong to each connection', pattern: /,?"_meta":\{"progressToken":\d+\}/gu },
]

/** What only one side gets, and why. */
const ownMessages: readonly { readonly reason: string; readonly begins: string }[] = [
  { reason: 'Gatehouse says that a person is asked', begins: 'Waiting for a person' },
  {
    reason: 'This server asks for folders when a connection begins, and Gatehouse has one connection',
    begins: 'Roots updated',
  },
  { reason: 'The client itself says that it responds to a question', begins: 'Fulfilling input' },
]

const clockTime = /\d{1,2}:\d\d:\d\d(?: [AP]M)?/gu

function comparable({ ended, before }: RecordedCall): unknown {
  const whole = JSON.stringify({ ended, before: before.filter((one) => !isOwn(one as Message)) })
  // A blob may contain its creation time, which does not depend on the route.
  const text = whole.replace(/"blob":"([^"]*)"/gu, (_all, blob: string) =>
    JSON.stringify(Buffer.from(blob, 'base64').toString('latin1')).replace(/^/u, '"blob":').replace(clockTime, ''),
  )
  return JSON.parse(
    differences.reduce((rest, { pattern }) => rest.replace(pattern, ''), text).replace(/,(?=[}\]])/gu, ''),
  )
}

interface Message {
  readonly what: string
  readonly value?: {
    readonly message?: string
    readonly data?: unknown
    readonly progress?: number
    readonly total?: number
  }
}

function isOwn({ what, value = {} }: Message): boolean {
  const words = String(value.message ?? value.data)
  // Both SDKs lose progress that arrives with the result; whether it is lost is a matter of microseconds.
  const isLast = what === 'progress' && value.progress !== undefined && value.progress === value.total
  return what === 'roots' || isLast || ownMessages.some(({ begins }) => words.startsWith(begins))
}

/** Members of definitions that differ, and why. */
const ownMembers: readonly { readonly reason: string; readonly member: string }[] = [
  { reason: 'Revision 2026-07-28 has no such member; the SDK takes it out', member: 'execution' },
]

const withoutOwn = (one: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(one).filter(([name]) => !ownMembers.some(({ member }) => member === name)))

/** Lists also hold what is Gatehouse's own, and nothing of the service is missing or changed. */
function expectList(through: RecordedCall, directly: RecordedCall, member: string, key: string): void {
  const listOf = ({ ended }: RecordedCall) => (ended as Record<string, Record<string, unknown>[]>)[member] ?? []
  const wanted = listOf(directly)
  const found = listOf(through).filter((one) => wanted.some((other) => other[key] === one[key]))
  const sorted = (list: Record<string, unknown>[]) =>
    list.map(withoutOwn).sort((a, b) => (String(a[key]) < String(b[key]) ? -1 : 1))
  expect(sorted(found)).toEqual(sorted(wanted))
}

const lists: Readonly<Record<string, readonly [member: string, key: string]>> = {
  'tools/list': ['tools', 'name'],
  'prompts/list': ['prompts', 'name'],
  'resources/list': ['resources', 'uri'],
  'resources/templates/list': ['resourceTemplates', 'uriTemplate'],
}

const pairs: readonly (readonly [string, (where: ServerTarget) => Promise<RecordingClient>])[] = [
  ['a client of the older era', oldClient],
  // The server speaks the older era only: directly, the same client falls back to it.
  ['a client of the newer era', (where) => newClient(where, where.kind === 'http' ? '2026-07-28' : undefined)],
]

describe.each(pairs)('%s', (_name, connect) => {
  let straight: RecordingClient
  let behind: RecordingClient
  beforeAll(async () => {
    straight = await connect(direct)
    behind = await connect({ kind: 'http', url: scene.url, token: scene.token })
  })
  afterAll(() => Promise.all([straight?.close(), behind?.close()]))

  it.each(
    [['tools/list'] as Request, ...requests].map(
      ([method, params]) => [`${method} ${JSON.stringify(params ?? {}).slice(0, 80)}`, method, params] as const,
    ),
  )('%s', async (_title, method, params) => {
    const [directly, through] = [await straight.request(method, params), await behind.request(method, params)]
    const list = lists[method]
    if (list) expectList(through, directly, ...list)
    else expect(comparable(through)).toEqual(comparable(directly))
  })

  it('answers a service with no folders while no call runs', async () => {
    const { ended } = await behind.request(...call('get-roots-list'))
    expect(JSON.stringify(ended)).toContain('no roots are currently configured')
  })

  it('refuses arguments that break the schema before the service sees them, which says so in other words', async () => {
    const [method, params] = call('get-sum', { a: 'no number' })
    expect((await straight.request(method, params)).ended).toMatchObject({ isError: true })
    expect((await behind.request(method, params)).ended).toMatchObject({
      isError: true,
      structuredContent: { error: { contractCode: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' } },
    })
  })
})
