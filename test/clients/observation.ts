/** Observation: what a client did instead of a step, in a few words that are the same in every run. */

const most = 160

/** What a client did instead of what a step expects. */
export class UnexpectedBehaviour extends Error {
  constructor(
    expected: string,
    readonly seen: string,
    more = '',
  ) {
    super(`${expected} Seen: ${seen}\n${more}`)
  }
}

export function observationOf(error: unknown): string {
  const seen = error instanceof UnexpectedBehaviour ? error.seen : String((error as Error).message ?? error)
  const text = seen
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal.
    .replace(/\u001b\[[0-9;]*m/gu, '')
    .replace(/\s+/gu, ' ')
    .replace(/127\.0\.0\.1:\d+/gu, '127.0.0.1:PORT')
    .replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, 'ID')
    .replace(/\/tmp\/[\w./-]*/gu, 'FILE')
    .trim()
  return text.length > most ? `${text.slice(0, most)} …` : text
}
