/**
 * Log encoding: decides in which code page a log is written that is not UTF-8. Pure.
 *
 * Java 17 and older write the code page of the computer on Windows. A line of chat is too short for statistics of
 * letters, so the candidates are the code pages of Windows, each rated by how common its characters are in the
 * languages that use it. The code page of this computer wins where two are alike.
 */
import { decode } from './code-pages.js'

/** Name in iconv-lite → language and characters that are frequent in what players and servers write. */
const candidates = {
  gb18030: {
    languages: ['zh'],
    common:
      '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体相见被什二等新己身果加西月话合回特代内信老给世位次度门常先海通原东声提立比水名真论处走各入几口认条平气题活更别打女变四神总何电数安少报才反受太量再做接必场件期直命山金指区保队便空马五书听白却光放强像难思王完色路记住告求边死该交万取拉望让候带争运吧吗啊呢哈嗯哦谢您谁服器玩钻石救晚早剑传送牛卡龙晴改成造成功加载',
  },
  cp950: {
    languages: ['zh-Hant', 'zh-TW', 'zh-HK', 'zh-MO'],
    common:
      '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體相見被什二等新己身果加西月話合回特代內信老給世位次度門常先海通原東聲提立比水名真論處走各入幾口認條平氣題活更別打女變四神總何電數安少報才反受太量再做接必場件期直命山金指區保隊便空馬五書聽白卻光放強像難思王完色路記住告求邊死該交萬取拉望讓候帶爭運吧嗎啊呢哈嗯哦謝您誰伺服器玩鑽石救晚早劍傳送晴改',
  },
  cp932: {
    languages: ['ja'],
    common:
      '日一人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨誰草了解死村鉱石剣助光感謝願待続皆家世界',
  },
  cp949: {
    languages: ['ko'],
    common:
      '이다는을가에의로하고지한니나도사라은기어서를해요게시자리있그아여대들수부인정제일전만안보구원주우스오상으조것없면네세했습까거음야녕감님왜뭐좀줘됨돼죽었누날씨맑월템집몹ㅋㅎㅠㅜ',
  },
  'windows-1251': {
    languages: ['ru', 'uk', 'be', 'bg', 'sr', 'mk', 'kk'],
    common: 'оеаинтсрвлкмдпуяыьгОЕАИНТСРВЛКМДПУ',
  },
  'windows-1250': {
    languages: ['pl', 'cs', 'sk', 'hu', 'sl', 'hr', 'ro', 'bs', 'sq'],
    common: 'ąćęłńóśźżĄĆĘŁŃÓŚŹŻáčďéěíňřšťúůýžÁČĎÉĚÍŇŘŠŤÚŮÝŽöüőűÖÜŐŰ',
  },
  'windows-1254': { languages: ['tr', 'az'], common: 'çğıöşüÇĞİÖŞÜ' },
  'windows-1252': { languages: [], common: 'äöüßÄÖÜéèêëàâçîïôùûÉÈÀÇñáíóúÑÁÍÓÚãõÃÕåæøÅÆØ¡¿œ’' },
  'windows-1253': { languages: ['el'], common: 'αοιετσηνυρπκμλςάέίόήύώΑΟΙΕΤΣΗΝΚ' },
  'windows-1255': { languages: ['he', 'iw'], common: 'יוהלאתרבמשנםכדעח' },
  'windows-1256': { languages: ['ar', 'fa', 'ur'], common: 'اليمونرتبةعدسكحفشأ' },
  'windows-1257': { languages: ['lt', 'lv', 'et'], common: 'ąčęėįšųūžāēģīķļņõäöü' },
  'windows-1258': { languages: ['vi'], common: 'ăâđêôơưàèìòùáéíóúãõý' },
  cp874: { languages: ['th'], common: 'านรอกเงมยลวดทตสะัี่้ขครบพิ' },
} as const satisfies Readonly<Record<string, { readonly languages: readonly string[]; readonly common: string }>>

export type LogEncodingName = keyof typeof candidates

