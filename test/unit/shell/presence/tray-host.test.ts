import { describe, expect, it, vi } from 'vitest'
import { hasTrayHost } from '../../../../src-main/shell/presence/tray-host.js'

const missing = () => Promise.reject(Object.assign(new Error('spawn ENOENT'), { code: 'ENOENT' }))
const refused = () => Promise.reject(Object.assign(new Error('ServiceUnknown'), { code: 1 }))
type Answer = () => Promise<string>
const on = (answers: Readonly<Record<string, Answer>>) =>
  vi.fn((program: string, _args: readonly string[]) => (answers[program] ?? missing)())
const linux = (answers: Readonly<Record<string, Answer>>) => hasTrayHost({ platform: 'linux', run: on(answers) })

describe('whether the desktop shows the icons of programs', () => {
  it.each(['win32', 'darwin'] as const)('is known for %s without a request', async (platform) => {
    const run = on({})
    expect(await hasTrayHost({ platform, run })).toBe(true)
    expect(run).not.toHaveBeenCalled()
  })

  it.each([
    ['gdbus', '(<true>,)\n', true],
    ['gdbus', '(<false>,)\n', false],
    ['dbus-send', 'method return time=1\n   variant       boolean true\n', true],
    ['dbus-send', 'method return time=1\n   variant       boolean false\n', false],
    ['busctl', 'b true\n', true],
    ['busctl', 'b false\n', false],
  ])('is asked with %s, which says %j', async (program, answer, expected) => {
    expect(await linux({ [program]: async () => answer })).toBe(expected)
  })

  it('is false when no host serves them, and no other tool is tried', async () => {
    const run = on({ gdbus: refused, 'dbus-send': async () => 'boolean true' })
    expect(await hasTrayHost({ platform: 'linux', run })).toBe(false)
    expect(run).toHaveBeenCalledOnce()
  })

  it('is false when no tool is available', async () => expect(await linux({})).toBe(false))
})
