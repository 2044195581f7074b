/**
 * Stream fields: classifies a member by its name, whatever its value.
 *
 * Guards invariant 8 on a stream: a coordinate looks like any number, and a private message like any text.
 */
import { isPlayerField } from '@shared/features/stream-mark.js'

const coordinate = /^[xyz]\d?$|[-_][xyz]\d?$|^(?:altitude|latitude|longitude|elevation)$/iu
const coordinateInCamelCase = /[a-z\d][XYZ]\d?$/u

export const isCoordinateName = (name: string): boolean => coordinate.test(name) || coordinateInCamelCase.test(name)

const positionPattern =
  /(?:^|[a-z\d_-])(?:pos|position|loc|location|coord|coordinate|spawn|home|bed|cent(?:er|re)|corner|waypoint|destination|origin|target|from|to|at|xyz|xz|chunk|block|region|area|bounds?|point|path)s?$/iu

export const isPositionName = (name: string): boolean => positionPattern.test(name)

/** Names of lists of three numbers that are not positions. */
const notPosition = /tps|mspt|load|version|colou?r|rgb|percent|histor|sample/iu

const coordinateText = /^[-+~^]?\d*(?:\.\d+)?$/u

/** Whether a text consists only of numbers, as written coordinates do. */
export const areNumbers = (text: string): boolean =>
  /[\d~^]/u.test(text) &&
  text
    .normalize('NFKC')
    .split(/[\s,;/|]+/u)
    .every((part) => coordinateText.test(part))

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && areNumbers(value))

/**
 * Whether a list is a position: numbers under the name of a position, or three numbers under any other name but a few.
 */
export const isPosition = (list: readonly unknown[], name: string): boolean =>
  list.length > 0 && list.every(isNumber) && ((list.length === 3 && !notPosition.test(name)) || isPositionName(name))

/** Members that contain the type of a message. */
const typeFields = [
  'eventId',
  'event',
  'capabilityId',
  'capability',
  'type',
  'kind',
  'channel',
  'chatType',
  'scope',
  'mode',
]
const privatePattern =
  /(?:^|[._:\s-])(?:whispers?|tell|msg|dm|pm|private(?:_?message)?|direct(?:_?message)?|teammsg|私聊|密语|悄悄话)(?:[._:\s-]|$)/iu

export const isWhisper = (object: Readonly<Record<string, unknown>>): boolean =>
  typeFields.some(
    (field) => typeof object[field] === 'string' && privatePattern.test(object[field].normalize('NFKC')),
  ) || ['isWhisper', 'whisper', 'isPrivate', 'private'].some((flag) => object[flag] === true)

/** Members of a private message that may contain its text. */
export const privateTextFields =
  /^(?:data|arguments|args|params|request|response|result|before|after|details|shown|message|messages|text|content|contents|body|msg|raw|line|said|reason|note|words)$/iu

/** Members with metadata such as sender and time, which remain visible. */
const metadataPattern =
  /^(?:id|uuid|.*Id|at|timestamp|time|.*At|player|playerName|name|displayName|sender|recipient|from|to|target|type|kind|channel|chatType|scope|mode|event|world|server|client)$/u

export const isMetadataField = (name: string): boolean => metadataPattern.test(name)

const namePattern = /^(?:names?|displayName|sender|recipient|subject|title|said|word|mustType|chosen|by|agreed)$/u

/** Members that contain a name or words, and no constant of Gatehouse. */
export const isNameField = (name: string): boolean => name === '' || isPlayerField(name) || namePattern.test(name)

/** Members with data from outside, whose values no screen reads as constants. */
export const isOutsideName = (name: string): boolean =>
  privateTextFields.test(name) || /^(?:given|expected|now)$/u.test(name)

/** Examples in the description of an action. */
export const isExampleName = (name: string): boolean => /^examples?$/u.test(name)

/** Constants of Gatehouse in these members, which decide what a screen draws. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  type: ['model', 'user', 'system', 'action', 'context', 'event'],
  callerType: ['model', 'user', 'system'],
  kind: [
    'same',
    'near',
    'at-most',
    'items-at-most',
    'under',
    'host',
    'build',
    'free',
    'game',
    'call',
    'asked',
    'server',
    'agent',
    'simulator',
    'java',
    'bedrock',
    'listening',
    'port-taken',
    'failed',
    'desktop',
    'player',
    'phone',
    'control',
    'remote',
    'computer',
    'discord',
    'off',
    'on',
  ],
  what: ['exactly', 'narrow', 'any'],
  duration: ['once', 'session', '5-minutes', '15-minutes', '60-minutes', 'always'],
  durations: ['once', 'session', '5-minutes', '15-minutes', '60-minutes', 'always'],
  id: ['exactly', 'narrow', 'any'],
  state: ['connecting', 'online', 'degraded', 'offline', 'done', 'uncertain', 'undone'],
  stage: ['checking', 'running'],
  result: ['done', 'failed', 'denied', 'expired', 'withdrawn'],
  risk: ['low', 'medium', 'high', 'critical'],
  level: ['low', 'medium', 'high', 'critical'],
  effect: ['allow', 'ask', 'deny'],
  why: ['stopped', 'paused', 'too-few'],
  refused: ['stopped', 'paused', 'too-few'],
  role: ['none', 'viewer', 'operator', 'admin', 'super_admin', 'moderator', 'owner'],
  present: ['phone', 'computer', 'game', 'discord'],
  theme: ['system', 'light', 'dark'],
  language: ['system', 'en', 'zh'],
}

/** Names of members that screens read; a player with such a name is redacted only where the name is a value. */
const knownFields = new Set(
  [
    'id name names type kind server servers client clients player players playerName world worldName location state',
    'result results data value values rule rules role roles risk reason caller capability capabilities arguments at',
    'text message error code people person link check problem health address theme language time weather block blocks',
    'entity entities request response event events note port size position enabled look x y z yaw pitch on off by ok',
    'offered durations duration coverages what facts given parameter parameters blocks number items until',
    'since rows row head page next before after undo scope scopes once session deny approve allow ask title status',
  ].flatMap((line) => line.split(' ')),
)

export const isKnownField = (name: string): boolean => knownFields.has(name)

/** Member names and constants of Gatehouse. */
export const ownNames: readonly string[] = [...knownFields, ...Object.values(knownValues).flat()]

/** Whether the value of a member is a constant of Gatehouse and not data. */
export const isKnownValue = (name: string, text: string): boolean =>
  Object.hasOwn(knownValues, name) && (knownValues[name]?.includes(text) ?? false)
