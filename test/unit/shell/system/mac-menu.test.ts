import { expect, it, vi } from 'vitest'
import { macMenu } from '../../../../src-main/shell/system/mac-menu.js'

it('the menu of macOS quits by Command+Q through our handler, never through the system entry', () => {
  const quit = vi.fn()
  const [first] = macMenu((key) => key, quit)
  const entries = first?.submenu as { role?: string; accelerator?: string; click?: () => void }[]
  expect(entries.some(({ role }) => role === 'quit')).toBe(false)
  entries.find(({ accelerator }) => accelerator === 'Command+Q')?.click?.()
  expect(quit).toHaveBeenCalledOnce()
})
