/**
 * Pattern properties: writes the Unicode properties of a JavaScript pattern as RE2 knows them.
 *
 * RE2 knows scripts by their long name alone, categories by their short one, and no script extensions.
 */

const categories: Readonly<Record<string, string>> = {
  Letter: 'L',
  Cased_Letter: 'LC',
  Uppercase_Letter: 'Lu',
  Lowercase_Letter: 'Ll',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Combining_Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Spacing_Mark: 'Mc',
  Enclosing_Mark: 'Me',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Other_Number: 'No',
  Punctuation: 'P',
  punct: 'P',
  Connector_Punctuation: 'Pc',
  Dash_Punctuation: 'Pd',
  Open_Punctuation: 'Ps',
  Close_Punctuation: 'Pe',
  Initial_Punctuation: 'Pi',
  Final_Punctuation: 'Pf',
  Other_Punctuation: 'Po',
  Symbol: 'S',
  Math_Symbol: 'Sm',
  Currency_Symbol: 'Sc',
  Modifier_Symbol: 'Sk',
  Other_Symbol: 'So',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Line_Separator: 'Zl',
  Paragraph_Separator: 'Zp',
  Other: 'C',
  Control: 'Cc',
  cntrl: 'Cc',
  Format: 'Cf',
  Surrogate: 'Cs',
  Private_Use: 'Co',
  Unassigned: 'Cn',
}

/** Codes of scripts that people write in names and texts. */
const scripts: Readonly<Record<string, string>> = {
  Arab: 'Arabic',
  Bopo: 'Bopomofo',
  Cyrl: 'Cyrillic',
  Deva: 'Devanagari',
  Grek: 'Greek',
  Hang: 'Hangul',
  Hani: 'Han',
  Hebr: 'Hebrew',
  Hira: 'Hiragana',
  Kana: 'Katakana',
  Latn: 'Latin',
  Thai: 'Thai',
  Zinh: 'Inherited',
  Zyyy: 'Common',
}

/** A property, another escape, or where a class begins or ends. */
const tokens = /\\([pP])\{(?:(\w+)=)?(\w+)\}|\\.|[[\]]/gsu

/** @param source a pattern that is valid in JavaScript @throws Error for a property that cannot be written */
export function withPropertiesOfRe2(source: string): string {
  let isInClass = false
  return source.replace(tokens, (token, letter?: string, kind?: string, name = '') => {
    if (token === '[') isInClass = true
    if (token === ']') isInClass = false
    if (letter === undefined) return token
    switch (kind) {
      case undefined:
      case 'gc':
      case 'General_Category':
        return `\\${letter}{${categories[name] ?? name}}`
      case 'sc':
      case 'Script':
        return `\\${letter}{${scripts[name] ?? name}}`
      default:
        return extended(scripts[name] ?? name, letter === 'P', isInClass)
    }
  })
}

/** Their extensions have fewer characters than the scripts. */
const withFewer: readonly string[] = ['Common', 'Inherited']

function extended(script: string, isNegated: boolean, isInClass: boolean): string {
  if (withFewer.includes(script) || (isNegated && isInClass)) throw new Error('not supported')
  const characters = `\\p{${script}}${addedTo(script)}`
  return isInClass ? characters : `[${isNegated ? '^' : ''}${characters}]`
}

/** By script; JavaScript knows only so many. */
const added = new Map<string, string>()
let shared: string | undefined

/** The characters of other scripts that a script uses too. All of them are in the first two planes. */
function addedTo(script: string): string {
  const known = added.get(script)
  if (known !== undefined) return known
  shared ??= charactersUntil(0x20000)
  const characters = [...shared.matchAll(new RegExp(`(?!\\p{sc=${script}})\\p{scx=${script}}`, 'gu'))]
    .map(([character]) => `\\x{${character.codePointAt(0)?.toString(16)}}`)
    .join('')
  added.set(script, characters)
  return characters
}

function charactersUntil(end: number): string {
  let text = ''
  for (let at = 0; at < end; at++) if (at < 0xd800 || at > 0xdfff) text += String.fromCodePoint(at)
  return text
}
