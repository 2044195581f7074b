import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { logInTerminal, openLines, writeToTerminal } from '../../../../src-main/shell/system/terminal.js'

const stream = () => new PassThrough() as unknown as NodeJS.WriteStream & PassThrough

describe('the terminal', () => {
  it('has the log only on request', () => {
    const stderr = stream()
    expect(logInTerminal({}, () => stderr)).toBeUndefined()
    expect(logInTerminal({ GATEHOUSE_LOG: 'file' }, () => stderr)).toBeUndefined()
    expect(logInTerminal({ GATEHOUSE_LOG: 'stderr' }, () => stderr)).toBe(stderr)
  })

  it('says that the program is open, how it ends and where its log is', () => {
    const stdout = stream()
    writeToTerminal(stdout, openLines('/profile/gatehouse.log', false))
    expect(`${stdout.read()}`).toBe(
      'Gatehouse is running. Press Ctrl-C to stop it.\nLog file: /profile/gatehouse.log\n',
    )
    expect(openLines('/log', true)).toContain('without a window')
  })

  it('that was closed does not end the program', () => {
    const stdout = stream()
    writeToTerminal(stdout, 'Open.')
    expect(() => stdout.emit('error', new Error('EPIPE'))).not.toThrow()
  })
})
