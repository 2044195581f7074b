/** Keys in words: a shortcut as it stands on the keys of this computer. */

const isMac = (): boolean => /mac/iu.test(navigator.userAgent)

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

/** @param accelerator in Electron's words, for example `CommandOrControl+Shift+P` */
export function keysInWords(accelerator: string, mac = isMac()): string {
  const names = mac ? onMac : elsewhere
  const keys = accelerator.split('+').map((key) => (Object.hasOwn(names, key) ? (names[key] ?? key) : key))
  return keys.join(mac ? '' : '+')
}
