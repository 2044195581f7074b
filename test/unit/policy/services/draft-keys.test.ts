import type { ServiceDraft } from '@shared/servers/service.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  keysIn,
  maskedDraft,
  secretsOf,
  shownDraft,
  withoutKeys,
} from '../../../../src-main/policy/services/draft-keys.js'
import { argumentParts } from '../../../../src-main/policy/services/service-keys.js'
import { partsOfText, resolveServiceReferences } from '../../../../src-main/policy/services/service-references.js'
import { forAll } from '../../../fixtures/properties.js'

const key = 'NmQ3YzI0ZjItOTk5OS00ZTc1LWE1YmQ6MGY5'
const secretive = (args: readonly string[]) => argumentParts(args).map(({ key }) => key)

describe('the keys of arguments', () => {
  it.each<[readonly string[], readonly (string | undefined)[]]>([
    [
      ['--api-key', 'k1'],
      [undefined, 'k1'],
    ],
    [['--token=k2'], ['k2']],
    [
      ['-e', 'GITHUB_TOKEN=k3', '-e', 'LANG=en'],
      [undefined, 'k3', undefined, undefined],
    ],
    [
      ['--header', 'X-Auth: k4'],
      [undefined, ' k4'],
    ],
    [['--header=Authorization: Bearer k5'], [' Bearer k5']],
    [['-HAuthorization: Bearer k6'], [' Bearer k6']],
    [
      ['mcp-remote', `https://mcp.zapier.com/api/mcp/s/${key}/mcp`],
      [undefined, `https://mcp.zapier.com/api/mcp/s/${key}/mcp`],
    ],
    [[`--url=https://n8n.example.org/mcp/${key}`], [`https://n8n.example.org/mcp/${key}`]],
    [
      ['--config', '{"apiKey":"k7"}'],
      [undefined, '{"apiKey":"k7"}'],
    ],
    [
      ['--config', '{"folder":"notes"}'],
      [undefined, undefined],
    ],
    [
      ['-c', 'API_KEY=k8 npx server'],
      [undefined, 'k8 npx server'],
    ],
    [
      ['-c', 'npx server --token k9'],
      [undefined, 'npx server --token k9'],
    ],
    [
      ['-c', 'curl -H "Authorization: Bearer 0123456789"'],
      [undefined, 'curl -H "Authorization: Bearer 0123456789"'],
    ],
    [
      ['server.js', key],
      [undefined, key],
    ],
    [
      ['-y', '@scope/server@1.2.3', '/home/ada/worlds', 'C:\\Users\\ada', '--port=8080'],
      [undefined, undefined, undefined, undefined, undefined],
    ],
  ])('%j', (args, keys) => expect(secretive(args)).toEqual(keys))

  it('are cut out of an argument, and nothing else is', () =>
    forAll(fc.array(fc.string(), { maxLength: 6 }), (args) => {
      expect(argumentParts(args).map(({ plain, key = '' }) => plain + key)).toEqual(args)
    }))
})

