import { describe, expect, it } from 'vitest'
import {
  listProcesses,
  macProcesses,
  type ProcessInfo,
  runningClaude,
  windowsProcesses,
} from '../../../src-main/connect/running-claude.js'

const running = (platform: NodeJS.Platform, ...processes: ProcessInfo[]) =>
  runningClaude(platform, async () => processes)

describe('whether Claude Desktop runs', () => {
  it('is recognized by the path of the program', async () => {
    const desktops: [NodeJS.Platform, ProcessInfo][] = [
      ['darwin', { program: '/Applications/Claude.app/Contents/MacOS/Claude' }],
      ['win32', { program: 'C:\\Users\\ada\\AppData\\Local\\AnthropicClaude\\app-1.2.3\\claude.exe' }],
      ['win32', { program: 'C:\\Program Files\\WindowsApps\\Claude_1.0_x64__pzs8\\app\\claude.exe' }],
      ['linux', { program: '/usr/bin/claude-desktop' }],
      ['linux', { program: '/usr/lib/claude-desktop/claude-desktop', args: ['--type=renderer'] }],
      ['linux', { program: '/usr/lib/electron/electron', args: ['/usr/lib/claude-desktop/app.asar'] }],
      ['linux', { program: '/opt/Claude/Claude' }],
    ]
    for (const [platform, process] of desktops) expect(await running(platform, process)).toEqual({ kind: 'yes' })
  })

  it('is not Claude Code, nor a file that is only called so', async () => {
    const others: [NodeJS.Platform, ProcessInfo][] = [
      ['darwin', { program: '/Users/ada/.local/bin/claude' }],
      [
        'darwin',
        { program: '/Applications/Claude.app/Contents/Frameworks/Claude Helper.app/Contents/MacOS/Claude Helper' },
      ],
      ['win32', { program: 'C:\\Users\\ada\\.local\\bin\\claude.exe' }],
      ['linux', { program: 'claude' }],
      ['linux', { program: '/usr/bin/vim', args: ['/etc/claude-desktop'] }],
      ['linux', { program: '/usr/bin/electron', args: ['/srv/other'] }],
    ]
    for (const [platform, process] of others) expect(await running(platform, process)).toEqual({ kind: 'no' })
  })

  it('is unknown when the system does not report it', async () => {
    expect(await runningClaude('linux', async () => undefined)).toEqual({ kind: 'unknown' })
    expect(await runningClaude('win32', () => Promise.reject(new Error('no PowerShell')))).toEqual({ kind: 'unknown' })
    expect(await running('win32', { program: '' })).toEqual({ kind: 'unknown' })
  })

  it('is since the oldest of its processes', async () => {
    const program = '/usr/bin/claude-desktop'
    const [early, late] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]
    expect(await running('linux', { program, startedAt: late }, { program, startedAt: early })).toEqual({
      kind: 'yes',
      since: '2026-01-01T00:00:00.000Z',
    })
  })

  it('reads the output of ps on macOS', () => {
    const text = '01-02:03:04 /Applications/Claude.app/Contents/MacOS/Claude\n   00:07 /bin/zsh\nnonsense\n'
    expect(macProcesses(text, 1_000_000_000)).toEqual([
      { program: '/Applications/Claude.app/Contents/MacOS/Claude', startedAt: 1_000_000_000 - 93_784_000 },
      { program: '/bin/zsh', startedAt: 1_000_000_000 - 7_000 },
    ])
  })

  it('reads the output of Windows, also without the path', () => {
    expect(windowsProcesses('1700000000000|C:\\a b\\claude.exe\r\n1700000000001|\r\n\r\n')).toEqual([
      { program: 'C:\\a b\\claude.exe', startedAt: 1_700_000_000_000 },
      { program: '', startedAt: 1_700_000_000_001 },
    ])
  })

  it.runIf(process.platform === 'linux')('finds this process and its start time', async () => {
    const seen = await listProcesses('linux')()
    const began = Date.now() - process.uptime() * 1_000
    const own = seen?.filter(({ program }) => program === process.argv0 || program === process.execPath) ?? []
    expect(own.some(({ startedAt = 0 }) => Math.abs(startedAt - began) < 30_000)).toBe(true)
  })
})
