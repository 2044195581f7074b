/**
 * Text scan: searches a server's descriptions for text that addresses models instead of people.
 *
 * Guards invariants 4 and 5: a finding is a warning, not a proof; such a text can only be accepted by a person who has
 * seen it. The core catalogue is not scanned.
 */
import { isSameJson } from '@contract/compatibility/same.js'
import { coreCatalogue } from '@contract/core-catalogue.js'
import { snapshotCatalogue } from '@contract/snapshot-capabilities.js'
import type { TextFinding, TextFindingKind } from '@shared/servers/text-finding.js'
import { type LinearPattern, linearPattern } from './linear-pattern.js'
import { normalized } from './normalized-text.js'
import { cleanText } from './untrusted-text.js'

/** Maximum number of findings of one manifest. */
export const maxFindings = 20

/** Characters of context around a finding. */
const contextLength = 40
const maxDepth = 40

/** Members with identifiers, whose form the manifest schema restricts. */
const skippedMembers: ReadonlySet<string> = new Set([
  'id',
  'version',
  'type',
  'permissions',
  'pattern',
  'format',
  '$ref',
  '$schema',
  '$id',
])

/** Cached by manifest: manifests are immutable, and servers with the same plugin share them. */
const findingsCache = new WeakMap<object, readonly TextFinding[]>()

/** The findings of a stored manifest; scanned only once. */
export function cachedFindingsIn(manifest: object): readonly TextFinding[] {
  const findings = findingsCache.get(manifest) ?? findingsIn({ ...manifest })
  findingsCache.set(manifest, findings)
  return findings
}

/** The cached findings; undefined when the manifest is not scanned yet. */
export const knownFindings = (manifest: object): readonly TextFinding[] | undefined => findingsCache.get(manifest)

/** Caches findings that were computed elsewhere. */
export const rememberFindings = (manifest: object, findings: readonly TextFinding[]): void =>
  void findingsCache.set(manifest, findings)

/** URIs of JSON Schema dialects; any other value of `$schema` is text. */
const dialects: ReadonlySet<unknown> = new Set(
  ['https://json-schema.org/draft/2020-12/schema', 'https://json-schema.org/draft/2019-09/schema'].concat(
    [4, 6, 7].flatMap((draft) => [
      `http://json-schema.org/draft-0${draft}/schema`,
      `http://json-schema.org/draft-0${draft}/schema#`,
    ]),
  ),
)

/** Never throws. @param manifest as received, or cleaned; hidden characters are only found in the received one */
export function findingsIn(manifest: Readonly<Record<string, unknown>>): readonly TextFinding[] {
  const id = typeof manifest.id === 'string' ? manifest.id : ''
  const core = (coreCatalogue.get(id) ?? snapshotCatalogue.get(id)) as Readonly<Record<string, unknown>> | undefined
  const own = Object.entries(manifest).filter(
    ([name, value]) => !skippedMembers.has(name) && !(core && isSameJson(core[name], value)),
  )
  return findingsOf(own, id, (name) => skippedMembers.has(name))
}

/**
 * Scans every member, because a relayed definition is sent to models unchanged. It yields after each text, so that the
 * caller can pause. Never throws.
 */
export const scanRelayed = (definition: Readonly<Record<string, unknown>>): Scan =>
  walk([['', definition]], '', (name, text) => name === '$schema' && dialects.has(text))

export type Scan = Generator<void, readonly TextFinding[]>

const findingsOf = (...terms: Parameters<typeof walk>): readonly TextFinding[] => finished(walk(...terms))

function finished(scanning: Scan): readonly TextFinding[] {
  for (;;) {
    const { done, value } = scanning.next()
    if (done) return value
  }
}