describe('the form of a service', () => {
  it('is shown without keys: command line and address', () => {
    const stdio: ServiceDraft = {
      type: 'stdio',
      command: 'npx',
      args: ['x', '--api-key', 'k1', `--url=https://a.example/s/${key}/mcp`],
    }
    expect(shownDraft(stdio)).toBe('npx x --api-key … --url=https://a.example/s/…/mcp')
    expect(shownDraft({ type: 'http', url: `https://a.example/s/${key}/mcp` })).toBe('https://a.example/s/…/mcp')
    expect(maskedDraft({ ...stdio, env: { TOKEN: 'k2', LANG: 'en', ID: key } })).toMatchObject({
      env: { TOKEN: '…', LANG: 'en', ID: '…' },
    })
    expect(maskedDraft({ type: 'http', url: 'https://a.example', headers: { 'X-Key': 'k3', Accept: 'a' } })).toEqual({
      ...{ type: 'http', url: 'https://a.example' },
      headers: { 'X-Key': '…', Accept: 'a' },
    })
  })

  it.each<[ServiceDraft]>([
    [{ type: 'stdio', startTimeout: 45_000, command: 'x', args: [] }],
    [{ type: 'http', startTimeout: 45_000, url: 'https://a.example' }],
    [{ type: 'embedded', startTimeout: 45_000, module: 'x' }],
  ])('keeps its start limit: %j', (draft) => expect(maskedDraft(draft)).toEqual(draft))

  it('keeps references, and loses keys that stand beside them', () => {
    const { replace, secrets } = secretsOf('web')
    const draft: ServiceDraft = {
      ...{ type: 'http', url: `https://a.example/s/${key}/\${PATH_PART}` },
      headers: { Authorization: 'Bearer ${TOKEN:-none}', 'X-Key': 'first-${PART}' },
    }
    expect(withoutKeys(draft, { partsOf: partsOfText, replace })).toEqual({
      ...{ type: 'http', url: '${secret:web/url}${PATH_PART}' },
      headers: { Authorization: 'Bearer ${TOKEN:-none}', 'X-Key': '${secret:web/X-Key}${PART}' },
    })
    expect(secrets).toEqual([
      ['web/url', `https://a.example/s/${key}/`],
      ['web/X-Key', 'first-'],
    ])
  })

  it.each<[string, string]>([
    ['https://admin:hunter2@${HOST}/mcp', 'https://…@${HOST}/mcp'],
    ['https://${HOST}/mcp?token=hunter2', 'https://${HOST}…'],
    ['https://${N8N}/webhook/hunter2-path', 'https://${N8N}…'],
    ['${BASE}/webhook/hunter2-path', '${BASE}…'],
    ['${BASE}?token=hunter2', '${BASE}…'],
    ['${SCHEME}://admin:hunter2@${HOST}:${PORT}/mcp', '${SCHEME}…${HOST}:${PORT}/mcp'],
    ['https://admin:hunter2@[${HOST}]:x/mcp', 'https://…@[${HOST}…'],
    ['https://admin:hunter 2@${HOST}/mcp', 'https://…@${HOST}…'],
    [
      'https://${USER}:${PASSWORD}@${HOST}:${PORT:-8080}/mcp/v1',
      'https://${USER}:${PASSWORD}@${HOST}:${PORT:-8080}/mcp/v1',
    ],
    ['https://${HOST}/webhook/${PATH_PART}?token=${TOKEN}', 'https://${HOST}/webhook/${PATH_PART}?token=${TOKEN}'],
    ['${HOME}/servers/a b', '${HOME}/servers/a b'],
    ['Hello ${NAME}: welcome', 'Hello ${NAME}: welcome'],
  ])('judges an address with references as a whole: %s', (text, shown) => {
    expect(maskedDraft({ type: 'http', url: text })).toMatchObject({ url: shown })
    expect(maskedDraft({ type: 'stdio', command: 'x', args: [text], env: { ADDRESS: text } })).toMatchObject({
      args: [shown],
      env: { ADDRESS: shown },
    })
  })

  it.each<[ServiceDraft]>([
    [{ type: 'stdio', command: 'x', args: ['--dsn=mysql://u:hunter2@${DB:-localhost}/db'] }],
    [{ type: 'stdio', command: 'x', args: ['-c', 'psql "postgres://u:hunter2@${DB:-a b}/db"'] }],
    [{ type: 'stdio', command: 'x', args: [], env: { DB: 'mongodb://u:hunter2@${A}:1,${B}:2/db' } }],
    [{ type: 'stdio', command: 'x', args: [], env: { DB: 'mongodb://u:hunter2@a:1,b:2/db' } }],
    [{ type: 'http', url: 'https://x', headers: { Authorization: 'https://x hunter2 ${A}' } }],
    [{ type: 'embedded', module: 'x', config: { db: ['jdbc:postgresql://u:hunter2@${A}/db'] } }],
  ])('finds an address with references anywhere: %j', (draft) => {
    expect(JSON.stringify(maskedDraft(draft))).not.toContain('hunter2')
    const { replace } = secretsOf('s')
    expect(JSON.stringify(withoutKeys(draft, { partsOf: partsOfText, replace }))).not.toContain('hunter2')
  })

  it('hides a password wherever the references stand', () => {
    const reference = fc.constantFrom('', '${A}', '${B:-b}', '${C:-x y}')
    const password = fc.stringMatching(/^[!$&'()*+,;=\w.~%-]{1,12}$/u).map((text) => `hunter2${text}`)
    const scheme = fc.constantFrom('https', 'wss', 'postgres', 'redis', '${S}')
    const before = fc.constantFrom('', '--url=', 'run ', '"')
    const texts = fc.record({ before, scheme, user: reference, password, at: fc.tuple(...Array(6).fill(reference)) })
    forAll(texts, ({ before, scheme, user, password, at }) => {
      const [inner, after, host, port, path, query] = at
      const where = `${host}h${host}${port === '' ? '' : `:${port}`}/${path}?a=${query}`
      const text = `${before}${scheme}://u${user}:${inner}${password}${after}@${where}`
      fc.pre(partsOfText(text).some(({ isReference }) => isReference) && (before === '' || scheme !== '${S}'))
      const draft: ServiceDraft = { type: 'stdio', command: 'x', args: [text], env: { A: text } }
      expect(JSON.stringify(maskedDraft(draft))).not.toContain('hunter2')
      expect(JSON.stringify(maskedDraft({ type: 'http', url: text }))).not.toContain('hunter2')
    })
  })

  it('means the same with its keys in the store, for any texts', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom(key, '${A}', 'x${A:-b}y', '$${A}', `https://h/${key}?x=$\{A}`))
    const texts = fc.dictionary(fc.constantFrom('TOKEN', 'LANG', 'URL'), text)
    const draft = fc.oneof<fc.Arbitrary<ServiceDraft>[]>(
      fc.record({ type: fc.constant('stdio'), command: text, args: fc.array(text), env: texts, cwd: fc.string() }),
      fc.record({ type: fc.constant('http'), url: text, headers: texts }),
      fc.record({ type: fc.constant('embedded'), module: fc.string(), config: fc.dictionary(fc.string(), text) }),
    )
    forAll(draft, (given) => {
      const { replace, secrets } = secretsOf('s')
      const stored = withoutKeys(given, { partsOf: partsOfText, replace })
      const kept = new Map(secrets)
      expect(kept.size).toBe(secrets.length)
      const values = { environment: { A: 'value' }, secret: (name: string) => kept.get(name) }
      expect(resolveServiceReferences(stored, values)).toEqual(
        resolveServiceReferences(given, { ...values, secret: () => undefined }),
      )
      expect(JSON.stringify(stored)).not.toContain(key)
    })
  })
})

it('the keys of any configuration are found at any depth, the longest first', () => {
  const value = {
    a: { command: 'x', args: ['--token', 'k-one'], env: { PASSWORD: 'k-two' }, oauth: { clientSecret: 'k-three' } },
    b: { url: `https://a.example/${key}`, headers: { 'X-Workspace': 'k-four' } },
  }
  expect(keysIn(value)).toEqual([`https://a.example/${key}`, 'k-three', 'k-four', 'k-one', 'k-two'])
})
