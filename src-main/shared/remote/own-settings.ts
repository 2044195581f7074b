/** Own settings: the settings of the computer of a window. All others are those of the gateway that the window shows. */
import type { Settings } from '../program/settings.js'

export const ownSettings = [
  'language',
  'theme',
  'welcomed',
  'popUp',
  'hideFromCapture',
  'questionShortcut',
  'panicShortcut',
  'notifications',
  'sounds',
  'quietHours',
  'closing',
  'closingWasExplained',
  'updates',
  'streamSafe',
  'streamNames',
  'streamHidesPlayers',
  'gateways',
] as const satisfies readonly (keyof Settings)[]

const isOwn = (name: string): boolean => (ownSettings as readonly string[]).includes(name)

const part = (settings: object, isWanted: (name: string) => boolean): object =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => isWanted(name)))

/** The settings that a window of a gateway shows. */
export const mixSettings = (theirs: Settings, own: Settings): Settings => ({ ...theirs, ...part(own, isOwn) })

/** A change in a window of a gateway, as a change of each of both. */
export const splitChange = (
  change: Partial<Settings>,
): { readonly own: Partial<Settings>; readonly theirs: Partial<Settings> } => ({
  own: part(change, isOwn),
  theirs: part(change, (name) => !isOwn(name)),
})
