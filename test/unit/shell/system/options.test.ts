import { describe, expect, it } from 'vitest'
import { bridgeCommand } from '../../../../src-main/connect/bridge-command.js'
import { parseShellOptions } from '../../../../src-main/shell/system/options.js'

describe('the command line of the tray program', () => {
  it('leaves what Electron and test runners add to them', () => {
    const options = parseShellOptions(['--inspect=0', '--no-sandbox', '/repo', '--profile', '/p', '--simulator', '--x'])
    expect(options).toEqual({ profile: '/p', simulator: true, hidden: false })
  })

  it('accepts a profile in one argument too', () => {
    expect(parseShellOptions(['--profile=/p', '--hidden'])).toEqual({ profile: '/p', simulator: false, hidden: true })
  })

  it('has no profile when its name is missing', () => {
    expect(parseShellOptions(['--profile']).profile).toBeUndefined()
  })
})

describe('what an AI client must run', () => {
  it('is our own executable as plain Node, with absolute paths and the way to the screen', () => {
    const command = bridgeCommand({
      executable: '/opt/gatehouse',
      dist: '/opt/app.asar/dist',
      profile: '/home/p',
      env: { DISPLAY: ':0', HOME: '/h' },
      isPackaged: true,
    })
    expect(command).toEqual({
      command: '/opt/gatehouse',
      args: ['/opt/app.asar/dist/stdio-bridge.cjs', '--profile', '/home/p'],
      env: { ELECTRON_RUN_AS_NODE: '1', DISPLAY: ':0' },
    })
  })
})