function* walk(
  own: readonly (readonly [string, unknown])[],
  id: string,
  isSkipped: (name: string, text: string) => boolean,
): Scan {
  const findings: TextFinding[] = []
  for (const [name, value] of own) yield* scanValue(value, name && `/${name}`, 0)
  return findings

  function* scanValue(value: unknown, path: string, depth: number): Generator<void, void> {
    if (findings.length >= maxFindings) return
    if (typeof value === 'string') {
      scanText(value, path)
      return yield
    }
    if (typeof value !== 'object' || value === null) return
    if (depth >= maxDepth) return void findings.push({ kind: 'hidden', path, excerpt: '…' })
    for (const [name, member] of Object.entries(value)) {
      const at = `${path}/${cleanText(name, 64).replaceAll('~', '~0').replaceAll('/', '~1')}`
      if (!Array.isArray(value)) scanText(name, at)
      if (typeof member === 'string' && isSkipped(name, member)) continue
      yield* scanValue(member, at, depth + 1)
    }
  }

  function scanText(text: string, path: string): void {
    if (path === '/deprecated/replacement') return
    for (const { kind, excerpt: found, about } of scanOf(text)) {
      if (kind === 'link' && path === '/deprecated/migrationGuide' && isPage(text)) continue
      if (about === id || findings.length >= maxFindings) continue
      findings.push({ kind, path, excerpt: found })
    }
  }
}

/**
 * A migration guide is a URL (docs/protocol.md#manifest-deprecation) that is not sent to models, so a web address there
 * is not a finding.
 */
const isPage = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/u.test(url.protocol) && !url.username && !url.password
}

interface Found {
  readonly kind: TextFindingKind
  readonly excerpt: string
  /** The core capability that the text names, if any. */
  readonly about?: string
}

/** Cached by text: texts repeat within schemas and between servers with the same plugin. */
const scanned = new Map<string, readonly Found[]>()
const maxScanned = { texts: 8_192, characters: 512 }

function scanOf(text: string): readonly Found[] {
  const known = scanned.get(text)
  if (known) return known
  const found = scan(text)
  if (text.length > maxScanned.characters) return found
  const [oldest] = scanned.keys()
  if (scanned.size >= maxScanned.texts && oldest !== undefined) scanned.delete(oldest)
  scanned.set(text, found)
  return found
}

function scan(text: string): readonly Found[] {
  const plain = normalized(text)
  const excerpts: readonly (readonly [TextFindingKind, string | undefined])[] = [
    ['ansi', escapes.some((one) => text.includes(one)) ? excerpt(text, /\p{Cc}/u) : undefined],
    ['hidden', excerpt(text, hidden)],
    ['lookalikes', confusableIn(text)],
    ['instruction', suspicious.find(plain) && firstOf(instructions, plain)],
    ['link', firstOf([link], plain)],
    ['encoded', excerpt(text, encoded)],
  ]
  const found = excerpts.flatMap(([kind, part]) => (part === undefined ? [] : [{ kind, excerpt: part }]))
  return [...found, ...otherTools(text)]
}

/** Start of a terminal escape sequence. */
const escapes = ['\u001b', '\u009b']

const encoded = /[A-Za-z0-9+/_-]{60,}={0,2}|(?:\\x[0-9a-f]{2}){6,}|(?:[0-9a-f]{2}\s){20,}/iu

/**
 * Control characters except tab and line breaks, format characters, variation selectors outside emoji, private use,
 * tags.
 */
const hidden =
  /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115F\u1160\u3164\uFFA0\u2028\u2029]|(?<!\p{Extended_Pictographic})\p{Variation_Selector}/u

const word = /[\p{L}\p{M}]+/gu
const mathematicalOrWide = /[\u{1D400}-\u{1D7FF}\u{FF21}-\u{FF3A}\u{FF41}-\u{FF5A}]/u
const latin = /\p{Script=Latin}/u
const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}]/u

/** A word with confusable letters of two scripts, or with letters that only resemble usual ones. */
function confusableIn(text: string): string | undefined {
  for (const { index, 0: letters } of text.matchAll(word))
    if (latin.test(letters) && likeLatin.test(letters)) return excerptAt(text, index, letters.length)
  return excerpt(text, mathematicalOrWide)
}

const link = linearPattern(String.raw`\b[a-z][a-z0-9+.-]{1,12}://\S+|\bwww\.\S+|\bdata:[a-z]+/`)

