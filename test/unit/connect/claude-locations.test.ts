import { describe, expect, it } from 'vitest'
import { claudeLocations, type UserEnvironment } from '../../../src-main/connect/claude-locations.js'

const home = (
  change: Partial<UserEnvironment>,
  folders: Readonly<Record<string, readonly string[]>> = {},
): UserEnvironment => ({
  platform: 'linux',
  env: {},
  folder: '/home/ada',
  list: (at) => folders[at] ?? [],
  ...change,
})
const windows = {
  platform: 'win32',
  folder: 'C:\\Users\\ada',
  env: { APPDATA: 'C:\\Users\\ada\\AppData\\Roaming', LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local' },
} as const
const packages = 'C:\\Users\\ada\\AppData\\Local\\Packages'
const pathsOf = (given: UserEnvironment) => claudeLocations(given).map(({ path }) => path)

describe('where Claude Desktop keeps its configuration', () => {
  it('is in the folder that each system has for that', () => {
    const file = 'claude_desktop_config.json'
    expect(pathsOf(home({}))).toEqual([`/home/ada/.config/Claude/${file}`])
    expect(pathsOf(home({ env: { XDG_CONFIG_HOME: '/conf' } }))).toEqual([`/conf/Claude/${file}`])
    expect(pathsOf(home({ env: { XDG_CONFIG_HOME: 'relative' } }))).toEqual([`/home/ada/.config/Claude/${file}`])
    expect(pathsOf(home({ platform: 'darwin', folder: '/Users/ada' }))).toEqual([
      `/Users/ada/Library/Application Support/Claude/${file}`,
    ])
    expect(pathsOf(home(windows))).toEqual([`C:\\Users\\ada\\AppData\\Roaming\\Claude\\${file}`])
    expect(pathsOf(home({ ...windows, env: {} }))).toEqual([`C:\\Users\\ada\\AppData\\Roaming\\Claude\\${file}`])
  })

  it('is in every package of the Windows store, and no other program’s', () => {
    const list = ['Claude_pzs8sxrjxfjjc', 'Claude_abc', 'Claudette_1', 'Microsoft.Claude_x', 'Claude_']
    expect(claudeLocations(home(windows, { [packages]: list }))).toEqual([
      {
        kind: 'msix',
        path: `${packages}\\Claude_abc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
        claudeIsThere: true,
      },
      {
        kind: 'msix',
        path: `${packages}\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json`,
        claudeIsThere: true,
      },
    ])
  })

  it('is in both where there are both, and in the usual one where there is none', () => {
    const both = { [packages]: ['Claude_abc'], 'C:\\Users\\ada\\AppData\\Roaming': ['Claude'] }
    expect(claudeLocations(home(windows, both)).map(({ kind }) => kind)).toEqual(['usual', 'msix'])
    expect(claudeLocations(home({}))).toMatchObject([{ kind: 'usual', claudeIsThere: false }])
    expect(claudeLocations(home({}, { '/home/ada/.config': ['Claude'] }))).toMatchObject([{ claudeIsThere: true }])
  })
})
