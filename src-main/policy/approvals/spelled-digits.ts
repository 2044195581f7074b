/**
 * Spelled digits: the digits that a text spells, in any script, in signs and in English and Chinese words.
 *
 * Guards invariant 8: a code is recognized in whatever spelling a player gives it away. Takes time linear in the text,
 * of which a limited part is read.
 */

/** Characters that are read; a chat message has 512 at most. */
const maxLength = 1_024

/** Code point of the first sign, its value, and how many follow one another: those that NFKC leaves as they are. */
const signs: readonly (readonly [first: number, value: number, count: number])[] = [
  ...[0x24f5, 0x2776, 0x2780, 0x278a, 0x3021, 0x1369, 0x1d360, 0x1d369, 0x102e1, 0x11052, 0x111e1, 0x10e60].map(
    (first) => [first, 1, 9] as const,
  ),
  ...[0x24ff, 0x1f10b, 0x1f10c].map((first) => [first, 0, 1] as const),
  [0x10a40, 1, 4],
  [0x1d2c0, 0, 10],
  [0x1d2e0, 0, 10],
]

const chinese = new Map(
  ['零〇○', '一壹弌幺', '二贰貳弍两兩俩', '三叁參叄弎仨', '四肆', '五伍', '六陆陸', '七柒', '八捌', '九玖'].flatMap(
    (characters, value) => [...characters].map((character) => [character, String(value)] as const),
  ),
)

const units = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const teens = [
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
]
const english = new Map([
  ...units.map((word, value) => [word, String(value)] as const),
  ...teens.map((word, value) => [word, String(10 + value)] as const),
  ...['nought', 'naught', 'null'].map((name) => [name, '0'] as const),
])
/** Longer words first: `sixteen` is no `six`. */
const word =
  /twenty|thirty|forty|fourty|fifty|sixty|seventy|eighty|ninety|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|eleven|twelve|ten|zero|nought|naught|null|one|two|three|four|five|six|seven|eight|nine/gu

/** Whether a text spells these digits one after the other, whatever stands between them. @param digits of ASCII */
export function spellsDigits(text: string, digits: string): boolean {
  if (digits === '') return false
  const read = text.slice(0, maxLength).normalize('NFKC')
  return digitsIn(read).includes(digits) || digitsIn(withoutWords(read.toLowerCase())).includes(digits)
}

function digitsIn(text: string): string {
  let found = ''
  for (const character of text) found += digitOf(character)
  return found
}

function digitOf(character: string): string {
  if (character >= '0' && character <= '9') return character
  const named = chinese.get(character)
  if (named !== undefined) return named
  const code = character.codePointAt(0) ?? 0
  if (/^\p{Nd}$/u.test(character)) return String(placeInRun(code) % 10)
  const sign = signs.find(([first, , count]) => code >= first && code < first + count)
  return sign ? String(sign[1] + code - sign[0]) : ''
}

/** The decimal digits of a script follow one another, ten by ten. */
function placeInRun(code: number): number {
  let place = 0
  while (place < 60 && /^\p{Nd}$/u.test(String.fromCodePoint(code - place - 1))) place += 1
  return place
}

/** `forty-eight twenty one` and `four eight two one` are `4821`; `twenty` alone is `20`. */
function withoutWords(text: string): string {
  let result = ''
  let rest = 0
  let isAfterTens = false
  for (const { 0: found, index } of text.matchAll(word)) {
    const between = text.slice(rest, index)
    const unit = units.indexOf(found)
    if (isAfterTens && !(unit > 0 && /^[\s-]{0,3}$/u.test(between))) result += '0'
    const ten = tens.indexOf(found === 'fourty' ? 'forty' : found)
    isAfterTens = ten >= 0
    result += between + (isAfterTens ? String(ten + 2) : (english.get(found) ?? ''))
    rest = index + found.length
  }
  return result + (isAfterTens ? '0' : '') + text.slice(rest)
}
