import { describe, expect, it } from 'vitest'
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
