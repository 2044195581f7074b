/** Sentences: who may not do something, and until when. flying-squid keeps bans but never looks them up, and knows no mutes. */

/** @typedef {{ reason?: string, until?: Date }} Sentence  Without `until` it never ends. */

export function createSentences() {
  /** @type {Map<string, Sentence>} */
  const byUuid = new Map()
  return {
    pass: (uuid, sentence) => byUuid.set(uuid, sentence),
    /** @returns {Sentence | undefined} The active sentence of a player. */
    servedBy: (uuid) => {
      const sentence = byUuid.get(uuid)
      return sentence?.until && sentence.until.getTime() <= Date.now() ? undefined : sentence
    },
  }
}
