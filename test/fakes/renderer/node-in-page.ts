/** Node in a page: what the gateway's own decisions import from Node. The hash only tells texts apart. */
export const setImmediate = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve))

export function createHash(): { update(text: string): { digest(): string } } {
  return {
    update: (text) => ({
      digest: () => [...text].reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7).toString(16),
    }),
  }
}
