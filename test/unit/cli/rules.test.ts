import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../src-main/cli/command-line.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { terminal } from '../../fixtures/terminal.js'

const profile = folderForEach()

const choose = (settings: Partial<Settings>) =>
  writeFileSync(path.join(profile(), 'settings.json'), JSON.stringify({ ...defaultSettings, ...settings, version: 1 }))

async function listed(...args: readonly string[]) {
  const screen = terminal({})
  const code = await runCommandLine(['rules', 'list', '--profile', profile(), ...args], screen)
  return { code, said: screen.said, complained: screen.complained.join('\n') }
}

describe('gatehouse rules list', () => {
  it('lists the built-in rules, and whether each is on', async () => {
    const { code, said } = await listed()
    expect(code).toBe(0)
    expect(said.slice(0, 4)).toEqual([
      expect.stringContaining('ask, **, for every client, on every server, off'),
      expect.stringContaining('ask, player.kick, for every client, on every server, on'),
      expect.stringContaining('ask, player.mute, for every client, on every server, on'),
      expect.stringContaining('ask, **, medium risk after text of others, for every client, on every server, on'),
    ])
  })

  it('follows the posture and the switches of the owner', async () => {
    choose({ posture: 'careful', builtInRules: { 'built-in:mute': false } })
    const { said } = await listed('--json')
    expect(said.map((line) => JSON.parse(line)).map(({ id, effect, on }) => [id, effect, on])).toEqual([
      ['built-in:every-change', 'ask', true],
      ['built-in:kick', 'ask', true],
      ['built-in:mute', 'ask', false],
      ['built-in:read-text', 'ask', true],
    ])
  })

  it('refuses settings that cannot be read, and lists nothing as off', async () => {
    writeFileSync(path.join(profile(), 'settings.json'), '{"posture":"wild"}')
    const { code, said, complained } = await listed()
    expect([code, said]).toEqual([2, []])
    expect(complained).toContain('Cannot read the settings')
  })
})
