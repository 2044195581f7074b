/** Console texts of one version, from `test/fixtures/java/texts/`. */
import source from '../../../fixtures/java/texts/command-texts.json' with { type: 'json' }

export const versions: readonly string[] = source.versions

const all = source.texts as unknown as Readonly<Record<string, Readonly<Record<string, string | null>>>>

export interface Texts {
  has(key: string): boolean
  /** The text with its placeholders filled. @throws Error when the version has no such text */
  say(key: string, ...values: readonly (string | number)[]): string
}

/** @param version one of `versions`, or a later release, which has the texts of the last one before it */
export function textsOf(version: string): Texts {
  const upTo = versions.filter((one) => one.localeCompare(version, 'en', { numeric: true }) <= 0)
  const textOf = (key: string): string | undefined => {
    const changes = all[key]
    const last = changes && upTo.findLast((one) => Object.hasOwn(changes, one))
    return (last !== undefined && changes?.[last]) || undefined
  }
  return {
    has: (key) => textOf(key) !== undefined,
    say(key, ...values) {
      const text = textOf(key)
      if (text === undefined) throw new Error(`${version} has no text ${key}`)
      let next = 0
      return text.replace(/%(?:(\d)\$)?(?:s|d|\.2f)/gu, (_placeholder, index: string | undefined) =>
        String(values[index === undefined ? next++ : Number(index) - 1] ?? ''),
      )
    },
  }
}