/** Patterns for normalized text. */
const instructions = [
  String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|any|your|other|system|the)\b.{0,30}\b(?:instructions?|rules?|prompts?|messages?|guidelines?|polic(?:y|ies)|everything)`,
  String.raw`\b(?:do not|don't|never|without)\b.{0,20}\b(?:tell|telling|inform|informing|mention|mentioning|ask|asking|show|showing|notify|reveal|warn)\b.{0,24}\b(?:user|owner|person|human|operator|admin|anybody|anyone|them|confirmation|permission|approval)`,
  String.raw`(?:^|\n|[.!>#*[<|])\s*(?:system|assistant|developer|user|human)\s*(?:message|prompt|note)?\s*[:>\]|]`,
  String.raw`</?(?:system|instructions?|important|assistant|user|human|tool_(?:call|result)|function_calls?|s)\b|<\|[a-z_]{2,24}\|?>?|\[/?(?:inst|sys|system)\]`,
  String.raw`\byou (?:are now|must|have to|are required to|should always)\b`,
  String.raw`\b(?:before|after|instead of|whenever|every time|each time)\b.{0,40}\b(?:using|calling|you (?:use|call|run)|this tool|any (?:other )?tool|anything else)\b.{0,60}\b(?:call|run|read|send|use|execute|include|pass|append)\b`,
  String.raw`\b(?:new|real|updated|hidden|secret) (?:instructions?|system prompt|task)\b|\bsystem prompt\b|\bjailbreak|\bdeveloper mode\b`,
  String.raw`\b(?:send|post|upload|forward|exfiltrate|include|append)\b.{0,40}\b(?:password|token|secret|api key|credentials?|conversation|chat history|\.env|private key)`,
  String.raw`\b(?:pre-?approved|already (?:been )?(?:approved|authori[sz]ed|confirmed)|no (?:approval|confirmation|permission) (?:is )?(?:needed|required))\b`,
  '(?:忽略|无视|忘记|忘掉|不要理会|绕过|覆盖).{0,12}(?:之前|以前|先前|上面|以上|所有|一切|前面|系统|你的).{0,12}(?:指令|指示|规则|提示|说明|要求|命令|设定|内容)',
  '(?:不要|别|切勿|无需|不必|禁止|不得).{0,6}(?:告诉|告知|通知|提示|提醒|询问|征求|透露|让).{0,8}(?:用户|主人|管理员|服主|人类|任何人|对方|他们|同意|知道)',
  String.raw`(?:^|\n|[。！!【[])\s*(?:系统|助手|开发者|用户)(?:消息|提示|指令)?\s*[:：\]】]`,
  '你(?:现在是|必须|务必|应当始终|需要先)|(?:调用|使用)(?:本|此|该|任何)?工具(?:之前|之后|前|后|时).{0,20}(?:调用|运行|读取|发送|执行)',
  '(?:发送|上传|转发|附上|包含|泄露).{0,16}(?:密码|令牌|密钥|口令|凭证|聊天记录|对话)|(?:已经?|已获)(?:批准|授权|同意)|无需(?:批准|审批|确认|授权)',
].map(linearPattern)

/** All patterns in one pass, since nearly every text matches none. */
const suspicious = linearPattern(instructions.map(({ source }) => `(?:${source})`).join('|'))

const coreNames: ReadonlyMap<string, string> = new Map(
  [...coreCatalogue.keys()].flatMap((id) => [
    [id, id],
    [id.replaceAll('.', '_'), id],
    [id.replaceAll('.', '/'), id],
  ]),
)

function otherTools(text: string): readonly Found[] {
  const named = new Map<string, Found>()
  for (const match of text.toLowerCase().matchAll(/(?<![a-z])[a-z]+(?:[._/][a-z]+)+/gu)) {
    const about = coreNames.get(match[0])
    if (about === undefined || named.has(about)) continue
    named.set(about, { kind: 'other-tool', excerpt: cleanText(match[0], 2 * contextLength), about })
  }
  return [...named.values()]
}

function firstOf(patterns: readonly LinearPattern[], text: string): string | undefined {
  for (const pattern of patterns) {
    const match = pattern.find(text)
    if (match) return excerptAt(text, match.index, match.text.length)
  }
  return undefined
}

function excerpt(text: string, pattern: RegExp): string | undefined {
  const match = pattern.exec(text)
  return match ? excerptAt(text, match.index, match[0].length) : undefined
}

function excerptAt(text: string, index: number, length: number): string {
  const part = text.slice(
    Math.max(0, index - contextLength),
    index + Math.min(length, 2 * contextLength) + contextLength,
  )
  return cleanText(part.replace(everyHidden, named), 4 * contextLength)
}

const everyHidden = new RegExp(hidden, 'gu')

const named = (character: string): string =>
  ` [U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}] `
