import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../../src-main/cli/command-line.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { terminal } from '../../../../test/fixtures/terminal.js'

const parameters = { type: 'object' as const, properties: { world: { type: 'string' } } }
const old = manifestOf({ version: '1.2.3', parameters })
const without = (version: string) => manifestOf({ version, parameters: { type: 'object', properties: {} } })

const diff = async (from: unknown, to: unknown, ...options: string[]) => {
  const screen = terminal({ 'old.json': from, 'new.json': to })
  const code = await runCommandLine(['diff', 'old.json', 'new.json', ...options], screen)
  return { code, said: screen.said.join('\n'), complained: screen.complained.join('\n') }
}

// verifies: agents-tools
describe('gatehouse diff', () => {
  it('reports no problem when the version matches the changes', async () => {
    const { code, said } = await diff(old, without('2.0.0'))
    expect(code).toBe(0)
    expect(said).toContain('ext.shopkeeper.list 1.2.3 → 2.0.0: major changes')
    expect(said).toContain('All versions are right.')
  })

  it('reports what broke, the previous value and the required version', async () => {
    const { code, said } = await diff(old, without('1.3.0'))
    expect(code).toBe(1)
    expect(said).toContain('1.2.3 → 1.3.0: major changes; the version must be 2.0.0 or newer')
    expect(said).toContain('major /parameters/properties/world: a parameter was removed')
    expect(said).toContain('{"type":"string"} → nothing')
  })

  it.each<[string, Partial<CapabilityManifest>, number]>([
    ['nothing in the same version', {}, 0],
    ['nothing in a newer version', { version: '1.2.4' }, 0],
    ['nothing in an older version', { version: '1.2.2' }, 1],
    ['a text in the same version', { name: 'Shops' }, 1],
    ['a text in the next patch', { name: 'Shops', version: '1.2.4' }, 0],
    [
      'a deprecation in the next patch',
      { deprecated: { since: '1.2.4', removalVersion: '2.0.0' }, version: '1.2.4' },
      1,
    ],
    [
      'a deprecation in the next minor',
      { deprecated: { since: '1.3.0', removalVersion: '2.0.0' }, version: '1.3.0' },
      0,
    ],
    ['the id in the next minor', { id: 'ext.shopkeeper.all', version: '1.3.0' }, 1],
    ['the id in the next major', { id: 'ext.shopkeeper.all', version: '2.0.0' }, 0],
  ])('classifies a change of %s', async (_what, change, code) => {
    expect((await diff(old, { ...old, ...change })).code).toBe(code)
  })

  it('follows references: a rule that only moved is no change', async () => {
    const referring = manifestOf({
      version: '1.2.3',
      parameters: {
        type: 'object',
        properties: { world: { $ref: '#/definitions/World' } },
        definitions: { World: { type: 'string' } },
      },
    })
    expect((await diff(old, referring)).said).toContain('nothing changed')
  })

  it('compares lists by id, and counts a removed capability as broken', async () => {
    const other = manifestOf({ id: 'ext.shopkeeper.close' })
    const more = await diff([old], [old, other])
    expect(more).toMatchObject({ code: 0, said: expect.stringContaining('ext.shopkeeper.close: new') })
    const less = await diff([old, other], [old])
    expect(less).toMatchObject({ code: 1, said: expect.stringContaining('ext.shopkeeper.close: removed') })
  })

  it('with --json says the same as one value', async () => {
    const { code, said } = await diff(old, without('1.3.0'), '--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toEqual({
      right: false,
      verdicts: [
        {
          id: old.id,
          from: '1.2.3',
          to: '1.3.0',
          level: 'major',
          needed: '2.0.0',
          right: false,
          changes: [
            {
              path: '/parameters/properties/world',
              level: 'major',
              from: { type: 'string' },
              reason: 'a parameter was removed',
            },
          ],
        },
      ],
      gone: [],
      added: [],
    })
  })

  it('compares nothing that is not valid, and says where', async () => {
    const { code, complained } = await diff(old, { ...old, version: '2' })
    expect(code).toBe(2)
    expect(complained).toContain('new.json:3:14: /version expected text that matches')
    expect(complained).toContain('gatehouse validate new.json')
  })

  it('reads standard input for one side, and never for both', async () => {
    const screen = terminal({ '-': old, 'new.json': old })
    expect(await runCommandLine(['diff', '-', 'new.json'], screen)).toBe(0)
    expect(await runCommandLine(['diff', '-', '-'], screen)).toBe(2)
  })

  it('shows control characters of a file, and sends none to the terminal', async () => {
    const { said } = await diff(old, { ...old, version: '1.2.4', description: 'A\u009b31m\u202e.' })
    expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u)
  })
})
