/** Confusable name: a name whose letters look like those of another (Unicode Technical Standard 39, mixed scripts). */

const latin = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. */
const lookalike =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}]/u

/** Whether a word of the name mixes Latin letters with letters that look like them. */
export const mixesScripts = (name: string): boolean =>
  name
    .slice(0, 1_024)
    .split(/[\s_.-]/u)
    .some((word) => latin.test(word) && lookalike.test(word))
