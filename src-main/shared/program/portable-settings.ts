/**
 * Portable settings: which settings an exported file carries to another computer, and why the others stay.
 *
 * Guards invariant 8, and against silent weakening: a file can neither take secrets along nor change who decides, what
 * is asked, what is kept, or who can reach this computer.
 */
import type { Settings } from './settings.js'

/**
 * `safety`: decides about requests, the log or what viewers see. `computer`: names servers, ports, keys or models of
 * this computer. `private`: names of people. `progress`: what the owner has seen already.
 */
export type LeftOutReason = 'safety' | 'computer' | 'private' | 'progress'

export const settingPlaces = {
  language: 'file',
  theme: 'file',
  popUp: 'file',
  hideFromCapture: 'file',
  notifications: 'file',
  sounds: 'file',
  quietHours: 'file',
  closing: 'file',
  updates: 'file',
  criticalQuorum: 'safety',
  otherClients: 'safety',
  quorums: 'safety',
  posture: 'safety',
  builtInRules: 'safety',
  riskRules: 'safety',
  answerPlaces: 'safety',
  answerMinutes: 'safety',
  panicStopsReading: 'safety',
  panicShortcut: 'safety',
  auditDays: 'safety',
  auditMebibytes: 'safety',
  redactAddresses: 'safety',
  streamSafe: 'safety',
  streamHidesPlayers: 'safety',
  overlay: 'safety',
  votes: 'safety',
  serviceModels: 'safety',
  gameApprover: 'safety',
  discord: 'safety',
  servers: 'computer',
  demoWorld: 'computer',
  httpPort: 'computer',
  lanApprovals: 'computer',
  remote: 'computer',
  obs: 'computer',
  deck: 'computer',
  questionShortcut: 'computer',
  bedrock: 'computer',
  backupSchedules: 'computer',
  buildAreas: 'computer',
  chat: 'computer',
  xiaozhi: 'computer',
  neuro: 'computer',
  gateways: 'computer',
  audience: 'computer',
  telemetry: 'computer',
  digest: 'computer',
  bedrockGames: 'private',
  streamNames: 'private',
  welcomed: 'progress',
  closingWasExplained: 'progress',
} as const satisfies Readonly<Record<keyof Settings, 'file' | LeftOutReason>>

type Places = typeof settingPlaces

export type PortableName = { [N in keyof Places]: Places[N] extends 'file' ? N : never }[keyof Places]
export type PortableSettings = Pick<Settings, PortableName>

export const isSetting = (name: string): name is keyof Settings => Object.hasOwn(settingPlaces, name)
export const isPortable = (name: string): name is PortableName => isSetting(name) && settingPlaces[name] === 'file'

export const portableNames: readonly PortableName[] = Object.keys(settingPlaces).filter(isPortable)

/** Why a file of settings was not written or read: `details.reason` of an error, with its own text. */
export const settingsFileProblems = [
  'settings-file-unwritable',
  'settings-file-unreadable',
  'settings-file-too-large',
  'settings-file-other',
  'settings-file-newer',
  'settings-file-unknown',
  'settings-file-left-out',
  'settings-file-value',
] as const
export type SettingsFileProblem = (typeof settingsFileProblems)[number]
