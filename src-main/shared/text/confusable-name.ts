/**
 * Confusable name: a name whose letters look like those of another (Unicode Technical Standard 39).
 *
 * Enforces invariant 5: a name in letters that only look Latin is flagged wherever it is shown: in the window, on a
 * phone and on a stream. A test compares the letters with the Unicode data.
 */

/** `mixed`: a word mixes Latin letters with confusable ones. `confusable`: the whole name looks Latin but is not. */
export type NameConfusion = 'mixed' | 'confusable'

const latin = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. */
const confusable =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u
const letter = /\p{L}/u
const latinLooks = /^[A-Za-z]+$/

/** Letters of these scripts that look like one or more Latin letters. */
export const latinLookingLetters: ReadonlySet<string> = new Set(
  'ͿΑΒΕΖΗΙΚΜΝΟΡΤΥΧαγινορσυϜϳϺЅІЈАВЕКМНОРСТУХЫЬЮагеорсухѕіјѡѴѵҮүһҽӀӏӔӕԁԌԛԜԝՍՏՕագզհոռսցքօᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᏀᏂᏃᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏳᏴᴦⲅⲎⲒⲔⲘⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳐꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙇꚘꚙꭵꮁꮃꮓꮩꮪꮯ',
)

/** Maximum number of characters that are checked. */
const maxNameLength = 1_024
/** Minimum letters of a name to be checked as a whole: shorter words that look Latin are common. */
const minLetters = 3

export function confusionOf(name: string): NameConfusion | undefined {
  const shown = name.slice(0, maxNameLength).normalize('NFKC')
  if (!confusable.test(shown)) return undefined
  if (mixesScripts(shown)) return 'mixed'
  const letters = [...shown].filter((character) => letter.test(character))
  const looksLatin = letters.every((character) => latinLookingLetters.has(character) || latinLooks.test(character))
  return letters.length >= minLetters && looksLatin ? 'confusable' : undefined
}

/** Whether a word of the name mixes Latin letters with letters that look like them. */
export const mixesScripts = (name: string): boolean =>
  name
    .slice(0, maxNameLength)
    .split(/[\s_.-]/u)
    .some((word) => latin.test(word) && confusable.test(word))