const shownNames: Partial<Record<LogEncodingName, string>> = {
  gb18030: 'GBK',
  cp950: 'Big5',
  cp932: 'Shift JIS',
  cp949: 'EUC-KR',
  cp874: 'Windows-874',
}

/** For people. */
export const shownNameOf = (name: LogEncodingName): string => shownNames[name] ?? name.replace('windows', 'Windows')

const all = Object.entries(candidates).map(([name, { common }]) => ({
  name: name as LogEncodingName,
  common: new Set<string>(common),
}))

/** Added to the code page that Windows uses in the language of this computer. */
const ownBonus = 0.2

/** The text; undefined when a byte has no character there, or only one that no line of text has. */
export function decodeAs(encoding: LogEncodingName, bytes: Uint8Array): string | undefined {
  const text = decode(bytes, encoding)
  for (const character of text) {
    const isText = character >= ' ' ? character < '\u007f' || character > '\u009f' : '\t\r\n\u001b'.includes(character)
    if (!isText || character === '\ufffd') return undefined
  }
  return text
}

/**
 * The most likely code page of bytes that are not UTF-8; undefined when none has a character for each of them.
 *
 * @param locale of this computer, for example `zh-CN`
 */
export function codePageOf(bytes: Uint8Array, locale: string): LogEncodingName | undefined {
  const own = codePageOfLocale(locale)
  let best: { readonly name: LogEncodingName; readonly score: number } | undefined
  for (const { name, common } of all) {
    const text = decodeAs(name, bytes)
    if (text === undefined) continue
    const score = plausibility(text, common) + (name === own ? ownBonus : 0)
    if (!best || score > best.score) best = { name, score }
  }
  return best?.name
}

function codePageOfLocale(locale: string): LogEncodingName {
  const entries = Object.entries(candidates) as [LogEncodingName, (typeof candidates)[LogEncodingName]][]
  const found = (exact: boolean) =>
    entries.find(([, { languages }]) =>
      languages.some((language) =>
        exact ? locale.startsWith(language) && language.length > 2 : locale.split('-', 1)[0] === language,
      ),
    )?.[0]
  return found(true) ?? found(false) ?? 'windows-1252'
}

const wideScript = /[\p{Script=Han}\p{Script=Hangul}]/u
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u
const halfWidthKatakana = /[\uff61-\uff9f]/u
const wideSign = /[\u3000-\u303f\uff00-\uff60…—“”‘’]/u
const latin = /\p{Script=Latin}/u
const letter = /\p{L}/u

/** From 0 to 1: how likely people wrote this text. */
function plausibility(text: string, common: ReadonlySet<string>): number {
  const characters = [...text]
  let sum = 0
  let count = 0
  for (const [at, character] of characters.entries()) {
    if (character <= '\u007f') continue
    sum += weightOf(character, { before: characters[at - 1] ?? '', after: characters[at + 1] ?? '' }, common)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}

interface Neighbours {
  readonly before: string
  readonly after: string
}

function weightOf(character: string, { before, after }: Neighbours, common: ReadonlySet<string>): number {
  const isCommon = common.has(character)
  if (halfWidthKatakana.test(character)) return 0.05
  if (wideScript.test(character)) return isCommon ? 1 : 0.3
  if (kana.test(character)) return 0.95
  if (wideSign.test(character)) return 0.6
  // In languages with Latin letters, those outside ASCII stand alone between others.
  if (latin.test(character))
    return isForeign(before) || isForeign(after) ? (isCommon ? 0.4 : 0.1) : isCommon ? 0.7 : 0.3
  if (!letter.test(character) && !isCommon) return 0.1
  if (isAsciiLetter(before) || isAsciiLetter(after)) return 0.05
  // Words are small letters after at most one capital.
  if (isCapital(character) && isForeign(before) && isSmall(before)) return 0.15
  return isCommon ? 0.85 : 0.45
}

const isForeign = (character: string): boolean => character > '\u007f' && letter.test(character)
const isAsciiLetter = (character: string): boolean => /^[A-Za-z]$/u.test(character)
const isCapital = (character: string): boolean => character.toLowerCase() !== character
const isSmall = (character: string): boolean => character.toUpperCase() !== character
