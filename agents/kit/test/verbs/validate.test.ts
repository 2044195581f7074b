import { coreCatalogue } from '@contract/core-catalogue.js'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../../src-main/cli/command-line.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { terminal } from '../../../../test/fixtures/terminal.js'

const good = manifestOf()
const other = manifestOf({ id: 'ext.shopkeeper.close' })
const bad = manifestOf({ version: '1' })

const validate = async (files: Readonly<Record<string, unknown>>, path = 'it.json', colour = false) => {
  const screen = terminal(files, colour)
  const code = await runCommandLine(['validate', path], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

const asJson = async (files: Readonly<Record<string, unknown>>, path = 'it.json') => {
  const screen = terminal(files)
  const code = await runCommandLine(['validate', path, '--json'], screen)
  expect(screen.said).toHaveLength(1)
  return { code, ...(JSON.parse(screen.said[0] ?? '') as Record<string, unknown>) }
}

describe('gatehouse validate', () => {
  it.each<[string, unknown, string]>([
    ['one manifest', good, '1 manifest in 1 file'],
    ['a list of them', [good, other], '2 manifests in 1 file'],
    ['one a line', `${JSON.stringify(good)}\n\n${JSON.stringify(other)}\r\n`, '2 manifests in 1 file'],
    ['one after a byte order mark', `\uFEFF${JSON.stringify(good)}`, '1 manifest in 1 file'],
    ['the core catalogue', [...coreCatalogue.values()], `${coreCatalogue.size} manifests in 1 file`],
  ])('finds nothing wrong with a file of %s', async (_what, content, reported) => {
    expect(await validate({ 'it.json': content })).toEqual({
      code: 0,
      said: `${reported}: no problems`,
      complained: '',
    })
  })

  it('reads every manifest of a folder, and standard input', async () => {
    const files = { 'folder/b.json': good, 'folder/sub/a.jsonl': JSON.stringify(other), 'folder/readme.md': '#' }
    expect((await validate(files, 'folder')).said).toBe('2 manifests in 2 files: no problems')
    expect((await validate({ '-': bad }, '-')).said).toContain('standard input:3:14: error: /version:')
  })

  it('names file, line and column of each error, and of the parent of a missing member', async () => {
    const { name: _name, ...nameless } = good
    const { code, said } = await validate({ 'it.json': [bad, { ...nameless, id: 'ext.shopkeeper.more' }] })
    expect(code).toBe(1)
    expect(said).toContain('it.json:4:16: error: /version: expected text that matches')
    expect(said).toContain('it.json:13:3: error: /name: expected a value (it is required), got nothing')
    expect(said).toContain('2 manifests in 1 file: 2 errors')
  })

  it('names the line of JSON lines', async () => {
    const lines = [good, { ...other, type: 'macro' }].map((one) => JSON.stringify(one)).join('\n')
    expect((await validate({ 'it.json': lines })).said).toMatch(/^it\.json:2:\d+: error: \/type: expected one of/u)
  })

  it('reports a broken line as an error of that line, and still checks the others', async () => {
    const lines = `${JSON.stringify(good)}\n{"id": \n${JSON.stringify({ ...other, version: '1' })}\n`
    const { said } = await validate({ 'it.jsonl': lines }, 'it.jsonl')
    expect(said).toMatch(/it\.jsonl:2:8: error: it is not JSON/u)
    expect(said).toMatch(/it\.jsonl:3:\d+: error: \/version/u)
  })

  it.each<[string, string, RegExp]>([
    ['nothing', ' \n', /1:1: error: it is empty/u],
    ['no JSON', '{\n  id: 1\n}', /2:3: error: it is not JSON: the name of a member/u],
    ['a list of nothing', '[]', /1:1: error: the list has no manifest/u],
    ['a member twice', '{"id":1,\n"id":2}', /2:1: error: \/id appears twice/u],
    ['too many levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`, /1:1: error: it nests deeper than 64/u],
    ['a text', '"ext.shopkeeper.list"', /1:1: error: expected object/u],
  ])('refuses a file of %s', async (_what, content, said) => {
    const result = await validate({ 'it.json': content })
    expect(result.code).toBe(1)
    expect(result.said).toMatch(said)
  })

  it('with --json says the same as one value', async () => {
    expect(await asJson({ 'it.json': good })).toEqual({ code: 0, valid: true, files: 1, manifests: 1, problems: [] })
    expect(await asJson({ 'it.json': bad })).toEqual({
      code: 1,
      valid: false,
      files: 1,
      manifests: 1,
      problems: [
        {
          file: 'it.json',
          line: 3,
          column: 14,
          severity: 'error',
          id: good.id,
          path: '/version',
          problem: expect.stringContaining('got "1"'),
        },
      ],
    })
  })

  // verifies: third-parties
  it('warns of an id outside ext and of roles, and calls that valid', async () => {
    const odd = manifestOf({ id: 'economy.shop.list', requiredRoles: ['admin', 'viewer'] })
    const { code, said } = await validate({ 'it.json': odd })
    expect(code).toBe(0)
    expect(said).toContain('warning: /id')
    expect(said).toContain('warning: /requiredRoles')
    expect(said).toContain(': 2 warnings')
  })

  // verifies: third-parties
  it('warns of an action without a reason for its risk, permissions or examples', async () => {
    const bare = manifestOf({ type: 'action', risk: { level: 'low' } })
    const { code, said } = await validate({ 'it.json': bare })
    expect(code).toBe(0)
    for (const gap of ['risk.reason', 'permissions', 'examples']) expect(said).toContain(gap)
    expect(said).toContain(': 3 warnings')
    const whole = manifestOf({
      type: 'action',
      risk: { level: 'low', reason: 'Rings.' },
      permissions: ['mcp.action.shop'],
      examples: [{ name: 'Ring', parameters: {} }],
    })
    expect((await validate({ 'it.json': whole })).said).not.toContain('warning')
  })

  // verifies: third-parties
  it.each([
    ['shopkeeper', 0],
    ['Shop-Keeper', 0],
    ['grocer', 1],
    ['shop', 1],
  ])('warns when ext.shopkeeper does not name its provider: %s', async (id, warnings) => {
    const { code, said } = await validate({ 'it.json': manifestOf({ provider: { id, name: 'Shop' } }) })
    expect(code).toBe(0)
    expect(said.includes('does not name its provider')).toBe(warnings === 1)
  })

  it('cannot use a file that is not there, or a folder without manifests', async () => {
    expect(await validate({})).toMatchObject({
      code: 2,
      complained: expect.stringContaining('it.json: there is no such file'),
    })
    expect(await validate({ 'folder/readme.md': '#' }, 'folder')).toMatchObject({ code: 2 })
  })

  it('shows control characters of a file, and sends none to the terminal', async () => {
    const { said } = await validate({ 'it.json': { ...good, permissions: ['\u001b[31mred\u202e'] } })
    expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })

  it('is coloured only in a terminal', async () => {
    expect((await validate({ 'it.json': bad })).said).not.toContain('\u001b[')
    expect((await validate({ 'it.json': bad }, 'it.json', true)).said).toContain('\u001b[31merror')
  })
})

describe('gatehouse validate on a folder', () => {
  it('reports an id in two files, and the other verbs reject the folder for it', async () => {
    const files = { 'caps/a.json': manifestOf(), 'caps/b.json': manifestOf() }
    const screen = terminal(files)
    expect(await runCommandLine(['validate', 'caps'], screen)).toBe(1)
    expect(screen.said.join('\n')).toMatch(/caps\/b\.json:\d+:\d+: error: \/id: \S+ is also in caps\/a\.json/u)
    for (const verb of [
      ['diff', 'caps', 'caps'],
      ['simulate', 'caps', '--token', 't', '--port', '0'],
    ]) {
      const other = terminal(files)
      expect(await runCommandLine(verb, other)).toBe(2)
      expect(other.complained.join()).toMatch(/caps\/b\.json:\d+:\d+: .* is also in caps\/a\.json/u)
    }
  })
})
