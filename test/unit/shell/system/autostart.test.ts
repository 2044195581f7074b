import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { desktopEntryAutostart, execArgument, loginItemAutostart } from '../../../../src-main/shell/system/autostart.js'
import { folderForEach } from '../../../fixtures/for-each.js'
import { forAll } from '../../../fixtures/properties.js'

describe('starting at login on Linux', () => {
  const folder = folderForEach()
  const file = () => path.join(folder(), 'autostart', 'gatehouse.desktop')
  const autostart = (...command: string[]) =>
    desktopEntryAutostart(
      path.join(folder(), 'autostart'),
      command.length > 0 ? command : ['/opt/Gatehouse/gatehouse', '--hidden'],
    )

  it('creates one file, and removes it', () => {
    const one = autostart()
    expect(one.isOn()).toBe(false)
    one.set(true)
    expect(one.isOn()).toBe(true)
    const lines = readFileSync(file(), 'utf8').split('\n')
    expect(lines[0]).toBe('[Desktop Entry]')
    expect(lines).toContain('Exec=/opt/Gatehouse/gatehouse --hidden')
    expect(lines).toContain('Terminal=false')
    one.set(false)
    expect(existsSync(file())).toBe(false)
    one.set(false)
  })

  it('follows a person who turned it off in the settings of the system', () => {
    const one = autostart()
    one.set(true)
    for (const off of ['Hidden=true', 'X-GNOME-Autostart-enabled=false']) {
      const text = readFileSync(file(), 'utf8').replace('X-GNOME-Autostart-enabled=true', off)
      writeFileSync(file(), text)
      expect(one.isOn()).toBe(false)
      one.refresh()
      expect(readFileSync(file(), 'utf8')).toBe(text)
      one.set(true)
      expect(one.isOn()).toBe(true)
    }
  })

  it('updates the path after a move, and never enables itself', () => {
    autostart().refresh()
    expect(existsSync(file())).toBe(false)
    autostart().set(true)
    autostart('/home/me/Gatehouse.AppImage', '--hidden').refresh()
    expect(readFileSync(file(), 'utf8')).toContain('Exec=/home/me/Gatehouse.AppImage --hidden\n')
  })

  it('leaves a file of another program unchanged and says so', () => {
    mkdirSync(path.dirname(file()))
    const theirs = '[Desktop Entry]\nExec=something\n'
    writeFileSync(file(), theirs)
    expect(() => autostart().set(false)).toThrow(/Gatehouse did not write/u)
    expect(() => autostart().set(true)).toThrow()
    autostart().refresh()
    expect(readFileSync(file(), 'utf8')).toBe(theirs)
  })

  it('quotes any character in a path', () => {
    expect(execArgument('/opt/My Games/gate"house')).toBe('"/opt/My Games/gate\\\\"house"')
    expect(execArgument('100%')).toBe('"100%%"')
    // As the specification reads it: the escapes of a value first, then the quotes of a command line.
    const read = (text: string) => {
      const value = text.replaceAll('\\\\', '\\')
      const inner = value.startsWith('"') ? value.slice(1, -1).replace(/\\(["`$\\])/gu, '$1') : value
      return inner.replaceAll('%%', '%')
    }
    const sign = fc.constantFrom(...'ab/ \\"$`%;&')
    forAll(fc.string({ unit: sign, minLength: 1, maxLength: 20 }), (text) => {
      expect(read(execArgument(text))).toBe(text)
    })
  })
})

describe('starting at login elsewhere', () => {
  const items = (listens = true) => ({
    open: false,
    asked: [] as unknown[],
    getLoginItemSettings() {
      return { openAtLogin: this.open }
    },
    setLoginItemSettings(options: { openAtLogin: boolean }) {
      this.asked.push(options)
      if (listens) this.open = options.openAtLogin
    },
  })

  it('is left to the system, with the program in the tray', () => {
    const system = items()
    const autostart = loginItemAutostart(system, ['C:\\Gatehouse.exe', '--hidden'])
    autostart.set(true)
    expect(system.asked).toEqual([{ path: 'C:\\Gatehouse.exe', args: ['"--hidden"'], openAtLogin: true }])
    expect(autostart.isOn()).toBe(true)
  })

  it('says when the system does not let us', () => {
    expect(() => loginItemAutostart(items(false), ['/app']).set(true)).toThrow(/does not let/u)
  })
})
