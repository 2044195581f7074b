/** Orders and events for the program itself: settings, updates, crash reports, windows. */

import { answerMinutes } from '@shared/approvals/answer-places.js'
import { builtInRules, postures } from '@shared/approvals/built-in-rule.js'
import { otherClientsChoices } from '@shared/clients/keyless.js'
import { peopleLimits } from '@shared/clients/people.js'
import { chatLimits } from '@shared/features/chat.js'
import { type ClosePrompt, closeChoices } from '@shared/program/close-prompt.js'
import { type CrashState, windowProblemLimits } from '@shared/program/crash-state.js'
import { digestPlaces } from '@shared/program/digest.js'
import type { PortableSettings } from '@shared/program/portable-settings.js'
import { popUpModes, type Settings, type SettingsProblem, weekdays } from '@shared/program/settings.js'
import { telemetryLimits } from '@shared/program/telemetry.js'
import type { UpdateState } from '@shared/program/update.js'
import { audienceSettingLimits } from '@shared/streaming/audience.js'
import { obsLimits } from '@shared/streaming/obs.js'
import { maxVoteWord } from '@shared/streaming/vote-words.js'
import { voteLimits } from '@shared/streaming/votes.js'
import type { AppLanguage } from '@shared/text/language.js'
import {
  as,
  flag,
  id,
  integer,
  list,
  nothing,
  object,
  offered,
  oneOf,
  only,
  text,
  timeOfDay,
} from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import type { AppInfo, DesktopState, NavigationTarget, SoundToPlay } from './shapes.js'

const modelAddress = offered({ maxLength: chatLimits.baseUrl })
const phoneNetwork = object({
  interface: text({ minLength: 1, maxLength: 256 }),
  network: offered({ minLength: 1, maxLength: 18 }),
})
/** Settings of notifications at the computer. */
const desktopSettings = {
  popUp: oneOf(popUpModes),
  hideFromCapture: flag,
  questionShortcut: text({ maxLength: 64 }),
  notifications: object({ enabled: flag, questions: flag, servers: flag, rules: flag, safety: flag }),
  sounds: object({ enabled: flag, volume: integer({ minimum: 0, maximum: 100 }) }),
  quietHours: object({
    enabled: flag,
    from: timeOfDay,
    until: timeOfDay,
    days: list(oneOf(weekdays), { maxItems: 7, uniqueItems: true }),
  }),
  closing: oneOf(['tray', 'quit']),
}

/** The parts that a page was shown; the settings check the others. */
const chatSettings = as<Settings['chat']>({
  type: 'object',
  maxProperties: 16,
  properties: {
    model: { type: 'object', properties: { baseUrl: modelAddress } },
    servers: { type: 'object', propertyNames: id },
    muted: { type: 'array', items: { type: 'object', properties: { server: id, player: offered({}) } } },
  },
})

const settingsChange = as<Partial<Settings>>(
  object(
    {},
    {
      language: oneOf(['system', 'en', 'zh']),
      theme: oneOf(['system', 'light', 'dark']),
      welcomed: only(true),
      lanApprovals: object(
        { enabled: flag, port: integer() },
        { networks: list(phoneNetwork, { maxItems: peopleLimits.networks }) },
      ),
      answerPlaces: object({
        phone: object({ medium: flag, high: flag, critical: flag }),
        game: object({ medium: flag, high: flag }),
        discord: object({ medium: flag, high: flag }),
        onlyWhenAway: flag,
      }),
      answerMinutes: oneOf(answerMinutes),
      auditDays: integer({ minimum: 1, maximum: 36_500 }),
      auditMebibytes: integer({ minimum: 1, maximum: 1_048_576 }),
      redactAddresses: flag,
      criticalQuorum: oneOf([1, 2]),
      otherClients: oneOf(otherClientsChoices),
      posture: oneOf(postures),
      builtInRules: object({}, Object.fromEntries(builtInRules.map((rule) => [rule.id, flag]))),
      panicStopsReading: flag,
      panicShortcut: text({ maxLength: 64 }),
      ...desktopSettings,
      httpPort: integer({ minimum: 0, maximum: 65_535, not: { minimum: 1, maximum: 1_023 } }),
      updates: object({ automatic: flag, channel: oneOf(['stable', 'beta']) }),
      streamNames: list(offered({ minLength: 1, maxLength: 64 }), { maxItems: 200 }),
      streamHidesPlayers: flag,
      overlay: as<Settings['overlay']>({ type: 'object', maxProperties: 3 }),
      votes: object({
        enabled: flag,
        yes: text({ minLength: 1, maxLength: maxVoteWord }),
        no: text({ minLength: 1, maxLength: maxVoteWord }),
        seconds: integer({ minimum: voteLimits.seconds.least, maximum: voteLimits.seconds.most }),
        minimum: integer({ minimum: voteLimits.minimum.least, maximum: voteLimits.minimum.most }),
        share: integer({ minimum: voteLimits.share.least, maximum: voteLimits.share.most }),
        automatic: list(id, { maxItems: voteLimits.automatic, uniqueItems: true }),
        countsAsApprover: flag,
        usesPolls: flag,
      }),
      obs: object({
        enabled: flag,
        address: offered({ maxLength: obsLimits.address }),
        streamSafe: flag,
        chapters: flag,
      }),
      audience: object({
        streamerBot: object({ enabled: flag, address: offered({ maxLength: audienceSettingLimits.address }) }),
        twitch: object({ enabled: flag, clientId: offered({ maxLength: audienceSettingLimits.clientId }) }),
        bots: list(offered({ minLength: 1, maxLength: 64 }), { maxItems: audienceSettingLimits.bots }),
        suggestions: object({ enabled: flag, word: text({ maxLength: audienceSettingLimits.word }) }),
      }),
      deck: object({ enabled: flag, port: integer({ minimum: 1_024, maximum: 65_535 }) }),
      bedrock: object({
        enabled: flag,
        port: integer({ minimum: 1_024, maximum: 65_535 }),
        network: flag,
        encryption: flag,
      }),
      chat: chatSettings,
      telemetry: object({ enabled: flag, endpoint: offered({ maxLength: telemetryLimits.endpoint }) }),
      digest: object({
        enabled: flag,
        at: timeOfDay,
        to: list(oneOf(digestPlaces), { maxItems: digestPlaces.length, uniqueItems: true }),
      }),
      serviceModels: list(offered({ minLength: 1, maxLength: 128 }), { maxItems: 200 }),
    },
  ),
)

