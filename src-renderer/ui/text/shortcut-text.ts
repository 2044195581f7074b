/** Shortcut text: a shortcut with the key names of this computer. */

export const isMac = (): boolean => /mac/iu.test(navigator.userAgent)

const onMac: Readonly<Record<string, string>> = {
  CommandOrControl: '⌘',
  Command: '⌘',
  Control: '⌃',
  Alt: '⌥',
  Option: '⌥',
  Shift: '⇧',
}
const elsewhere: Readonly<Record<string, string>> = {
  CommandOrControl: 'Ctrl',
  Control: 'Ctrl',
  Command: 'Win',
  Super: 'Win',
  Meta: 'Win',
}
const everywhere: Readonly<Record<string, string>> = {
  Up: '↑',
  Down: '↓',
  Left: '←',
  Right: '→',
  Return: 'Enter',
  Plus: '+',
  numadd: 'Num +',
  numsub: 'Num -',
  nummult: 'Num *',
  numdiv: 'Num /',
  numdec: 'Num .',
}

const keyName = (key: string, mac: boolean): string => {
  const names = { ...everywhere, ...(mac ? onMac : elsewhere) }
  if (Object.hasOwn(names, key)) return names[key] ?? key
  return key.replace(/^num(?=\d$)/u, 'Num ')
}

/** Each key by itself. @param accelerator an Electron accelerator, for example `CommandOrControl+Shift+P` */
export const keysOf = (accelerator: string, mac = isMac()): readonly string[] =>
  accelerator === '' ? [] : accelerator.split('+').map((key) => keyName(key, mac))

export const shortcutText = (accelerator: string, mac = isMac()): string =>
  keysOf(accelerator, mac).join(mac ? '' : '+')
