/**
 * Autostart: whether the program starts, in the tray, at login.
 *
 * The system stores this state, and the person may change it there too. So it is not in the settings, and is only
 * changed on request. On Linux it is one file.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { GatewayError } from '@contract/gateway-error.js'

export interface Autostart {
  isOn(): boolean
  /** @throws GatewayError when the system does not allow it */
  set(on: boolean): void
  /** Updates the program's path in the entry after an update or a move. */
  refresh(): void
}

/** Implemented by Electron's `app`. */
export interface LoginItems {
  getLoginItemSettings(options: LoginItemOptions): { readonly openAtLogin: boolean }
  setLoginItemSettings(options: LoginItemOptions & { readonly openAtLogin: boolean }): void
}

interface LoginItemOptions {
  readonly path: string
  readonly args: string[]
}

/** Windows and macOS. @param command the program and its arguments */
export function loginItemAutostart(items: LoginItems, [program = '', ...args]: readonly string[]): Autostart {
  const options = { path: program, args: args.map((argument) => `"${argument}"`) }
  const isOn = () => items.getLoginItemSettings(options).openAtLogin
  return {
    isOn,
    set(on) {
      items.setLoginItemSettings({ ...options, openAtLogin: on })
      if (isOn() !== on) throw refused()
    },
    refresh: () => {},
  }
}

/** This line identifies a file of Gatehouse. */
const mark = 'X-Gatehouse-Autostart=true'

/** Linux desktops. @param folder of the entries, usually `~/.config/autostart` */
export function desktopEntryAutostart(folder: string, command: readonly string[]): Autostart {
  const file = path.join(folder, 'gatehouse.desktop')
  const wanted = desktopEntry(command)
  const read = () => {
    try {
      return readFileSync(file, 'utf8')
    } catch {
      return undefined
    }
  }
  const isOurs = (text: string) => text.split('\n').includes(mark)
  const isOn = () => {
    const text = read()
    return text !== undefined && !/^(?:Hidden=true|X-GNOME-Autostart-enabled=false)\s*$/mu.test(text)
  }
  return {
    isOn,
    set(on) {
      const text = read()
      if (text !== undefined && !isOurs(text)) throw foreign(file)
      try {
        if (on) {
          mkdirSync(folder, { recursive: true })
          writeFileSync(file, wanted)
        } else rmSync(file, { force: true })
      } catch (cause) {
        throw refused(cause)
      }
    },
    refresh() {
      const text = read()
      if (text !== undefined && text !== wanted && isOurs(text) && isOn()) writeFileSync(file, wanted)
    },
  }
}

function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Gatehouse',
    'Comment=Asks you before an AI does something risky on your Minecraft server',
    'Comment[zh]=守在 AI 客户端与 Minecraft 世界之间',
    `Exec=${command.map(execArgument).join(' ')}`,
    'Icon=gatehouse',
    'Terminal=false',
    'StartupNotify=false',
    'X-GNOME-Autostart-enabled=true',
    mark,
    '',
  ].join('\n')
}

/** Quoted twice for the Desktop Entry Specification: as a command line, and as a value. */
export const execArgument = (argument: string): string => {
  const quoted = `"${argument.replaceAll('%', '%%').replace(/["`$\\]/gu, '\\$&')}"`
  return /^[\w@+=:,./-]+$/u.test(argument) ? argument : quoted.replaceAll('\\', '\\\\')
}

const foreign = (file: string): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: `Gatehouse did not write ${file}.`,
    suggestion: 'Move that file away and try again.',
  })

const refused = (cause?: unknown): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The system does not let Gatehouse change what starts at login.',
    suggestion: 'Check the login items in your system settings.',
    ...(cause !== undefined && { cause }),
  })
