import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type KeyPressed, pressedKeys } from '../../../src-renderer/features/settings/pressed-keys.js'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, altGraph: false }
const ctrl = { ...none, ctrlKey: true }
const press = (key: string, code: string, held: Partial<KeyPressed> = {}, mac = false) =>
  pressedKeys({ ...none, key, code, ...held }, mac)

describe('keys as they are pressed', () => {
  it.each([
    ['p', 'KeyP', { ctrlKey: true, altKey: true, shiftKey: true }, 'CommandOrControl+Alt+Shift+P'],
    ['π', 'KeyP', { altKey: true, ctrlKey: true }, 'CommandOrControl+Alt+P'],
    ['a', 'KeyQ', { altKey: true }, 'Alt+A'],
    ['!', 'Digit1', { altKey: true, shiftKey: true }, 'Alt+Shift+1'],
    ['ArrowUp', 'ArrowUp', { ctrlKey: true, altKey: true }, 'CommandOrControl+Alt+Up'],
    ['4', 'Numpad4', { altKey: true }, 'Alt+num4'],
    ['F9', 'F9', { ctrlKey: true }, 'CommandOrControl+F9'],
    ['F13', 'F13', {}, 'F13'],
  ])('%s (%s) with %j is %s', (key, code, held, accelerator) => {
    expect(press(key, code, held)).toEqual({ kind: 'keys', accelerator })
  })

  it('are Command first on a Mac, and Control is another', () => {
    expect(press('p', 'KeyP', { metaKey: true, altKey: true }, true)).toMatchObject({
      accelerator: 'CommandOrControl+Alt+P',
    })
    expect(press('p', 'KeyP', { ctrlKey: true, altKey: true }, true)).toMatchObject({ accelerator: 'Control+Alt+P' })
  })

  it('show what is held until there is a key', () => {
    expect(press('Alt', 'AltLeft', { ctrlKey: true, altKey: true })).toEqual({
      kind: 'held',
      accelerator: 'CommandOrControl+Alt',
    })
  })

  it.each([
    ['g', 'KeyG', {}, 'modifier'],
    ['G', 'KeyG', { shiftKey: true }, 'modifier'],
    ['F3', 'F3', {}, 'modifier'],
    ['c', 'KeyC', { ctrlKey: true }, 'reserved'],
    ['T', 'KeyT', { ctrlKey: true, shiftKey: true }, 'reserved'],
    ['Tab', 'Tab', { altKey: true }, 'reserved'],
    ['F4', 'F4', { altKey: true }, 'reserved'],
    ['l', 'KeyL', { metaKey: true }, 'reserved'],
    ['Delete', 'Delete', { ctrlKey: true, altKey: true }, 'reserved'],
    ['q', 'KeyQ', { ctrlKey: true, altKey: true, altGraph: true }, 'reserved'],
    ['Dead', 'IntlBackslash', { ctrlKey: true, altKey: true }, 'unknown'],
    ['constructor', 'constructor', { ctrlKey: true, altKey: true }, 'unknown'],
  ])('are refused where they would take something away: %s (%s) with %j', (key, code, held, why) => {
    expect(press(key, code, held)).toMatchObject({ kind: 'refused', why })
  })

  it('never come without a modifier, but for the spare ones', () => {
    const flag = fc.boolean()
    const anyPress = fc.record({
      key: fc.oneof(fc.string(), fc.constantFrom('a', 'F1', 'F24', 'Enter', ' ', 'Escape')),
      code: fc.oneof(fc.string(), fc.constantFrom('KeyA', 'Digit7', 'Numpad0', 'Comma')),
      ctrlKey: flag,
      metaKey: flag,
      altKey: flag,
      shiftKey: flag,
      altGraph: flag,
    })
    fc.assert(
      fc.property(anyPress, flag, (pressed, mac) => {
        const found = pressedKeys(pressed, mac)
        return (
          found.kind !== 'keys' ||
          /^(?:.*(?:CommandOrControl|Control|Super|Alt)\+.+|(?:Shift\+)?F(?:1[3-9]|2[0-4]))$/.test(found.accelerator)
        )
      }),
    )
    expect(press('Shift', 'ShiftLeft', ctrl)).toMatchObject({ kind: 'held' })
  })
})
