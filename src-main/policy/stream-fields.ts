/**
 * Stream fields: classifies a member by its name, whatever its value.
 *
 * Guards invariant 8 on a stream: a coordinate looks like any number, and a private message like any text.
 */

const coordinate = /^[xyz]\d?$|[-_][xyz]\d?$|^(?:altitude|latitude|longitude|elevation)$/iu
const coordinateInCamelCase = /[a-z\d][XYZ]\d?$/u

export const isCoordinateName = (name: string): boolean => coordinate.test(name) || coordinateInCamelCase.test(name)

const place =
  /(?:^|[a-z\d_-])(?:pos|position|loc|location|coord|coordinate|spawn|home|bed|cent(?:er|re)|corner|waypoint|destination|origin|target|from|to|at|xyz|xz|chunk|block|region|area|bounds?|point|path)s?$/iu

export const isPlaceName = (name: string): boolean => place.test(name)

/** Lists of three numbers that are no places. */
const noPlace = /tps|mspt|load|version|colou?r|rgb|percent|histor|sample/iu

const coordinateText = /^[-+~^]?\d*(?:\.\d+)?$/u

/** A text of nothing but numbers, as coordinates are written. */
export const areNumbers = (text: string): boolean =>
  /[\d~^]/u.test(text) &&
  text
    .normalize('NFKC')
    .split(/[\s,;/|]+/u)
    .every((part) => coordinateText.test(part))

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && areNumbers(value))

/** Whether a list is a place: numbers under such a name, or three of them under any that does not say otherwise. */
export const isPosition = (list: readonly unknown[], name: string): boolean =>
  list.length > 0 && list.every(isNumber) && ((list.length === 3 && !noPlace.test(name)) || isPlaceName(name))

/** Members that say what sort of message an object is. */
const sorts = ['eventId', 'event', 'capabilityId', 'capability', 'type', 'kind', 'channel', 'chatType', 'scope', 'mode']
const privately =
  /(?:^|[._:\s-])(?:whispers?|tell|msg|dm|pm|private(?:_?message)?|direct(?:_?message)?|teammsg|私聊|密语|悄悄话)(?:[._:\s-]|$)/iu

export const isWhisper = (object: Readonly<Record<string, unknown>>): boolean =>
  sorts.some((sort) => typeof object[sort] === 'string' && privately.test(object[sort].normalize('NFKC'))) ||
  ['isWhisper', 'whisper', 'isPrivate', 'private'].some((flag) => object[flag] === true)

/** Members of a private message in which its words may stand. */
export const privateTextFields =
  /^(?:data|arguments|args|params|request|response|result|before|after|details|shown|message|messages|text|content|contents|body|msg|raw|line|said|reason|note|words)$/iu

/** Members that say who and when, also of a private message. */
const silent =
  /^(?:id|uuid|.*Id|at|timestamp|time|.*At|player|playerName|name|displayName|sender|recipient|from|to|target|type|kind|channel|chatType|scope|mode|event|world|server|client)$/u

export const isMetadataField = (name: string): boolean => silent.test(name)

/** Words of our own that stand in these members, and decide what a screen draws. */
const closed: Readonly<Record<string, readonly string[]>> = {
  type: ['model', 'user', 'system', 'action', 'context', 'event'],
  callerType: ['model', 'user', 'system'],
  kind: [
    'same',
    'near',
    'at-most',
    'items-at-most',
    'under',
    'host',
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
  role: ['none', 'viewer', 'operator', 'admin', 'super_admin'],
  theme: ['system', 'light', 'dark'],
  language: ['system', 'en', 'zh'],
}

/** Names of members that screens read; a player with such a name is redacted only where the name is a value. */
const members = new Set(
  [
    'id name names type kind server servers client clients player players playerName world worldName location state',
    'result results data value values rule rules role roles risk reason caller capability capabilities arguments at',
    'text message error code people person link check problem health address theme language time weather block blocks',
    'entity entities request response event events note port size position enabled look x y z yaw pitch on off by ok',
    'offered durations duration coverages what facts given parameter parameters blocks number items until',
    'since rows row head page next before after undo scope scopes once session deny approve allow ask title status',
  ].flatMap((line) => line.split(' ')),
)

export const isKnownField = (name: string): boolean => members.has(name)

/** Whether the text that a member holds is a word of ours and no datum. */
export const isKnownValue = (name: string, text: string): boolean =>
  Object.hasOwn(closed, name) && (closed[name]?.includes(text) ?? false)
