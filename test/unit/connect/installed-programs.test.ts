import { describe, expect, it } from 'vitest'
import { installedPrograms } from '../../../src-main/connect/installed-programs.js'

const homeWith = (folders: Readonly<Record<string, readonly string[]>>, change = {}) => ({
  platform: 'linux' as const,
  env: { PATH: '/usr/bin::/home/ada/.local/bin' },
  folder: '/home/ada',
  list: (folder: string) => folders[folder] ?? [],
  ...change,
})

describe('the AI clients of this user', () => {
  it('are found by the folders that they leave', () => {
    const folders = { '/home/ada': ['.codex', '.claude.json', '.gemini'], '/home/ada/.config': ['Code', 'Claude'] }
    expect(installedPrograms(homeWith(folders))).toEqual(['claude-desktop', 'claude-code', 'codex', 'vscode'])
  })

  it('are found by their commands', () => {
    expect(installedPrograms(homeWith({ '/home/ada/.local/bin': ['opencode', 'cn'], '/usr/bin': ['git'] }))).toEqual([
      'opencode',
      'continue',
    ])
  })

  it('are found on Windows by the names of programs', () => {
    const windows = { platform: 'win32', env: { PATH: 'C:\\npm;C:\\b', APPDATA: 'C:\\R' }, folder: 'C:\\Users\\ada' }
    const folders = { 'C:\\npm': ['codex.cmd', 'qwen'], 'C:\\R': ['Claude'] }
    expect(installedPrograms(homeWith(folders, windows))).toEqual(['claude-desktop', 'codex'])
  })

  it('are none where nothing is found', () => expect(installedPrograms(homeWith({}))).toEqual([]))
})