export const programOrders = {
  'app:info': { by: ['window', 'pop-up'], takes: nothing, returns: of<AppInfo>() },
  'settings:get': { by: ['window', 'pop-up'], takes: nothing, returns: of<Settings>() },
  'settings:change': { by: ['window'], takes: settingsChange, returns: of<Settings>() },
  /** Asks the person for a file and writes the portable settings; null when they chose none. */
  'settings:export': { by: ['window'], takes: nothing, returns: of<{ readonly file: string } | null>() },
  /** Asks the person for a file and reads its settings, without a change; null when they chose none. */
  'settings:import': { by: ['window'], takes: nothing, returns: of<Partial<PortableSettings> | null>() },
  /** The problem of the settings file; null when there is none. */
  'settings:problem': { by: ['window'], takes: nothing, returns: of<SettingsProblem | null>() },
  /** Shows the settings file, or the file with a problem, in the file manager. */
  'settings:show-file': { by: ['window'], takes: nothing, returns: of<null>() },
  'desktop:state': { by: ['window'], takes: nothing, returns: of<DesktopState>() },
  'desktop:start-at-login': { by: ['window'], takes: object({ on: flag }), returns: of<DesktopState>() },
  /** Quits, after a prompt if needed (`window:leaving`). */
  'desktop:quit': { by: ['window'], takes: nothing, returns: of<null>() },
  /** The answer to the close prompt. */
  'desktop:leave': { by: ['window'], takes: object({ answer: oneOf(closeChoices) }), returns: of<null>() },
  /** Shows the installed documents in the file manager. */
  'desktop:show-documents': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Opens the guide for authors of agents, and returns its location. */
  'desktop:show-agent-guide': { by: ['window'], takes: nothing, returns: of<{ readonly at: string }>() },
  'updates:state': { by: ['window'], takes: nothing, returns: of<UpdateState>() },
  'updates:check': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Restarts to install the downloaded version, as soon as no request is open and no call is in progress. */
  'updates:restart': { by: ['window'], takes: nothing, returns: of<null>() },
  'updates:open-releases': { by: ['window'], takes: nothing, returns: of<null>() },
  /** How the last run ended. */
  'crash:state': { by: ['window'], takes: nothing, returns: of<CrashState>() },
  'crash:dismiss': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Connects to the servers after a start in safe mode. */
  'crash:connect': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Copies a report without data of a game. */
  'crash:copy-report': { by: ['window'], takes: nothing, returns: of<null>() },
  'crash:show-log': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Reports an error in the page, which the main process logs. */
  'crash:report': {
    by: ['window', 'pop-up'],
    takes: object(
      {
        where: text({ maxLength: windowProblemLimits.where }),
        message: text({ maxLength: windowProblemLimits.message }),
      },
      { stack: text({ maxLength: windowProblemLimits.stack }) },
    ),
    returns: of<null>(),
  },
} satisfies OrderTable

export const programEvents = {
  'settings:problem-changed': { to: ['window', 'stdin'], carries: of<SettingsProblem | null>() },
  'updates:changed': { to: ['window'], carries: of<UpdateState>() },
  'crash:changed': { to: ['window'], carries: of<CrashState>() },
  'settings:changed': {
    to: ['window', 'pop-up'],
    carries: of<{ readonly settings: Settings; readonly language: AppLanguage }>(),
  },
  'desktop:changed': { to: ['window'], carries: of<DesktopState>() },
  'window:go': { to: ['window'], carries: of<NavigationTarget>() },
  'window:leaving': { to: ['window'], carries: of<ClosePrompt>() },
  'sound:play': { to: ['pop-up'], carries: of<SoundToPlay>() },
} satisfies EventTable
